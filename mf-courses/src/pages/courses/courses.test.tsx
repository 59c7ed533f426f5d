import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPage, showPage } from '../../testing/remote';
import { page } from './page';

const user = userEvent.setup({ delay: null });

test('shows three courses with price, the way to each, and a dialog to enrol', async () => {
  await showPage(page, '/courses');
  const rows = screen.getAllByRole('article');
  const expected = [
    ['Online Course', '₹45,000 + GST', '/courses/1', '7 days'],
    ['Offline Course', '₹1,10,000 + GST', '/courses/2', 'In person'],
    ['Only Offline Course', '₹2,10,000', '/courses/3', '2 weeks, 4 hours daily'],
  ] as const;
  expect(rows).toHaveLength(3);
  for (const [index, [title, price, href, fact]] of expected.entries()) {
    const row = within(rows[index] ?? document.body);
    expect(rows[index]).toHaveAccessibleName(title);
    expect(row.getByRole('heading', { name: title })).toBeVisible();
    expect(row.getByText(price)).toBeVisible();
    expect(row.getByText(fact)).toBeVisible();
    expect(row.getByRole('link', { name: `Get Started: ${title}` })).toHaveAttribute('href', href);
    await user.click(row.getByRole('button', { name: `Enrol Now in the ${title}` }));
    const dialog = within(screen.getByRole('dialog', { name: 'Enrol Now' }));
    expect(dialog.getByText(title)).toBeVisible();
    expect(dialog.getByText(price)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  }
});

test('names the table that sets them beside each other', async () => {
  await showPage(page, '/courses');
  expect(screen.getByRole('table', { name: 'Which one is your fit?' })).toBeVisible();
});

test('says of the academy what must be said', async () => {
  await showPage(page, '/courses');
  const [, , academy] = screen.getAllByRole('article');
  expect(academy).toHaveTextContent('12–15');
  expect(academy).toHaveTextContent('Delhi');
});

test('tells search engines of three courses and their prices', async () => {
  const { head, allow } = await loadPage(page, '/courses');
  const records = head.jsonLd?.filter((record) => record['@type'] === 'Course') ?? [];
  expect(records.map(({ offers }) => offers)).toEqual(
    [45_000, 110_000, 210_000].map((price, index) => [
      expect.objectContaining({ price, priceCurrency: 'INR', url: `/courses/${index + 1}` }),
    ]),
  );
  expect(head.title).toContain('Test & Thimble');
  expect(allow?.script).toEqual(['https://pay.example']);
});
