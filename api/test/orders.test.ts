import { randomUUID } from 'node:crypto';
import { reconcile } from '../src/orders/reconcile';
import { type FakeProvider, KEY_ID, KEY_SECRET, sign, startProvider, WEBHOOK_SECRET } from './helpers/provider';
import { startSite, type TestSite } from './helpers/site';

const TIMEOUT_MS = 150;
let site: TestSite;
let provider: FakeProvider;
beforeAll(async () => {
  provider = await startProvider();
  site = await startSite({
    PAYMENT_API_ORIGIN: provider.url,
    PAYMENT_KEY_ID: KEY_ID,
    PAYMENT_KEY_SECRET: KEY_SECRET,
    PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PAYMENT_TIMEOUT_MS: String(TIMEOUT_MS),
  });
});
afterAll(async () => {
  await site.stop();
  await provider.close();
});
beforeEach(() => {
  provider.calls.length = 0;
  provider.faults.length = 0;
});

const order = async (amount: unknown = 5_000_000, headers: Record<string, string> = {}) => {
  const answer = await site.post('/create_order.php', { amount }, headers);
  return { status: answer.status, body: await answer.json() };
};
const statusOf = async (id: string) =>
  (await site.database.query<{ status: string }>('select status from orders where provider_order_id = $1', [id]))[0]
    ?.status;
const paymentsOf = (id: string) =>
  site.database.query(
    'select p.id, p.status, p.error_description from payments p join orders o on o.id = p.order_id where o.provider_order_id = $1',
    [id],
  );
const confirm = (orderId: string, paymentId: string, signature = sign(`${orderId}|${paymentId}`, KEY_SECRET)) =>
  site.post('/confirm_payment.php', {
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: signature,
  });
const payment = (orderId: string, status: string, id: string, more: Record<string, unknown> = {}) => ({
  id,
  entity: 'payment',
  order_id: orderId,
  status,
  amount: 5_000_000,
  currency: 'INR',
  method: 'card',
  email: 'payer@x.example',
  contact: '+919840000000',
  notes: [],
  error_code: null,
  error_description: null,
  ...more,
});
const event = (type: string, payload: unknown) => ({
  entity: 'event',
  event: type,
  contains: ['payment'],
  payload,
  created_at: 1,
});
const hook = (body: unknown, { id = randomUUID(), secret = WEBHOOK_SECRET }: { id?: string; secret?: string } = {}) => {
  const raw = JSON.stringify(body, null, 1);
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': sign(raw, secret),
    'x-razorpay-event-id': id,
  };
  return fetch(`${site.url}/webhooks/payment`, { method: 'POST', body: raw, headers });
};
const newOrder = async (): Promise<string> => (await order()).body.id;

describe('making an order', () => {
  test.each([5_000_000, 10_000_000, 20_000_000])('%d paise is the price of a course', async (amount) => {
    const { status, body } = await order(amount);
    expect(status).toBe(200);
    expect(provider.orders.find(({ id }) => id === body.id)).toMatchObject({
      amount,
      currency: 'INR',
      receipt: expect.stringMatching(/^course_[0-9a-f]{24}$/),
    });
    expect(await statusOf(body.id)).toBe('open');
  });

  test.each([1, 4_999_999, -5_000_000, 0, 5_000_000.5, '5000000', null, 1e300])('%p is not', async (amount) => {
    const { status, body } = await order(amount);
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false });
    expect(body.id).toBeUndefined();
    expect(provider.calls).toEqual([]);
  });

  test('the same click gets the same order', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([order(5_000_000, headers), order(5_000_000, headers)]);
    const third = await order(5_000_000, headers);
    expect(new Set([first, second, third].map(({ body }) => body.id)).size).toBe(1);
    expect(provider.calls).toEqual(['POST /v1/orders']);
  });

  test('an answer that never comes is asked for by receipt, and no second order is made', async () => {
    provider.faults.push('late');
    const { status, body } = await order();
    expect(status).toBe(200);
    expect(provider.calls).toEqual(['POST /v1/orders', 'GET /v1/orders']);
    expect(provider.orders.at(-1)?.id).toBe(body.id);
  });

  test.each(['hang', 'error', 'garbage'] as const)(
    'after "%s" the provider is asked, and the order made when it is not there',
    async (fault) => {
      provider.faults.push(fault);
      expect((await order()).status).toBe(200);
      expect(provider.calls).toEqual(['POST /v1/orders', 'GET /v1/orders', 'POST /v1/orders']);
    },
  );

  test('a refusal is final, and told without an id', async () => {
    provider.faults.push('refuse');
    const { status, body } = await order();
    expect([status, body.id]).toEqual([502, undefined]);
    expect(body.message).toMatch(/Nothing has been charged/);
    expect(provider.calls).toEqual(['POST /v1/orders']);
  });

  test('when the provider stays away the next click finds what became of the order', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    provider.faults.push('late', 'hang');
    expect((await order(5_000_000, headers)).status).toBe(502);
    const made = provider.orders.at(-1)?.id;
    const { status, body } = await order(5_000_000, headers);
    expect([status, body.id]).toEqual([200, made]);
  });
});

