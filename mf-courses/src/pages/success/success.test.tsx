import { act, screen } from '@testing-library/react';
import { unconfirmed } from '../../enrolment/calls';
import { type Answers, loadPage, showPage } from '../../testing/remote';
import { page } from './page';

const PATH = '/success?payment_id=pay_123';
const known = (state: string): Answers => ({
  '/api/payment_state': () => Response.json({ success: true, state }),
});
const heading = (name: string) => screen.getByRole('heading', { level: 1, name });

afterEach(() => {
  sessionStorage.clear();
  jest.restoreAllMocks();
});

const shownAsPaid = () => {
  expect(heading('Payment Successful!')).toBeVisible();
  expect(screen.getByText('pay_123')).toBeVisible();
  expect(screen.getByText(/Thank you for enrolling/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
};

test('shows the payment id and the way home once the payment is confirmed', async () => {
  await showPage(page, PATH, known('confirmed'));
  shownAsPaid();
  const { head } = await loadPage(page, PATH, known('confirmed'));
  expect(head).toMatchObject({ title: expect.stringContaining('Payment Successful'), action: null });
});

test('says that a payment which the bank has agreed to is not certain yet', async () => {
  await showPage(page, PATH, known('authorized'));
  shownAsPaid();
  expect(screen.getByText(/It is certain once the money has reached us/)).toBeVisible();
  expect(screen.queryByText(/Your place is kept/)).toBeNull();
});

test.each<[string, Answers]>([
  ['does not know the call', {}],
  ['answers otherwise', { '/api/payment_state': () => new Response('<br />') }],
  ['is away', { '/api/payment_state': () => Promise.reject(new TypeError('Failed to fetch')) }],
  ['is busy', { '/api/payment_state': () => Response.json({ success: false }, { status: 429 }) }],
])('is as specified where the course host %s', async (_what, answers) => {
  await showPage(page, PATH, answers);
  shownAsPaid();
});

test('says what it knows of a payment that nobody has confirmed', async () => {
  await showPage(page, PATH, known('unconfirmed'));
  expect(heading('We could not confirm this payment yet')).toBeVisible();
  expect(screen.getByText('pay_123')).toBeVisible();
  expect(screen.getByText(/“Payment Successful!” stands here once it is confirmed/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Look again' })).toHaveAttribute('href', PATH);
  expect(screen.getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
  const { head } = await loadPage(page, PATH, known('unconfirmed'));
  expect(head.title).not.toContain('Successful');
  expect(head.description).not.toContain('has been paid');
});

test('says of a payment that failed that it did', async () => {
  await showPage(page, PATH, known('failed'));
  expect(heading('This payment failed')).toBeVisible();
});

test('keeps no place by a payment that was given back', async () => {
  await showPage(page, PATH, known('returned'));
  expect(heading('This payment was given back')).toBeVisible();
  expect(screen.queryByText(/Your place is kept|Payment Successful|Look again/)).toBeNull();
});

test.each([500, 200])('thanks who paid in this tab, and confirms it until a 200: %i', async (status) => {
  const payment = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_123', razorpay_signature: 'sig' };
  unconfirmed.keep(payment);
  const sent = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}, { status }));
  await showPage(page, PATH, known('unconfirmed'));
  shownAsPaid();
  expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body))).toEqual(payment);
  await act(async () => {});
  expect(sessionStorage).toHaveLength(status === 200 ? 0 : 1);
});

test('does not thank for another payment than the one that was made in this tab', async () => {
  unconfirmed.keep({ razorpay_order_id: 'o', razorpay_payment_id: 'pay_other', razorpay_signature: 's' });
  const sent = jest.spyOn(globalThis, 'fetch');
  await showPage(page, PATH, known('unconfirmed'));
  expect(heading('We could not confirm this payment yet')).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test.each(['confirmed', 'unconfirmed'])('shows whatever the id holds as text (%s)', async (state) => {
  const hostile = '<img src=x onerror="alert(1)">&amp;\u0000';
  const { container } = await showPage(page, `/success?payment_id=${encodeURIComponent(hostile)}`, known(state));
  expect(screen.getByText(/<img src=x/)).toBeVisible();
  expect(container.querySelector('img')).toBeNull();
});

test.each(['/success', '/success?payment_id=', '/success?payment_id=%20'])(
  '%s says kindly that there is no id',
  async (path) => {
    await showPage(page, path);
    expect(heading('No payment to show')).toBeVisible();
    expect(screen.getByRole('link', { name: 'hello@thimble.example' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  },
);

test('is for no search engine and no cache', async () => {
  const { head, maxAge, allow } = await loadPage(page, PATH, known('confirmed'));
  expect(head.noindex).toBe(true);
  expect(maxAge).toBe(0);
  expect(allow).toBeUndefined();
});
