import { randomUUID } from 'node:crypto';
import { checkPayments } from '../src/orders/problems';
import { createProviderClient } from '../src/orders/provider';
import {
  checkReconciled,
  openOrders,
  type Reconciled,
  reconcile,
  reconcileDue,
  reconcileNewest,
} from '../src/orders/reconcile';
import { KEY_SECRET, sign, startProvider, WEBHOOK_SECRET } from './helpers/orders/provider';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ PAYMENT_WEBHOOK_SECRET_PREVIOUS: 'the old secret' });
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.provider.calls.length = 0;
  shop.provider.faults.length = 0;
});

const { order, statusOf, paymentsOf, confirm, payment, event, hook, newOrder } = callsOf(() => shop);

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

  test.each(['hang', 'error', 'busy', 'garbage'] as const)(
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

  test('a provider that cannot be reached has done nothing: what was asked may be asked again at once', async () => {
    const gone = await startProvider();
    await gone.close();
    const { disputes } = createProviderClient({ ...shop.site.context.config.payment, origin: gone.url });
    await expect(disputes()).rejects.toMatchObject({ outcome: 'refused' });
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

test('who pays again because their window closed before the answer of the first payment is told so in time', async () => {
  const who = { name: 'Uma', email: 'uma@buyer.example', phone: '98400 01974', course: 'online' };
  const ties = { 'Enrolment-Id': (await (await shop.site.post('/enrolments', who)).json()).id };
  const { id } = (await order(5_000_000, ties)).body;
  // A confirmed payment may still fail at the bank, so another order is allowed.
  await confirm(id, 'pay_first');
  expect((await order(5_000_000, ties)).status).toBe(200);
  const paid = payment(id, 'captured', 'pay_first', { captured: true });
  await hook(event('payment.captured', { payment: { entity: paid } }));
  const made = shop.provider.orders.length;
  expect(await order(5_000_000, ties)).toEqual({
    status: 422,
    body: {
      success: false,
      code: 'already_paid',
      message: 'Your payment for the Online Course has arrived: please do not pay again. We have sent you a receipt.',
    },
  });
  expect(shop.provider.orders.length).toBe(made);
  const refund = { id: 'rfnd_first', payment_id: 'pay_first', amount: 5_000_000, status: 'processed' };
  await hook(event('refund.processed', { refund: { entity: refund }, payment: { entity: paid } }));
  expect((await order(5_000_000, ties)).status).toBe(200);
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
  await site.database.query('update orders set reconciled_at = now(), checked_at = now()');
  const { body } = await order();
  await site.database.query(
    "update orders set created_at = now() - interval '70 minutes', reconciled_at = now() - interval '125 minutes', checked_at = now() - interval '6 minutes' where provider_order_id = $1",
    [body.id],
  );
  provider.faults.push('error', 'error');
  const signal = new AbortController().signal;
  await reconcileDue(site.context, signal);
  const check = () => checkReconciled(site.context.database.db, site.context.alarms);
  await check();
  const alarmed = () => site.database.query("select text from alarms where name = 'orders-unreconciled'");
  expect(await alarmed()).toEqual([
    { text: expect.stringMatching(/^1 order could not be compared .* for 65 minutes/) },
  ]);
  const metrics = await (await fetch(`${site.privateUrl}/metrics`)).text();
  expect(metrics).toMatch(/^orders_unreconciled 1$/m);
  expect(metrics).toMatch(/^orders_unreconciled_seconds 39\d\d/m);
  await site.database.query(
    "update orders set checked_at = now() - interval '6 minutes' where provider_order_id = $1",
    [body.id],
  );
  provider.faults.length = 0;
  await reconcileDue(site.context, signal);
  await check();
  expect(await alarmed()).toEqual([]);
});

describe('what a page may ask of a payment', () => {
  const stateOf = async (id: string) => {
    const answer = await fetch(`${shop.site.url}/payment_state?payment_id=${encodeURIComponent(id)}`);
    return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.json() };
  };
  const known = (state: string) => ({ status: 200, cache: 'no-store', body: { success: true, state } });

  test('a payment is not certain by the signature of the checkout alone; the provider confirms it', async () => {
    const [byBrowser, byHook] = [await newOrder(), await newOrder()];
    expect(await stateOf('pay_signed')).toEqual(known('unconfirmed'));
    await confirm(byBrowser, 'pay_signed');
    expect(await stateOf('pay_signed')).toEqual(known('authorized'));
    const signed = payment(byBrowser, 'refunded', 'pay_signed', { captured: false });
    await hook(event('payment.failed', { payment: { entity: signed } }));
    expect(await stateOf('pay_signed')).toEqual(known('failed'));
    const entity = payment(byHook, 'captured', 'pay_reported', { captured: true });
    await hook(event('payment.captured', { payment: { entity } }));
    expect(await stateOf('pay_reported')).toEqual(known('confirmed'));
    const refund = { id: 'rfnd_reported', payment_id: 'pay_reported', amount: 5_000_000, status: 'processed' };
    await hook(event('refund.processed', { refund: { entity: refund } }));
    expect(await stateOf('pay_reported')).toEqual(known('returned'));
  });

  test.each(['anything', 'pay_123', '<img src=x>', 'x'.repeat(1500), "' or 1=1 --", '\u0000'])(
    'an id that nobody knows says nothing: %j',
    async (id) => {
      expect(await stateOf(id)).toEqual(known('unconfirmed'));
    },
  );

  test('no id is refused with a sentence', async () => {
    expect(await stateOf('')).toMatchObject({ status: 400, body: { success: false } });
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
    expect(await statusOf(id)).toBe('failed');
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
    shop.provider.faults.push('late', 'hang');
    expect((await order()).status).toBe(502);
    const lost = shop.provider.orders.at(-1);
    const entities = { payment: { entity: payment(lost?.id ?? '', 'captured', 'pay_lost') }, order: { entity: lost } };
    expect(await (await hook(event('order.paid', entities))).json()).toMatchObject({ outcome: 'applied' });
    expect(await statusOf(lost?.id ?? '')).toBe('paid');
  });

  test('an amount that is not the order’s pays nothing', async () => {
    const id = await newOrder();
    await hook(
      event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_less', { amount: 100 }) } }),
    );
    expect(await statusOf(id)).toBe('created');
    expect(shop.site.log.join('')).toContain('pay_less does not have the amount');
  });

  test('a wrong signature is refused and nothing kept', async () => {
    const answer = await hook(event('payment.captured', {}), { id: 'evt_forged', secret: 'guess' });
    expect(answer.status).toBe(401);
    expect(await shop.site.database.query(`select 1 from webhook_events where id = 'evt_forged'`)).toEqual([]);
  });

  test('unknown events and orders are kept, without what tells who paid', async () => {
    const about = [
      'customer_id',
      'token_id',
      'acquirer_data',
      'upi',
      'bank_account',
      'name',
      'card_id',
      'vpa',
      'notes',
    ];
    const more = Object.fromEntries(about.map((name) => [name, 'payer@x']));
    expect(
      (
        await hook(event('dispute.created', { payment: { entity: payment('order_x', 'captured', 'pay_d', more) } }), {
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
    const rows = await shop.site.database.query(
      `select id, type, outcome, payload::text from webhook_events where id in ('evt_new', 'evt_far') order by id`,
    );
    expect(rows).toMatchObject([
      { id: 'evt_far', outcome: 'unknown_order' },
      { id: 'evt_new', type: 'dispute.created', outcome: 'unknown_event' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/payer@x|9198400/);
  });
});

describe('the life of an order', () => {
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
  const runJob = () => reconcileDue(shop.site.context, new AbortController().signal);
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
    const check = () => checkPayments(shop.site.context);
    const alarmed = (id: string) =>
      shop.site.database.query('select text from alarms where name = $1', [`webhook-unreadable:${id}`]);
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
      await check();
      expect(await alarmed(id)).toEqual([{ text: expect.stringContaining('signed but cannot be read') }]);
      expect(shop.site.log.join('')).toMatch(/"level":50.*signed but cannot be read/);
      const metrics = await (await fetch(`${shop.site.privateUrl}/metrics`)).text();
      expect(metrics).toMatch(/payment_webhooks_total\{outcome="unreadable",secret="current"\} [1-9]/);
    });

    test('is alarmed, once, although no alarm could be raised when it came', async () => {
      await shop.site.database.query('alter table alarms rename to alarms_away');
      try {
        expect((await raw('{', 'evt_silent')).status).toBe(200);
      } finally {
        await shop.site.database.query('alter table alarms_away rename to alarms');
      }
      await check();
      expect(await alarmed('evt_silent')).toHaveLength(1);
      await shop.site.database.query(`update alarms set told_at = now()`);
      shop.site.log.length = 0;
      await check();
      expect(shop.site.log.join('')).not.toContain('evt_silent');
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

    test('learns of money for an order that it asks for no more, and that no webhook reported', async () => {
      const id = await newOrder();
      await makeOld(id, '8 days');
      await runJob();
      const asked = shop.provider.calls.length;
      shop.provider.payments.push(payment(id, 'captured', 'pay_a_week_late', { captured: true }));
      await runJob();
      expect([await statusOf(id), shop.provider.calls.length]).toEqual(['expired', asked]);
      for (const _time of [1, 2]) await reconcileNewest(shop.site.context);
      expect(await statusOf(id)).toBe('paid');
      expect(await paymentsOf(id)).toMatchObject([{ id: 'pay_a_week_late', status: 'captured' }]);
    });

    test('asks at once for what a clock that was ahead says was asked for in days to come', async () => {
      const id = await newOrder();
      await shop.site.database.query(
        "update orders set reconciled_at = now() + interval '3 days', checked_at = now() + interval '3 days' where provider_order_id = $1",
        [id],
      );
      shop.provider.payments.push(payment(id, 'captured', 'pay_ahead', { captured: true }));
      await runJob();
      expect(await statusOf(id)).toBe('paid');
    });

    test('leaves the others to its next run where the provider does not answer three times', async () => {
      await shop.site.database.query('update orders set reconciled_at = now(), checked_at = now()');
      const ids = [await newOrder(), await newOrder(), await newOrder(), await newOrder(), await newOrder()];
      for (const id of ids) await makeOld(id, '6 minutes');
      shop.provider.calls.length = 0;
      shop.provider.faults.push('error', 'garbage', 'hang');
      await runJob();
      expect(shop.provider.calls).toHaveLength(3);
      await runJob();
      expect(shop.provider.calls).toHaveLength(5);
    });

    test('asks for what was paid once a day for 90 days, and longer for a refund that may fail', async () => {
      const [recent, past, today, failing] = [await newOrder(), await newOrder(), await newOrder(), await newOrder()];
      await hook(refundEvent('created', failing, 'rfnd_failing', AMOUNT, 'pay_failing'));
      shop.provider.payments.push(payment(failing, 'captured', 'pay_failing', { captured: true, amount_refunded: 0 }));
      const failed = { id: 'rfnd_failing', payment_id: 'pay_failing', amount: AMOUNT, status: 'failed' };
      shop.provider.refunds.push(failed);
      await makeOld(failing, '120 days');
      for (const id of [recent, past, today]) {
        await hook(paymentEvent('payment.captured', id, 'captured', `pay_${id}`, { captured: true }));
        shop.provider.payments.push(payment(id, 'refunded', `pay_${id}`, { captured: true, amount_refunded: AMOUNT }));
      }
      await makeOld(recent, '89 days');
      await makeOld(past, '91 days');
      await runJob();
      await runJob();
      expect([await statusOf(recent), await statusOf(past)]).toEqual(['refunded', 'paid']);
      expect(await statusOf(failing)).toBe('refund_failed');
      const asked = (id: string) => shop.provider.calls.filter((call) => call.includes(`${id}/payments`)).length;
      expect([asked(recent), asked(past)]).toEqual([1, 0]);
      expect([await statusOf(today), asked(today)]).toEqual(['paid', 0]);
    });
  });
});

test.each([
  ['a receipt', { order: { entity: { id: 'order_a', receipt: 'r\u0000' } } }],
  ['an order', { order: { entity: { id: 'order_\u0000' } } }],
  ['a payment', {}],
  [
    'an order, and a text that is cut within a sign',
    { order: { entity: { id: 'order_a', text: `.${'🙂'.repeat(1500)}` } } },
  ],
])('a webhook with what JSON of the database cannot hold in %s is kept', async (_what, more) => {
  const entity = { id: 'pay_\u0000x', order_id: 'order_\u0000x', status: 'captured', amount: 100, currency: 'INR' };
  const body = JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity }, ...more },
  });
  // The request has no id of the event, either.
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': sign(body, WEBHOOK_SECRET) };
  const answer = await fetch(`${shop.site.url}/webhooks/payment`, { method: 'POST', headers, body });
  expect([answer.status, (await answer.json()).success]).toEqual([200, true]);
});
