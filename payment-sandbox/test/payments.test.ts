import { TEST_CARDS } from '../src/test-means';
import { sign } from '../src/wire';
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

const makeOrder = async (): Promise<string> => (await sandbox.send('POST', '/v1/orders', newOrder)).body.id;
const names = (): string[] => merchant.events.map(({ body }) => body.event).sort();

test.each(TEST_CARDS.filter(({ error }) => !error))('$number succeeds', async ({ number }) => {
  const { body } = await sandbox.pay(await makeOrder(), number);
  expect(body.status).toBe('captured');
});

test.each(TEST_CARDS.filter(({ error }) => error))('$number fails: $label', async ({ number, error }) => {
  const id = await makeOrder();
  const { body } = await sandbox.pay(id, number);
  expect(body).toEqual({
    status: 'failed',
    error: { ...error, metadata: { order_id: id, payment_id: expect.stringMatching(/^pay_/) } },
  });
});

test('a one-time password of three digits fails, and the order can still be paid', async () => {
  const id = await makeOrder();
  expect((await sandbox.pay(id, '4111111111111111', '123')).body.error.reason).toBe('authentication_failed');
  expect((await sandbox.pay(id, '4111111111111111')).body.status).toBe('captured');
  expect((await sandbox.send('GET', `/v1/orders/${id}`)).body).toMatchObject({ status: 'paid', attempts: 2 });
  expect((await sandbox.pay(id, '4111111111111111')).body.error.description).toBe(
    'Payment already done for this order.',
  );
});

test('pressing twice pays once', async () => {
  const card = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'Meena R' };
  const order_id = await makeOrder();
  const started = await sandbox.send('POST', '/checkout/payments', { key: sandbox.settings.keyId, order_id, card });
  const press = () => sandbox.send('POST', `/checkout/payments/${started.body.payment_id}/otp`, { otp: '1234' });
  const [first, second] = await Promise.all([press(), press()]);
  expect(first.body).toEqual(second.body);
  await merchant.received(3);
  expect(names()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
});

test.each([
  [{ number: '4242424242424242' }, 'card[number]'],
  [{ expiry: '01/20' }, 'card[expiry]'],
  [{ expiry: '13/30' }, 'card[expiry]'],
  [{ cvv: '1' }, 'card[cvv]'],
  [{ name: ' ' }, 'card[name]'],
])('names the field at fault: %j', async (wrong, field) => {
  const card = { number: '4111 1111 1111 1111', expiry: '12 / 39', cvv: '123', name: 'Meena R', ...wrong };
  const { status, body } = await sandbox.send('POST', '/checkout/payments', {
    key: sandbox.settings.keyId,
    order_id: await makeOrder(),
    card,
  });
  expect(status).toBe(400);
  expect(body.error.field).toBe(field);
});

test.each([
  [{ key: 'rzp_live_1' }, 'The api key provided is invalid'],
  [{ order_id: 'order_none' }, 'The id provided does not exist'],
  [{ amount: 100 }, 'Payment amount is different from order amount'],
])('does not open for %j', async (wrong, description) => {
  const opening = { key: sandbox.settings.keyId, order_id: await makeOrder(), amount: newOrder.amount, ...wrong };
  expect((await sandbox.send('POST', '/checkout/orders', opening)).body.error.description).toBe(description);
});

test('is paid only from its own frame', async () => {
  const answer = await sandbox.send('POST', '/checkout/payments', {}, { origin: 'https://elsewhere.example' });
  expect(answer.status).toBe(403);
});

test('signs events and says what happened in each', async () => {
  const id = await makeOrder();
  await sandbox.pay(id, '4111111111111111');
  await merchant.received(3);
  expect(names()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  for (const { raw, signature, id: eventId } of merchant.events) {
    expect(signature).toBe(sign(raw, sandbox.settings.webhookSecret));
    expect(eventId).toMatch(/^evt_\w{14}$/);
  }
  const event = (name: string) => merchant.events.find(({ body }) => body.event === name)?.body.payload;
  expect(event('payment.authorized')?.payment?.entity).toMatchObject({ status: 'authorized', captured: false });
  expect(event('payment.captured')?.payment?.entity).toMatchObject({ status: 'captured', order_id: id });
  expect(event('payment.captured')?.order).toBeUndefined();
  expect(event('order.paid')?.order?.entity).toMatchObject({ id, status: 'paid' });
});

test('tries again until the merchant takes the event', async () => {
  answers = [500, 503];
  await sandbox.pay(await makeOrder(), '4100280000060003');
  await merchant.received(3);
  expect(new Set(merchant.events.map(({ id }) => id)).size).toBe(1);
  expect(names()).toEqual(['payment.failed', 'payment.failed', 'payment.failed']);
});

test('delivers before the browser gets the answer, when a test wants that', async () => {
  await sandbox.send('POST', '/sandbox/webhooks', { beforeConfirmation: true });
  await sandbox.pay(await makeOrder(), '4111111111111111');
  expect(merchant.events).toHaveLength(3);
});

test('delivers twice with the same event id, when a test wants that', async () => {
  await sandbox.send('POST', '/sandbox/webhooks', { duplicate: 1 });
  await sandbox.pay(await makeOrder(), '4100280000060003');
  await merchant.received(2);
  expect(merchant.events[0]?.id).toBe(merchant.events[1]?.id);
});

test('holds events and releases them in the order that a test wants', async () => {
  await sandbox.send('POST', '/sandbox/webhooks', { hold: true });
  await sandbox.pay(await makeOrder(), '4111111111111111');
  expect(merchant.events).toHaveLength(0);
  const { body } = await sandbox.send('POST', '/sandbox/webhooks/release', {
    events: ['order.paid', 'payment.authorized'],
  });
  expect(body).toEqual({ released: 2 });
  expect(merchant.events.map(({ body: { event } }) => event)).toEqual(['order.paid', 'payment.authorized']);
  const held = await sandbox.send('GET', '/sandbox');
  expect(held.body.deliveries.map(({ status }: { status: string }) => status).sort()).toEqual([
    'delivered',
    'delivered',
    'held',
  ]);
});

test('the frame runs no script but its own and says that it is a sandbox', async () => {
  const frame = await sandbox.send('GET', '/checkout/frame');
  const policy = frame.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(frame.body).not.toMatch(/<script>|style=/);
  expect((await sandbox.send('GET', '/')).body).toContain('no money moves here');
  expect((await sandbox.send('GET', '/checkout.js')).headers.get('content-type')).toContain('text/javascript');
});
