import { reconcileJob } from '../src/orders/reconcile';
import { sign } from './helpers/orders/provider';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { until } from './helpers/site';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ PAYMENT_WEBHOOK_SECRET_PREVIOUS: 'the old secret' });
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.provider.calls.length = 0;
  shop.provider.faults.length = 0;
});

const { statusOf, paymentsOf, payment, event, hook, newOrder, confirm } = callsOf(() => shop);

const AMOUNT = 5_000_000;
const paymentEvent = (type: string, orderId: string, status: string, id: string, more = {}) =>
  event(type, { payment: { entity: payment(orderId, status, id, more) } });
const refundEvent = (step: string, orderId: string, id: string, amount: number, of: string, more = {}) =>
  event(`refund.${step}`, {
    refund: { entity: { id, payment_id: of, amount, status: step === 'created' ? 'pending' : step } },
    payment: {
      entity: payment(orderId, amount === AMOUNT ? 'refunded' : 'captured', of, {
        captured: true,
        amount_refunded: amount,
        ...more,
      }),
    },
  });
const disputeEvent = (step: string, orderId: string, of: string) =>
  event(`payment.dispute.${step}`, {
    dispute: {
      entity: { id: `disp_${of}`, payment_id: of, amount: AMOUNT, status: step === 'created' ? 'open' : step },
    },
    payment: { entity: payment(orderId, 'captured', of, { captured: true }) },
  });
const runJob = () => reconcileJob(shop.site.context).run(new AbortController().signal);
const makeOld = (id: string, age: string) =>
  shop.site.database.query(
    'update orders set created_at = now() - $2::interval, checked_at = now() - $2::interval where provider_order_id = $1',
    [id, age],
  );

test('the order asks the provider for its capture, with notes that the server made', async () => {
  const id = await newOrder();
  expect(shop.provider.orders.find((order) => order.id === id)).toMatchObject({
    payment: { capture: 'automatic' },
    notes: { order: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
});

describe('a refund', () => {
  test('in whole is never paid again, whatever comes after it', async () => {
    const id = await newOrder();
    const captured = paymentEvent('payment.captured', id, 'captured', 'pay_w', { captured: true });
    await hook(captured);
    await hook(refundEvent('created', id, 'rfnd_w', AMOUNT, 'pay_w'));
    await hook(refundEvent('processed', id, 'rfnd_w', AMOUNT, 'pay_w'));
    expect(await statusOf(id)).toBe('refunded');
    for (const late of [captured, paymentEvent('payment.authorized', id, 'authorized', 'pay_w')]) await hook(late);
    await confirm(id, 'pay_w');
    shop.provider.payments.push(payment(id, 'refunded', 'pay_w', { captured: true, amount_refunded: AMOUNT }));
    await makeOld(id, '2 days');
    await runJob();
    expect(await statusOf(id)).toBe('refunded');
    expect(await paymentsOf(id)).toMatchObject([{ id: 'pay_w', status: 'refunded' }]);
  });

  test('in part says so', async () => {
    const id = await newOrder();
    await hook(refundEvent('processed', id, 'rfnd_p', 1_000_000, 'pay_p'));
    expect(await statusOf(id)).toBe('partly_refunded');
    await hook(paymentEvent('payment.captured', id, 'captured', 'pay_p', { captured: true }));
    expect(await statusOf(id)).toBe('partly_refunded');
  });

  test('reported by REST alone is refunded, not paid', async () => {
    const id = await newOrder();
    shop.provider.payments.push(payment(id, 'refunded', 'pay_rest', { captured: true, amount_refunded: AMOUNT }));
    await makeOld(id, '1 hour');
    await runJob();
    expect(await statusOf(id)).toBe('refunded');
  });

  test('that failed is not hidden', async () => {
    const id = await newOrder();
    await hook(refundEvent('created', id, 'rfnd_f', AMOUNT, 'pay_ff'));
    await hook(refundEvent('failed', id, 'rfnd_f', AMOUNT, 'pay_ff', { status: 'captured', amount_refunded: 0 }));
    expect(await statusOf(id)).toBe('refund_failed');
  });
});

test('what was authorised late and never captured is not paid, also after it went back', async () => {
  const id = await newOrder();
  await hook(paymentEvent('payment.failed', id, 'failed', 'pay_late'));
  expect(await statusOf(id)).toBe('failed');
  await hook(paymentEvent('payment.authorized', id, 'authorized', 'pay_late', { captured: false }));
  expect(await statusOf(id)).toBe('authorized');
  shop.provider.payments.push(payment(id, 'refunded', 'pay_late', { captured: false, amount_refunded: AMOUNT }));
  await makeOld(id, '6 days');
  await runJob();
  expect(await statusOf(id)).toBe('refunded');
});

test('a dispute is shown until it is won, and stays when it is lost', async () => {
  const [won, lost] = [await newOrder(), await newOrder()];
  for (const [id, pay] of [
    [won, 'pay_won'],
    [lost, 'pay_lost2'],
  ] as const) {
    await hook(paymentEvent('payment.captured', id, 'captured', pay, { captured: true }));
    await hook(disputeEvent('created', id, pay));
    expect(await statusOf(id)).toBe('disputed');
  }
  await hook(disputeEvent('won', won, 'pay_won'));
  await hook(disputeEvent('lost', lost, 'pay_lost2'));
  expect([await statusOf(won), await statusOf(lost)]).toEqual(['paid', 'charged_back']);
});

describe('a webhook that is signed but cannot be read', () => {
  const raw = async (body: string, id: string, secret?: string) => {
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': sign(body, secret ?? 'hook_secret'),
      'x-razorpay-event-id': id,
    };
    return fetch(`${shop.site.url}/webhooks/payment`, { method: 'POST', body, headers });
  };

  test.each([
    ['no JSON', '{"event":', 'unreadable'],
    ['no event', '[]', 'unreadable'],
    [
      'a payment of a new form',
      '{"event":"payment.captured","payload":{"payment":{"entity":{"id":7}}}}',
      'payment.captured',
    ],
    [
      'a payment in a new state',
      JSON.stringify(paymentEvent('payment.captured', 'order_1', 'parked', 'pay_1')),
      'payment.captured',
    ],
  ])('is kept, marked and alarmed: %s', async (what, body, type) => {
    const id = `evt_bad_${what.replaceAll(' ', '_')}`;
    shop.site.log.length = 0;
    const answer = await raw(body, id);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, outcome: 'unreadable' }]);
    const rows = await shop.site.database.query('select type, outcome, payload from webhook_events where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ type, outcome: 'unreadable', payload: { body } }]);
    const alarmed = await until(async () => {
      const rows = await shop.site.database.query('select text from alarms where name = $1', [
        `webhook-unreadable:${id}`,
      ]);
      return rows.length > 0 && rows;
    });
    expect(JSON.stringify(alarmed)).toContain('signed but cannot be read');
    expect(shop.site.log.join('')).toMatch(/"level":50.*signed but cannot be read/);
    const metrics = await (await fetch(`${shop.site.privateUrl}/metrics`)).text();
    expect(metrics).toMatch(/payment_webhooks_total\{outcome="unreadable",secret="current"\} [1-9]/);
  });

  test('is applied when it comes again and can be read', async () => {
    const id = await newOrder();
    await raw('{', 'evt_again');
    const whole = paymentEvent('payment.captured', id, 'captured', 'pay_again', { captured: true });
    expect(await (await raw(JSON.stringify(whole), 'evt_again')).json()).toMatchObject({ outcome: 'applied' });
    expect(await statusOf(id)).toBe('paid');
  });
});

