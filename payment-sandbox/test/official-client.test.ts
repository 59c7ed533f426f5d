import Razorpay from 'razorpay';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils';
import { newOrder, startMerchant, startSandbox } from './start-sandbox';

/** Points the official client at the sandbox. The provider's host is built into the client, so its base URL is replaced. */
function connect(client: Razorpay, origin: string): Razorpay {
  const api: unknown = Reflect.get(client, 'api');
  const { rq } = api as { rq: { defaults: { baseURL: string } } };
  rq.defaults.baseURL = origin;
  return client;
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let merchant: Awaited<ReturnType<typeof startMerchant>>;
let client: Razorpay;
beforeAll(async () => {
  merchant = await startMerchant();
  sandbox = await startSandbox({ webhookUrl: merchant.url });
  const { keyId, keySecret } = sandbox.settings;
  client = connect(new Razorpay({ key_id: keyId, key_secret: keySecret }), sandbox.origin);
});
afterAll(async () => {
  await sandbox.close();
  await merchant.close();
});

test('the official client makes, finds and lists an order', async () => {
  const order = await client.orders.create({ ...newOrder, receipt: 'official', notes: { course: 'online' } });
  expect(order).toMatchObject({ entity: 'order', amount: 5_000_000, status: 'created', notes: { course: 'online' } });
  expect(await client.orders.fetch(order.id)).toEqual(order);
  expect(await client.orders.all({ receipt: 'official' })).toEqual({ entity: 'collection', count: 1, items: [order] });
});

test('the official client reads a payment and accepts its signature', async () => {
  const order = await client.orders.create(newOrder);
  const { body } = await sandbox.pay(order.id, '4111111111111111');
  const { razorpay_payment_id: id, razorpay_order_id, razorpay_signature } = body.response;
  expect(razorpay_order_id).toBe(order.id);
  expect(await client.payments.fetch(id)).toMatchObject({
    id,
    status: 'captured',
    captured: true,
    method: 'card',
    order_id: order.id,
  });
  expect(await client.orders.fetchPayments(order.id)).toMatchObject({ count: 1, items: [{ id }] });
  expect(await client.orders.fetch(order.id)).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_paid: 5_000_000,
    attempts: 1,
  });
  const { keySecret } = sandbox.settings;
  expect(validatePaymentVerification({ order_id: order.id, payment_id: id }, razorpay_signature, keySecret)).toBe(true);
  expect(
    validatePaymentVerification({ order_id: order.id, payment_id: 'pay_other' }, razorpay_signature, keySecret),
  ).toBe(false);
});

test('the official client accepts the signature of events', async () => {
  const [event] = await merchant.received(1);
  expect(validateWebhookSignature(event?.raw ?? '', event?.signature ?? '', sandbox.settings.webhookSecret)).toBe(true);
});

test('the official client refunds in part and in whole, and finds each refund', async () => {
  const order = await client.orders.create(newOrder);
  const id = await sandbox.paid(order.id);
  const part = await client.payments.refund(id, { amount: 1_000_000, notes: { why: 'a day less' }, receipt: 'r-9' });
  expect(part).toMatchObject({ entity: 'refund', amount: 1_000_000, payment_id: id, receipt: 'r-9' });
  const rest = await client.payments.refund(id, {});
  expect(rest.amount).toBe(4_000_000);
  expect(await client.payments.fetchMultipleRefund(id, {})).toMatchObject({ count: 2, items: [rest, part] });
  expect(await client.payments.fetch(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
  await expect(client.payments.refund(id, {})).rejects.toMatchObject({
    error: { description: 'The payment has been fully refunded already' },
  });
});

test('the official client understands refusals', async () => {
  await expect(client.orders.fetch('order_none')).rejects.toMatchObject({
    statusCode: 400,
    error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' },
  });
  const stranger = connect(new Razorpay({ key_id: 'rzp_test_other', key_secret: 'x' }), sandbox.origin);
  await expect(stranger.orders.create(newOrder)).rejects.toMatchObject({ statusCode: 401 });
});
