import { screen } from '@testing-library/react';
import { loadPage, showPage } from '../../testing/remote';
import { page } from './page';

test('shows the payment id and the way home', async () => {
  await showPage(page, '/success?payment_id=pay_123');
  expect(screen.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  expect(screen.getByText('pay_123')).toBeVisible();
  expect(screen.getByText(/Thank you for enrolling/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/');
});

test('shows whatever the id holds as text', async () => {
  const hostile = '<img src=x onerror="alert(1)">&amp;\u0000';
  const { container } = await showPage(page, `/success?payment_id=${encodeURIComponent(hostile)}`);
  expect(screen.getByText(/<img src=x/)).toBeVisible();
  expect(container.querySelector('img')).toBeNull();
});

test.each(['/success', '/success?payment_id=', '/success?payment_id=%20'])(
  '%s says kindly that there is no id',
  async (path) => {
    await showPage(page, path);
    expect(screen.getByRole('heading', { level: 1, name: 'No payment to show' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
  },
);

test('is for no search engine and no cache', async () => {
  const { head, maxAge, allow } = await loadPage(page, '/success?payment_id=pay_123');
  expect(head.noindex).toBe(true);
  expect(maxAge).toBe(0);
  expect(allow).toBeUndefined();
});