describe('confirming a payment', () => {
  test("the provider's signature is believed, twice as well as once", async () => {
    const id = await newOrder();
    for (const _time of [1, 2]) expect((await confirm(id, 'pay_1')).status).toBe(200);
    expect(await statusOf(id)).toBe('authorized');
    expect(await paymentsOf(id)).toMatchObject([{ id: 'pay_1', status: 'authorized' }]);
  });

  test.each([
    ['of another payment', (id: string) => sign(`${id}|pay_other`, KEY_SECRET)],
    ['with another secret', (id: string) => sign(`${id}|pay_2`, 'guess')],
    ['that is none', () => 'x'],
  ])('a signature %s is not', async (_what, signature) => {
    const id = await newOrder();
    const answer = await confirm(id, 'pay_2', signature(id));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ success: false, message: expect.stringMatching(/could not be verified/) });
    expect(await statusOf(id)).toBe('open');
  });

  test('an order that is not ours is not, though its signature is right', async () => {
    expect((await confirm('order_of_another_shop', 'pay_3')).status).toBe(400);
  });
});

describe('webhooks', () => {
  test('a failed payment may be followed by a captured one, and what comes late changes nothing', async () => {
    const id = await newOrder();
    await hook(
      event('payment.failed', {
        payment: { entity: payment(id, 'failed', 'pay_f', { error_description: 'Declined' }) },
      }),
    );
    expect(await statusOf(id)).toBe('open');
    expect(await paymentsOf(id)).toMatchObject([{ status: 'failed', error_description: 'Declined' }]);
    await hook(event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_f') } }));
    await hook(event('payment.authorized', { payment: { entity: payment(id, 'authorized', 'pay_f') } }));
    await hook(event('payment.failed', { payment: { entity: payment(id, 'failed', 'pay_f') } }));
    expect(await statusOf(id)).toBe('paid');
    expect(await paymentsOf(id)).toMatchObject([{ id: 'pay_f', status: 'captured' }]);
  });

  test('an event counts once, however often it comes', async () => {
    const id = await newOrder();
    const body = event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_once') } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => hook(body, { id: 'evt_once' })));
    const outcomes = await Promise.all(answers.map(async (answer) => (await answer.json()).outcome));
    expect(outcomes.sort()).toEqual(['applied', ...Array(7).fill('repeated')]);
  });

  test('order.paid finds an order whose id was lost on the way, by its receipt', async () => {
    provider.faults.push('late', 'hang');
    expect((await order()).status).toBe(502);
    const lost = provider.orders.at(-1);
    const entities = { payment: { entity: payment(lost?.id ?? '', 'captured', 'pay_lost') }, order: { entity: lost } };
    expect(await (await hook(event('order.paid', entities))).json()).toMatchObject({ outcome: 'applied' });
    expect(await statusOf(lost?.id ?? '')).toBe('paid');
  });

  test('an amount that is not the order’s pays nothing', async () => {
    const id = await newOrder();
    await hook(
      event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_less', { amount: 100 }) } }),
    );
    expect(await statusOf(id)).toBe('open');
    expect(site.log.join('')).toContain('pay_less does not have the amount');
  });

  test('a wrong signature is refused and nothing kept', async () => {
    const answer = await hook(event('payment.captured', {}), { id: 'evt_forged', secret: 'guess' });
    expect(answer.status).toBe(401);
    expect(await site.database.query(`select 1 from webhook_events where id = 'evt_forged'`)).toEqual([]);
  });

  test('unknown events and orders are kept, without what tells who paid', async () => {
    expect(
      (
        await hook(event('dispute.created', { payment: { entity: payment('order_x', 'captured', 'pay_d') } }), {
          id: 'evt_new',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await hook(event('payment.captured', { payment: { entity: payment('order_x', 'captured', 'pay_d') } }), {
          id: 'evt_far',
        })
      ).status,
    ).toBe(200);
    const rows = await site.database.query(
      `select id, type, outcome, payload::text from webhook_events where id in ('evt_new', 'evt_far') order by id`,
    );
    expect(rows).toMatchObject([
      { id: 'evt_far', outcome: 'unknown_order' },
      { id: 'evt_new', type: 'dispute.created', outcome: 'unknown_event' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/payer@x|9198400/);
  });

  test('what is no event is refused', async () => {
    for (const body of [[], 7, null, { event: 3 }, 'x']) expect((await hook(body)).status).toBe(400);
  });
});

test('the reconciliation learns of everything that no webhook told', async () => {
  const paid = await newOrder();
  provider.payments.push(payment(paid, 'failed', 'pay_r1'), payment(paid, 'captured', 'pay_r2'));
  provider.faults.push('late', 'hang');
  await order();
  const lost = provider.orders.at(-1)?.id ?? '';
  provider.payments.push(payment(lost, 'authorized', 'pay_r3'));
  const results = [];
  for await (const result of reconcile(site.context.database.db, site.context.provider)) results.push(result);
  expect(await statusOf(paid)).toBe('paid');
  expect(await statusOf(lost)).toBe('authorized');
  expect(results.length).toBeGreaterThan(1);
  provider.faults.push('error');
  const again = [];
  for await (const result of reconcile(site.context.database.db, site.context.provider)) again.push(result);
  expect(again[0]?.problem).toMatch(/answered 500/);
  expect(again.filter(({ problem }) => problem)).toHaveLength(1);
});
