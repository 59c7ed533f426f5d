import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPage, showPage } from '../../testing/remote';
import { page } from './page';

const user = userEvent.setup({ delay: null });

const PATH = '/one-on-one-transformation';

test('goes through four days and says what is gained', async () => {
  await showPage(page, PATH);
  for (const name of [
    'Day 1: Personalized Consultation',
    'Day 2: Guided Shopping',
    'Day 3: Skincare, Makeup & Confidence Training',
    'Day 4: Wardrobe Building',
  ]) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-expanded');
  }
  const gain = screen.getByRole('region', { name: 'What You Will Gain' });
  expect(within(gain).getAllByRole('listitem')).toHaveLength(6);
});

test('Enrol Now is for the online course; the offline course has a button of its own', async () => {
  await showPage(page, PATH);
  await user.click(screen.getByRole('button', { name: 'Enrol Now' }));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Enrol Now' }));
  expect(dialog().getByText('One-on-one transformation, Online Course')).toBeVisible();
  expect(dialog().getByText('₹45,000 + GST')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Enrol in the Offline Course' }));
  expect(dialog().getByText('One-on-one transformation, Offline Course')).toBeVisible();
  expect(dialog().getByText('₹1,10,000 + GST')).toBeVisible();
  expect(dialog().getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
});

test('has reels and a brochure', async () => {
  await showPage(page, PATH);
  expect(screen.getAllByRole('button', { name: /^Play / })).toHaveLength(6);
  const [brochure] = screen.getAllByRole('link', { name: /^Download Brochure/ });
  expect(brochure?.getAttribute('href')).toMatch(/one-on-one.*\.pdf$/);
});

test('offers both prices to search engines and lets the checkout in', async () => {
  const { head, allow } = await loadPage(page, PATH);
  const course = head.jsonLd?.find((record) => record['@type'] === 'Course');
  expect(course?.offers).toEqual([
    expect.objectContaining({ price: 45_000 }),
    expect.objectContaining({ price: 110_000 }),
  ]);
  expect(allow?.frame).toEqual(['https://pay.example']);
});
