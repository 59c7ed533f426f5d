import { newOrder, startMerchant, startSandbox } from './start-sandbox';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let merchant: Awaited<ReturnType<typeof startMerchant>>;
let answers: number[] = [];

beforeEach(async () => {
  answers = [];
  merchant = await startMerchant(() => answers.shift() ?? 200);
  sandbox = await startSandbox({ webhookUrl: merchant.url });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const makeOrder = async (more: object = {}): Promise<string> =>
  (await sandbox.send('POST', '/v1/orders', { ...newOrder, ...more })).body.id;
const paymentOf = async (id: string) => (await sandbox.send('GET', `/v1/payments/${id}`)).body;
const names = (): string[] => merchant.events.map(({ body }) => body.event).sort();
const entity = (event: string, name: string) =>
  merchant.events.find(({ body }) => body.event === event)?.body.payload[name]?.entity;

test('a payment by UPI succeeds, and shows no card', async () => {
  const order = await makeOrder();
  const payment = await paymentOf(await sandbox.payByUpi(order, ' Success@Razorpay '));
  expect(payment).toMatchObject({
    status: 'captured',
    method: 'upi',
    vpa: 'success@razorpay',
    card_id: null,
    acquirer_data: { rrn: expect.any(String) },
  });
  expect(payment).not.toHaveProperty('card');
});

test('a payment by UPI fails, and an address that is not a test address is named', async () => {
  const order = await makeOrder();
  const failed = await paymentOf(await sandbox.payByUpi(order, 'failure@razorpay'));
  expect(failed).toMatchObject({ status: 'failed', error_reason: 'card_declined' });
  const opening = { key: sandbox.settings.keyId, order_id: order, upi: { vpa: 'me@bank' } };
  expect((await sandbox.send('POST', '/checkout/payments', opening)).body.error.field).toBe('vpa');
});

test.each([
  ['the order', { payment: { capture: 'manual' } }, {}],
  ['the account', {}, { capture: 'manual' }],
])('%s may leave the capture to the merchant', async (_who, order, account) => {
  await sandbox.send('POST', '/sandbox/account', account);
  const id = await sandbox.payByUpi(await makeOrder(order));
  expect(await paymentOf(id)).toMatchObject({ status: 'authorized', captured: false, fee: null });
  const wrong = await sandbox.send('POST', `/v1/payments/${id}/capture`, { amount: 100, currency: 'INR' });
  expect(wrong.body.error.description).toBe('Capture amount must be equal to the amount authorized');
  const taken = await sandbox.send('POST', `/v1/payments/${id}/capture`, { amount: newOrder.amount, currency: 'INR' });
  expect(taken.body).toMatchObject({ status: 'captured', captured: true });
  const again = await sandbox.send('POST', `/v1/payments/${id}/capture`, { amount: newOrder.amount, currency: 'INR' });
  expect(again.body.error.description).toBe('This payment has already been captured');
  await merchant.received(3);
  expect(names()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
});

test('an order that asks for it is captured whatever the account does', async () => {
  await sandbox.send('POST', '/sandbox/account', { capture: 'manual' });
  const id = await sandbox.payByUpi(await makeOrder({ payment: { capture: 'automatic' } }));
  expect(await paymentOf(id)).toMatchObject({ status: 'captured' });
});

test('a refund in part, then of the rest, and no more than that', async () => {
  const id = await sandbox.payByUpi(await makeOrder());
  const part = await sandbox.send('POST', `/v1/payments/${id}/refund`, {
    amount: 1_000_000,
    notes: { why: 'one day' },
  });
  expect(part.body).toMatchObject({ entity: 'refund', amount: 1_000_000, payment_id: id, status: 'processed' });
  expect(await paymentOf(id)).toMatchObject({
    status: 'captured',
    amount_refunded: 1_000_000,
    refund_status: 'partial',
  });
  const tooMuch = await sandbox.send('POST', `/v1/payments/${id}/refund`, { amount: 4_000_001 });
  expect(tooMuch.body.error.description).toBe('The refund amount provided is greater than amount captured');
  await sandbox.send('POST', `/v1/payments/${id}/refund`, {});
  expect(await paymentOf(id)).toMatchObject({ status: 'refunded', amount_refunded: 5_000_000, refund_status: 'full' });
  const more = await sandbox.send('POST', `/v1/payments/${id}/refund`, {});
  expect(more.body.error.description).toBe('The payment has been fully refunded already');
  const listed = await sandbox.send('GET', `/v1/payments/${id}/refunds`);
  expect(listed.body).toMatchObject({ count: 2, items: [{ amount: 4_000_000 }, { amount: 1_000_000 }] });
  await merchant.received(7);
  expect(names().filter((name) => name.startsWith('refund'))).toEqual([
    'refund.created',
    'refund.created',
    'refund.processed',
    'refund.processed',
  ]);
  expect(entity('refund.processed', 'payment')).toMatchObject({ id });
});

test('a refund that fails gives the money back to the merchant', async () => {
  await sandbox.send('POST', '/sandbox/account', { refunds: 'pending' });
  const id = await sandbox.payByUpi(await makeOrder());
  const { body } = await sandbox.send('POST', `/v1/payments/${id}/refund`, {});
  expect([body.status, (await paymentOf(id)).status]).toEqual(['pending', 'refunded']);
  await sandbox.send('POST', `/sandbox/refunds/${body.id}`, { status: 'failed' });
  expect(await paymentOf(id)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null });
  await merchant.received(5);
  expect(entity('refund.failed', 'refund')).toMatchObject({ id: body.id, status: 'failed' });
});

test('a payment that was given up is authorised late, and goes back when nobody captures it', async () => {
  const order = await makeOrder({ payment: { capture: 'automatic' } });
  const id = await sandbox.payByUpi(order, 'late@razorpay');
  expect((await paymentOf(id)).status).toBe('failed');
  const late = await sandbox.send('POST', `/sandbox/payments/${id}/authorize`, { capture: false });
  expect(late.body).toMatchObject({ status: 'authorized', error_code: null });
  await sandbox.send('POST', `/sandbox/payments/${id}/expire`, {});
  expect(await paymentOf(id)).toMatchObject({ status: 'refunded', captured: false });
  expect((await sandbox.send('GET', `/v1/orders/${order}`)).body.status).toBe('attempted');
  await merchant.received(4);
  expect(names()).toEqual(['payment.authorized', 'payment.failed', 'refund.created', 'refund.processed']);
});

test('a late authorisation in time is captured, a second one of the same order never', async () => {
  const order = await makeOrder();
  const ids = [await sandbox.payByUpi(order, 'late@razorpay'), await sandbox.payByUpi(order, 'late@razorpay')];
  for (const id of ids) await sandbox.send('POST', `/sandbox/payments/${id}/authorize`, {});
  const states = await Promise.all(ids.map(async (id) => (await paymentOf(id)).status));
  expect(states).toEqual(['captured', 'authorized']);
});

test('a dispute is opened, reviewed and lost', async () => {
  const id = await sandbox.payByUpi(await makeOrder());
  const { body } = await sandbox.send('POST', `/sandbox/payments/${id}/dispute`, {});
  expect(body).toMatchObject({ entity: 'dispute', payment_id: id, status: 'open', amount_deducted: 0 });
  await sandbox.send('POST', `/sandbox/disputes/${body.id}`, { status: 'under_review' });
  expect((await sandbox.send('POST', `/v1/disputes/${body.id}/accept`, {})).body).toMatchObject({
    status: 'lost',
    amount_deducted: 5_000_000,
  });
  expect((await sandbox.send('POST', `/sandbox/disputes/${body.id}`, { status: 'won' })).status).toBe(400);
  expect((await sandbox.send('GET', '/v1/disputes')).body).toMatchObject({ count: 1, items: [{ id: body.id }] });
  await merchant.received(6);
  expect(names().slice(-4, -1)).toEqual(['payment.captured', 'payment.dispute.created', 'payment.dispute.lost']);
  expect(entity('payment.dispute.under_review', 'dispute')).toMatchObject({ id: body.id, status: 'under_review' });
});

test('an event keeps the signature of the old secret while it is tried again', async () => {
  const hook = '/sandbox/webhooks';
  answers = [500];
  await sandbox.send('POST', hook, { hold: true });
  await sandbox.payByUpi(await makeOrder(), 'failure@razorpay');
  await sandbox.send('POST', hook, { hold: false, secret: 'the new one' });
  await sandbox.send('POST', '/sandbox/webhooks/release', {});
  await merchant.received(2);
  await sandbox.payByUpi(await makeOrder(), 'failure@razorpay');
  const [first, retry, fresh] = await merchant.received(3);
  expect(retry?.signature).toBe(first?.signature);
  const { validateWebhookSignature } = await import('razorpay/dist/utils/razorpay-utils');
  expect(validateWebhookSignature(retry?.raw ?? '', retry?.signature ?? '', 'sandbox_webhook_secret')).toBe(true);
  expect(validateWebhookSignature(fresh?.raw ?? '', fresh?.signature ?? '', 'the new one')).toBe(true);
});

test.each([
  ['/sandbox/account', { capture: 'never' }, 'capture'],
  ['/sandbox/account', { refunds: 'maybe' }, 'refunds'],
  ['/sandbox/webhooks', { secret: '' }, 'secret'],
  ['/v1/orders', { ...newOrder, payment: { capture: 'soon' } }, 'payment'],
])('names what is wrong in %s', async (path, body, field) => {
  const answer = await sandbox.send('POST', path, body);
  expect([answer.status, answer.body.error.field]).toEqual([400, field]);
});
