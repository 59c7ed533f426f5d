import { randomUUID } from 'node:crypto';
import { openOrders, type Reconciled, reconcile, reconcileAlarm, reconcileJob } from '../src/orders/reconcile';
import { KEY_SECRET, sign } from './helpers/orders/provider';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.provider.calls.length = 0;
  shop.provider.faults.length = 0;
});

const { order, statusOf, paymentsOf, confirm, payment, newOrder } = callsOf(() => shop);

describe('making an order', () => {
  test.each([5_000_000, 10_000_000, 20_000_000])('%d paise is the price of a course', async (amount) => {
    const { status, body } = await order(amount);
    expect(status).toBe(200);
    expect(shop.provider.orders.find(({ id }) => id === body.id)).toMatchObject({
      amount,
      currency: 'INR',
      receipt: expect.stringMatching(/^course_[0-9a-f]{24}$/),
    });
    expect(await statusOf(body.id)).toBe('created');
  });

  test.each([1, 4_999_999, -5_000_000, 0, 5_000_000.5, '5000000', null, 1e300])('%p is not', async (amount) => {
    const { status, body } = await order(amount);
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false });
    expect(body.id).toBeUndefined();
    expect(shop.provider.calls).toEqual([]);
  });

  test('the same click gets the same order', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([order(5_000_000, headers), order(5_000_000, headers)]);
    const third = await order(5_000_000, headers);
    expect(new Set([first, second, third].map(({ body }) => body.id)).size).toBe(1);
    expect(shop.provider.calls).toEqual(['POST /v1/orders']);
  });

  test('an answer that never comes is asked for by receipt, and no second order is made', async () => {
    shop.provider.faults.push('late');
    const { status, body } = await order();
    expect(status).toBe(200);
    expect(shop.provider.calls).toEqual(['POST /v1/orders', 'GET /v1/orders']);
    expect(shop.provider.orders.at(-1)?.id).toBe(body.id);
  });

  test.each(['hang', 'error', 'garbage'] as const)(
    'after "%s" the provider is asked, and the order made when it is not there',
    async (fault) => {
      shop.provider.faults.push(fault);
      expect((await order()).status).toBe(200);
      expect(shop.provider.calls).toEqual(['POST /v1/orders', 'GET /v1/orders', 'POST /v1/orders']);
    },
  );

  test('a refusal is final, and reported without an id', async () => {
    shop.provider.faults.push('refuse');
    const { status, body } = await order();
    expect([status, body.id]).toEqual([502, undefined]);
    expect(body.message).toMatch(/Nothing has been charged/);
    expect(shop.provider.calls).toEqual(['POST /v1/orders']);
  });

  test('when the provider stays away the next click finds what became of the order', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    shop.provider.faults.push('late', 'hang');
    expect((await order(5_000_000, headers)).status).toBe(502);
    const made = shop.provider.orders.at(-1)?.id;
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
    expect(await statusOf(id)).toBe('created');
  });

  test('an order that is not ours is not, though its signature is right', async () => {
    expect((await confirm('order_of_another_shop', 'pay_3')).status).toBe(400);
  });
});

test('the reconciliation learns of everything that no webhook reported', async () => {
  const paid = await newOrder();
  shop.provider.payments.push(payment(paid, 'failed', 'pay_r1'), payment(paid, 'captured', 'pay_r2'));
  shop.provider.faults.push('late', 'hang');
  await order();
  const lost = shop.provider.orders.at(-1)?.id ?? '';
  shop.provider.payments.push(payment(lost, 'authorized', 'pay_r3'));
  const { context } = shop.site;
  const all = async (): Promise<Reconciled[]> => {
    const results: Reconciled[] = [];
    for await (const result of reconcile(context, await openOrders(context.db))) results.push(result);
    return results;
  };
  const results = await all();
  expect(await statusOf(paid)).toBe('paid');
  expect(await statusOf(lost)).toBe('authorized');
  expect(results.length).toBeGreaterThan(1);
  shop.provider.faults.push('error');
  const again = await all();
  expect(again[0]?.problem).toMatch(/answered 500/);
  expect(again.filter(({ problem }) => problem)).toHaveLength(1);
});

test('an order that the provider does not answer for is asked for again soon, and an alarm after an hour', async () => {
  const { site, provider } = shop;
  const { body } = await order();
  await site.database.query(
    "update orders set created_at = now() - interval '70 minutes', reconciled_at = now() - interval '125 minutes', checked_at = now() - interval '6 minutes' where provider_order_id = $1",
    [body.id],
  );
  provider.faults.push('error', 'error');
  const signal = new AbortController().signal;
  await reconcileJob(site.context).run(signal);
  const check = () => reconcileAlarm(site.context.database.db, site.context.alarms).run(signal);
  await check();
  const alarmed = () => site.database.query("select text from alarms where name = 'orders-unreconciled'");
  expect(await alarmed()).toEqual([
    { text: expect.stringMatching(/^1 orders could not be compared .* for 65 minutes/) },
  ]);
  const metrics = await (await fetch(`${site.privateUrl}/metrics`)).text();
  expect(metrics).toMatch(/^orders_unreconciled 1$/m);
  expect(metrics).toMatch(/^orders_unreconciled_seconds 39\d\d/m);
  await site.database.query(
    "update orders set checked_at = now() - interval '6 minutes' where provider_order_id = $1",
    [body.id],
  );
  provider.faults.length = 0;
  await reconcileJob(site.context).run(signal);
  await check();
  expect(await alarmed()).toEqual([]);
});
