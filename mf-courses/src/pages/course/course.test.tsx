import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ofUnits } from 'api-wire/money';
import { loadPage, showPage } from '../../testing/remote';
import { page } from './page';

const user = userEvent.setup({ delay: null });

describe.each([
  ['1', 'Online Course', '₹45,000 + GST', ['What to expect', 'Who it is for', 'What it includes']],
  ['2', 'Offline Course', '₹1,10,000 + GST', ['What to expect', 'Who it is for', 'What you will learn']],
  ['3', 'Only Offline Course', '₹2,10,000', ['What to expect', 'Who it is for', 'What it includes']],
])('course %s', (id, title, price, chapters) => {
  const path = `/courses/${id}`;

  test('has its title, chapters, brochure and price', async () => {
    await showPage(page, path);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    for (const name of chapters) expect(screen.getByRole('button', { name })).toHaveAttribute('aria-controls');
    expect(screen.getAllByText(price).length).toBeGreaterThan(0);
    for (const link of screen.getAllByRole('link', { name: `Download Brochure: ${title} (PDF)` })) {
      expect(link).toHaveAttribute('download');
      expect(link.getAttribute('href')).toMatch(/\.pdf$/);
    }
  });

  test('enrols in this very course', async () => {
    await showPage(page, path);
    const [enrol] = screen.getAllByRole('button', { name: 'Enrol Now' });
    expect(enrol).toHaveAttribute('id', 'enrol');
    await user.click(enrol ?? document.body);
    expect(within(screen.getByRole('dialog', { name: 'Enrol Now' })).getByText(price)).toBeVisible();
  });

  test('has a head of its own', async () => {
    const { head, status } = await loadPage(page, path);
    expect(status ?? 200).toBe(200);
    expect(head.canonical).toBe(path);
    expect(head.action).toEqual({ words: 'Enrol', target: 'enrol' });
    expect(head.description).not.toBe('');
    expect(head.jsonLd?.map((record) => record['@type'])).toEqual(['BreadcrumbList', 'Course']);
  });
});

test('plays a reel that is chosen, and fetches none before', async () => {
  const { container } = await showPage(page, '/courses/1');
  expect(container.querySelector('video')).toBeNull();
  const [play] = screen.getAllByRole('button', { name: /^Play / });
  await user.click(play ?? document.body);
  // The browser returns the focus to this button when the dialog closes.
  expect(play).toHaveFocus();
  const video = container.querySelector('video');
  expect(video).toHaveAttribute('height', '500');
  expect(video).toHaveAttribute('autoplay');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(container.querySelector('video')).toBeNull();
});

test.each(['/courses/4', '/courses/0', '/courses/one'])('%s is not found', async (path) => {
  const { status, head } = await loadPage(page, path);
  expect(status).toBe(404);
  expect(head.noindex).toBe(true);
  await showPage(page, path);
  expect(screen.getByRole('heading', { level: 1, name: '404 not found' })).toBeVisible();
});

test('says where and when it is held, or how visitors hear of it', async () => {
  const entry = { variant: 'offline', ...ofUnits(110_000), plus_tax: true, status: 'open' };
  const answers = (more: object) => ({
    '/api/catalogue': () => Response.json({ success: true, data: [{ ...entry, ...more }] }),
  });
  const { unmount } = await showPage(page, '/courses/2', answers({ place: null, next_dates: null }));
  expect(screen.getByText(/^We call within .* of your payment to agree place and dates\.$/)).toBeVisible();
  unmount();
  const academy = await showPage(page, '/courses/3');
  expect(screen.getByText(/^We call within .* of your payment to agree dates\.$/)).toBeVisible();
  academy.unmount();
  await showPage(page, '/courses/2', answers({ place: 'Pune', next_dates: '3 to 7 May' }));
  expect(screen.getByText('Pune')).toBeVisible();
  expect(screen.getByText('Next dates: 3 to 7 May')).toBeVisible();
});