test('while the secret is replaced, both are believed', async () => {
  const id = await newOrder();
  const old = paymentEvent('payment.captured', id, 'captured', 'pay_old', { captured: true });
  expect((await hook(old, { secret: 'the old secret' })).status).toBe(200);
  expect(await statusOf(id)).toBe('paid');
  expect((await hook(old, { secret: 'an older secret' })).status).toBe(401);
});

describe('by itself the API', () => {
  test('gives up what nobody has paid for a day, and takes the money all the same when it comes', async () => {
    const [young, old] = [await newOrder(), await newOrder()];
    await makeOld(young, '23 hours');
    await makeOld(old, '25 hours');
    await runJob();
    expect([await statusOf(young), await statusOf(old)]).toEqual(['created', 'expired']);
    await hook(paymentEvent('payment.captured', old, 'captured', 'pay_very_late', { captured: true }));
    expect(await statusOf(old)).toBe('paid');
  });

  test('asks for what was paid once a day for 90 days, and learns of refunds and disputes', async () => {
    const [recent, past, today] = [await newOrder(), await newOrder(), await newOrder()];
    for (const id of [recent, past, today]) {
      await hook(paymentEvent('payment.captured', id, 'captured', `pay_${id}`, { captured: true }));
      shop.provider.payments.push(payment(id, 'refunded', `pay_${id}`, { captured: true, amount_refunded: AMOUNT }));
    }
    await makeOld(recent, '89 days');
    await makeOld(past, '91 days');
    await runJob();
    await runJob();
    expect([await statusOf(recent), await statusOf(past)]).toEqual(['refunded', 'paid']);
    const asked = (id: string) => shop.provider.calls.filter((call) => call.includes(`${id}/payments`)).length;
    expect([asked(recent), asked(past)]).toEqual([1, 0]);
    expect([await statusOf(today), asked(today)]).toEqual(['paid', 0]);
  });
});
