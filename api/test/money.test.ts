import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { sendReceipt } from '../src/office/courses/order';
import {
  applyChange,
  mayFollow,
  NO_HISTORY,
  type PaymentChange,
  type PaymentHistory,
  paymentMoney,
  paymentState,
  TRANSITIONS,
} from '../src/orders/money';
import { checkPayments } from '../src/orders/problems';
import { reconcileDue, reconcileNewest } from '../src/orders/reconcile';
import { ofUnits } from '../wire/money';
import { PAYMENT_STATES } from '../wire/order-states';
import { officeOf, somebody } from './helpers/office';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { until } from './helpers/site';

describe('the state of a payment', () => {
  const AMOUNT = 20_000_000;
  const reported = (
    status: 'failed' | 'authorized' | 'captured' | 'refunded',
    refunded = 0,
    captured = true,
  ): PaymentChange => ({
    about: 'payment',
    status,
    captured: captured && status !== 'failed' && status !== 'authorized',
    amount: AMOUNT,
    currency: 'INR',
    amountRefunded: refunded,
  });
  const refund = (id: string, amount: number, status: 'pending' | 'processed' | 'failed'): PaymentChange => ({
    about: 'refund',
    id,
    amount,
    status,
  });
  const dispute = (status: 'open' | 'under_review' | 'won' | 'lost', amount = AMOUNT): PaymentChange => ({
    about: 'dispute',
    id: 'disp_1',
    amount,
    status,
  });

  /** Histories as the provider reports them, each with its expected final state. */
  const HISTORIES: [string, PaymentChange[], string][] = [
    ['failed, then captured', [reported('failed'), reported('authorized'), reported('captured')], 'paid'],
    [
      'refunded in two parts',
      [
        reported('authorized'),
        reported('captured'),
        refund('a', 5_000_000, 'pending'),
        refund('a', 5_000_000, 'processed'),
        refund('b', 15_000_000, 'processed'),
        reported('refunded', AMOUNT),
      ],
      'refunded',
    ],
    [
      'refunded in part',
      [reported('captured'), reported('captured', 1_000_000), refund('a', 1_000_000, 'processed')],
      'partly_refunded',
    ],
    [
      'late, never captured, gone back',
      [
        reported('failed'),
        reported('authorized'),
        reported('refunded', AMOUNT, false),
        refund('a', AMOUNT, 'processed'),
      ],
      'refunded',
    ],
    ['late, never captured', [reported('failed'), reported('authorized')], 'authorized'],
    [
      'a refund that failed',
      [
        reported('captured'),
        reported('refunded', AMOUNT),
        refund('a', AMOUNT, 'pending'),
        refund('a', AMOUNT, 'failed'),
      ],
      'refund_failed',
    ],
    [
      'disputed and lost',
      [reported('captured'), dispute('open'), dispute('under_review'), dispute('lost')],
      'charged_back',
    ],
    ['disputed and won', [reported('captured'), dispute('open'), dispute('won')], 'paid'],
    [
      'refunded, then disputed and won',
      [
        reported('captured'),
        reported('refunded', AMOUNT),
        refund('a', AMOUNT, 'processed'),
        dispute('open'),
        dispute('won'),
      ],
      'refunded',
    ],
    ['refunded, then disputed', [reported('captured'), refund('a', AMOUNT, 'processed'), dispute('open')], 'refunded'],
    ['disputed and lost in part', [reported('captured'), dispute('lost', 5_000_000)], 'partly_refunded'],
    [
      'lost in part, and the rest not refunded after all',
      [
        reported('captured'),
        dispute('lost', 5_000_000),
        refund('a', 15_000_000, 'pending'),
        refund('a', 15_000_000, 'failed'),
      ],
      'partly_refunded',
    ],
  ];

  function* permutations<T>(items: readonly T[]): Generator<T[]> {
    if (items.length === 0) yield [];
    for (const [at, item] of items.entries()) {
      for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
    }
  }

  /** All states of a payment when each change comes three times: twice in a row, and once more at the end. */
  const run = (changes: readonly PaymentChange[]): PaymentHistory[] => {
    const histories = [NO_HISTORY];
    for (const piece of [...changes.flatMap((one) => [one, one]), ...changes])
      histories.push(applyChange(histories.at(-1) ?? NO_HISTORY, piece));
    return histories;
  };

  /** First fault of a history, in words. */
  const faultOf = (histories: readonly PaymentHistory[], end: string): string | undefined => {
    const states = histories.map(paymentState);
    if (states.at(-1) !== end) return `ends ${states.at(-1)}`;
    const refunded = states.findIndex((state) => state === 'refunded' || state === 'partly_refunded');
    if (refunded >= 0 && states.includes('paid', refunded)) return 'paid again after a refund';
    const step = states.findIndex((state, at) => !mayFollow(states[at - 1] ?? state, state));
    if (step >= 0) return `${states[step - 1]} → ${states[step]}`;
    const wrong = histories.findIndex((history, at) => {
      const { held } = paymentMoney(inr(AMOUNT), { id: 'pay_1', ...history });
      return history.captured && PAYMENT_STATES[states[at] ?? 'failed'].isPaid !== held.amount > 0;
    });
    if (wrong >= 0) return `${states[wrong]}, which does not say whether money is here`;
    return states.some((state, at) => state === 'paid' && !histories[at]?.captured)
      ? 'paid without a capture'
      : undefined;
  };

  test.each(HISTORIES)(
    '%s: in whatever order it is reported, it ends the same and never goes back',
    (_name, changes, end) => {
      for (const order of permutations(changes)) {
        const fault = faultOf(run(order), end);
        if (fault) throw new Error(`${fault}: ${JSON.stringify(order)}`);
      }
    },
  );

  test('no way leads from a refund to paid, but through a dispute that was won', () => {
    const reached = new Set(['refunded', 'partly_refunded', 'refund_failed'] as const);
    for (const state of reached) expect(TRANSITIONS[state]).not.toContain('paid');
    expect(Object.entries(TRANSITIONS).flatMap(([from, next]) => (next.includes('paid') ? [from] : []))).toEqual([
      'attempted',
      'failed',
      'authorized',
      'disputed',
    ]);
  });
});

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { order, payment, event, hook, confirm } = callsOf(() => shop);
const { call } = officeOf(() => shop.site);
const owner = somebody('owner');
const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);
const AMOUNT = 5_000_000;
const inr = (amount: number) => ({ amount, currency: 'INR' });

/** Enrols a person and orders. @returns them, with functions that send the events of their payment */
const buyer = async (name = 'Uma', course = 'online', amount = AMOUNT) => {
  const email = `${randomUUID().slice(0, 8)}@buyer.example`;
  const who = { name, email, phone: `+91 9${randomInt(100_000_000, 999_999_999)}`, course };
  const enrolment = await (await shop.site.post('/enrolments', who)).json();
  const id: string = (await order(amount, { 'Enrolment-Id': enrolment.id })).body.id;
  const [row] = await query<{ id: string }>('select id from orders where provider_order_id = $1', [id]);
  const pay = `pay_${id}`;
  const entity = (more = {}) => ({ entity: payment(id, 'captured', pay, { captured: true, amount, ...more }) });
  const capture = (more = {}) => hook(event('payment.captured', { payment: entity(more) }));
  const refund = (step: 'created' | 'failed' | 'processed', part = amount, withPayment = true) =>
    hook(
      event(`refund.${step}`, {
        refund: {
          entity: {
            id: `rfnd_${id}_${part}`,
            payment_id: pay,
            amount: part,
            status: step === 'created' ? 'pending' : step,
          },
        },
        ...(withPayment && { payment: { entity: payment(id, 'authorized', pay, { amount }) } }),
      }),
    );
  const dispute = (step: string, more = {}) =>
    hook(
      event(`payment.dispute.${step}`, {
        dispute: {
          entity: { id: `disp_${id}`, payment_id: pay, amount, status: step === 'created' ? 'open' : step, ...more },
        },
        payment: entity(),
      }),
    );
  const story = async () => (await call('GET', `/orders/${row?.id}`)).body;
  const giveBack = (part = amount) =>
    call(
      'POST',
      `/orders/${row?.id}/refunds`,
      { id: randomUUID(), payment_id: pay, amount: part, reason: 'Asked' },
      owner,
    );
  return { who, email, id, pay, orderId: row?.id ?? '', capture, refund, dispute, story, giveBack };
};
type Buyer = Awaited<ReturnType<typeof buyer>>;

const mailed = async ({ email }: Pick<Buyer, 'email'>) =>
  (
    await query<{ to: string | null; subject: string; text: string }>(
      `select message->>'to' as to, message->>'subject' as subject, message->>'text' as text from mails
       where email = $1 order by created_at, submission_key desc`,
      [email],
    )
  ).map(({ to, subject, text }) => ({ line: `${to ? 'buyer' : 'owner'}: ${subject.split(':')[0]}`, text }));
const lines = async (of: Buyer) => (await mailed(of)).map(({ line }) => line);
const check = () => checkPayments(shop.site.context);
const today = async (pay: string) =>
  ((await call('GET', '/attention')).body.data as { text: string; payment_id: string; order_id: string }[]).filter(
    ({ payment_id: id }) => id === pay,
  );

describe('what can be given back', () => {
  test.each(['created', 'under_review', 'action_required'])('is nothing while a dispute runs: %s', async (step) => {
    const one = await buyer();
    await one.capture();
    await one.dispute('created');
    if (step !== 'created') await one.dispute(step);
    expect(await one.story()).toMatchObject({ in_dispute: inr(AMOUNT), payments: [{ returnable: inr(0) }] });
    const answer = await one.giveBack();
    expect([answer.status, answer.body.message]).toEqual([
      422,
      "The buyer's bank asks for ₹50,000 of this payment back: answer the dispute first, or the money goes twice.",
    ]);
    await one.dispute('won');
    expect((await one.giveBack()).status).toBe(200);
  });

  test('is nothing after a dispute that was lost, and the rest of one that was lost in part', async () => {
    const [whole, part] = [await buyer(), await buyer()];
    await whole.capture();
    await whole.dispute('lost');
    expect(await whole.story()).toMatchObject({ held: inr(0), lost: inr(AMOUNT), payments: [{ returnable: inr(0) }] });
    expect((await whole.giveBack(1_000_000)).status).toBe(422);
    await part.capture();
    await part.dispute('lost', { amount: 2_000_000 });
    expect(await part.story()).toMatchObject({ held: inr(3_000_000), payments: [{ returnable: inr(3_000_000) }] });
    const answer = await part.giveBack();
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'Only ₹30,000 of this payment can still be given back.',
    ]);
    const twice = await buyer();
    await twice.capture();
    await twice.refund('processed');
    await twice.dispute('lost');
    expect(await twice.story()).toMatchObject({ refunded: inr(AMOUNT), lost: inr(AMOUNT), held: inr(0) });
    expect((await mailed(twice)).at(-1)?.text).toContain(
      'Refunded: ₹50,000\nTaken back by the bank: ₹50,000\nRemains: ₹0',
    );
  });
});

test('of two people who give back the same part, the second is told what is left', async () => {
  const one = await buyer();
  await one.capture();
  const { returnable } = (await one.story()).payments[0];
  const part = (left: number) => {
    const body = { id: randomUUID(), payment_id: one.pay, amount: 1_000_000, reason: 'Asked', returnable: left };
    return call('POST', `/orders/${one.orderId}/refunds`, body, owner);
  };
  const answers = await Promise.all([part(returnable.amount), part(returnable.amount)]);
  const [told, given] = answers.toSorted((a, b) => b.status - a.status);
  expect([given?.status, told?.status, told?.body.message]).toEqual([
    200,
    409,
    'Somebody was faster: ₹40,000 of this payment can be given back now. Look at the order once more.',
  ]);
  expect((await one.story()).refunded).toEqual(inr(1_000_000));
  expect((await part(4_000_000)).status).toBe(200);
});

describe('what is announced', () => {
  test('is the capture after its refund, with both, and each once', async () => {
    const one = await buyer();
    await one.refund('processed');
    for (const _time of [1, 2]) await one.capture();
    await one.refund('processed');
    expect(await lines(one)).toEqual([
      'owner: Refunded',
      'buyer: Your payment is refunded',
      'owner: Paid, and refunded',
      'buyer: Receipt for your course',
    ]);
    const receipt = (await mailed(one)).at(-1)?.text ?? '';
    expect(receipt).toContain('We have received your payment of ₹50,000. ₹50,000 of it has been refunded.');
    expect(receipt).toContain('Received: ₹50,000\nRefunded: ₹50,000\nRemains: ₹0');
    expect(receipt).not.toMatch(/Thank you|GST/);
  });

  test('is both when reconciliation hears of both at once', async () => {
    const one = await buyer();
    shop.provider.payments.push(
      payment(one.id, 'captured', one.pay, { captured: true, amount_refunded: 1_000_000 }) as never,
    );
    shop.provider.refunds.push({
      id: `rfnd_${one.id}`,
      payment_id: one.pay,
      amount: 1_000_000,
      status: 'processed',
    } as never);
    await query("update orders set created_at = now() - interval '6 minutes' where id = $1", [one.orderId]);
    await reconcileDue(shop.site.context, new AbortController().signal);
    expect((await lines(one)).toSorted()).toEqual([
      'buyer: Part of your payment is refunded',
      'buyer: Receipt for your course',
      'owner: Paid, and refunded in part',
      'owner: Refunded in part',
    ]);
  });

  test('is no refund that may still fail, though the payment is called refunded', async () => {
    const one = await buyer();
    shop.provider.payments.push(
      payment(one.id, 'refunded', one.pay, { captured: true, amount_refunded: AMOUNT }) as never,
    );
    await reconcileNewest(shop.site.context);
    const paid = ['owner: Paid', 'buyer: Receipt for your course'];
    expect(await lines(one)).toEqual(paid);
    await one.refund('created');
    expect(await lines(one)).toEqual(paid);
    await one.refund('processed');
    expect(await lines(one)).toEqual([...paid, 'owner: Refunded', 'buyer: Your payment is refunded']);
  });

  test('is the end of an uncaptured payment once, though its refund is named later', async () => {
    const one = await buyer();
    await confirm(one.id, one.pay);
    const entity = payment(one.id, 'refunded', one.pay, { amount_refunded: AMOUNT });
    await hook(event('payment.failed', { payment: { entity } }));
    const refund = { id: `rfnd_${one.id}`, payment_id: one.pay, amount: AMOUNT, status: 'processed' };
    await hook(event('refund.processed', { refund: { entity: refund }, payment: { entity } }));
    expect(await lines(one)).toEqual(['owner: Refunded', 'buyer: Your payment is refunded']);
  });

  test('is a second payment of the same order, too', async () => {
    const one = await buyer();
    await one.capture();
    await hook(
      event('payment.captured', {
        payment: { entity: payment(one.id, 'captured', `${one.pay}_b`, { captured: true }) },
      }),
    );
    expect((await lines(one)).filter((line) => line === 'buyer: Receipt for your course')).toHaveLength(2);
    expect((await mailed(one)).at(-1)?.text).toContain('Received: ₹1,00,000');
  });
});

describe('the receipt that is sent again', () => {
  const again = async (one: Buyer) => {
    const { database, outgoing, owner: company } = shop.site.context;
    await sendReceipt({ db: database.db, outgoing, owner: company }, owner, one.orderId, randomUUID());
    return (await mailed(one)).findLast(({ line }) => line === 'buyer: Receipt for your course')?.text ?? '';
  };

  test('states what was received, given back, and remains', async () => {
    const [partly, lost] = [await buyer(), await buyer()];
    await partly.capture();
    await partly.refund('processed', 1_000_000);
    expect(await again(partly)).toContain('Received: ₹50,000\nRefunded: ₹10,000\nRemains: ₹40,000');
    await lost.capture();
    await lost.dispute('lost');
    const text = await again(lost);
    expect(text).toContain('Your bank has taken ₹50,000 of it back.');
    expect(text).toContain('Received: ₹50,000\nTaken back by the bank: ₹50,000\nRemains: ₹0');
  });

  test('has the day on which the buyer paid, as the first one, however late that is heard of', async () => {
    const one = await buyer();
    const dates = async () =>
      (await mailed(one)).flatMap(({ line, text }) => (line.startsWith('buyer') ? /^Date: .*$/m.exec(text) : []));
    // The next year has begun in Chennai. The buyer's browser reports the payment before the webhook does.
    await confirm(one.id, one.pay);
    await one.capture({ created_at: Date.UTC(2025, 11, 31, 20) / 1000 });
    // A second window confirms it, too, and knows no way of paying.
    await confirm(one.id, one.pay);
    await again(one);
    expect(await dates()).toEqual(['Date: 1 January 2026', 'Date: 1 January 2026']);
    expect((await one.story()).timeline[1]).toMatchObject({ at: '2025-12-31T20:00:00.000Z', text: 'Paid, by card' });
  });

  test('is not stored beside an erasure of its buyer, which takes it or precedes it', async () => {
    const one = await buyer();
    await one.capture();
    const erasure = new pg.Client(shop.site.database.url);
    await erasure.connect();
    await erasure.query('begin');
    await erasure.query('select from orders where id = $1 for update', [one.orderId]);
    const sent = again(one);
    const isWaiting = () =>
      query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
    await until(async () => (await isWaiting()).length > 0, 5000);
    await erasure.query('commit');
    await erasure.end();
    expect(await sent).toContain('Received: ₹50,000');
  });

  test('is refused for money that does not fit', async () => {
    const one = await buyer();
    await one.capture({ amount: 1 });
    await expect(again(one)).rejects.toThrow('There is no paid enrolment to send a receipt for.');
  });

  test('keeps the tax of the order when the course changes', async () => {
    const one = await buyer();
    await one.capture();
    await query("update courses set plus_tax = false where variant = 'online'");
    try {
      expect(await again(one)).toContain('GST is invoiced separately.');
    } finally {
      await query("update courses set plus_tax = true where variant = 'online'");
    }
  });
});

test('lists and spreadsheet count the money that is here', async () => {
  const name = `Listed ${randomUUID().slice(0, 8)}`;
  const people = {
    paid: await buyer(name),
    authorized: await buyer(name),
    refunded: await buyer(name),
    charged_back: await buyer(name),
    refund_failed: await buyer(name),
    partly_refunded: await buyer(name),
    disputed_after_refund: await buyer(name),
    lost_in_part: await buyer(name),
  };
  for (const [state, one] of Object.entries(people)) if (state !== 'authorized') await one.capture();
  await confirm(people.authorized.id, people.authorized.pay);
  await people.refunded.refund('processed');
  await people.charged_back.dispute('lost');
  await people.refund_failed.refund('failed');
  await people.partly_refunded.refund('processed', 1_000_000);
  await people.disputed_after_refund.refund('processed');
  await people.disputed_after_refund.dispute('created');
  await people.lost_in_part.dispute('lost', { amount: 2_000_000 });
  const { data } = (await call('GET', `/enrolments?q=${encodeURIComponent(name)}&paid=true`)).body;
  const held = data.map((row: { order_status: string; held: { amount: number } }) => [
    row.order_status,
    row.held.amount,
  ]);
  expect(held.toSorted()).toEqual([
    ['paid', AMOUNT],
    ['partly_refunded', 3_000_000],
    ['partly_refunded', 4_000_000],
    ['refund_failed', AMOUNT],
  ]);
  // The office calls people whom the inbox lists as unpaid. Refunded buyers and those waiting for their bank are not listed.
  const never = await buyer(name);
  const unpaid = (await call('GET', `/enrolments?q=${encodeURIComponent(name)}&paid=false`)).body;
  expect(unpaid.data.map(({ email }: { email: string }) => email)).toEqual([never.email]);
  const csv: string = (await call('GET', '/exports/participants.csv?course=online')).body;
  const rows = csv.split('\r\n').filter((line) => line.includes(name));
  expect(rows.map((line) => line.split('","').slice(5)).toSorted()).toEqual(
    [
      ['Paid', '50000', 'INR"'],
      ['Refund failed', '50000', 'INR"'],
      ['Refunded in part', '30000', 'INR"'],
      ['Refunded in part', '40000', 'INR"'],
    ].toSorted(),
  );
  // Buyers who came back an hour later and paid are not listed either.
  await query("update enrolments set created_at = created_at - interval '1 hour' where email = $1", [never.email]);
  const attempt = { 'Idempotency-Key': randomUUID() };
  const again = await (await shop.site.post('/enrolments', never.who, attempt)).json();
  const { id } = (await order(AMOUNT, { 'Enrolment-Id': again.id })).body;
  const entity = payment(id, 'captured', `pay_${id}`, { captured: true });
  await hook(event('payment.captured', { payment: { entity } }));
  // A buyer whose captured amount differs from the price is not listed either.
  await (await buyer(name)).capture({ amount: 4_500_000 });
  expect((await call('GET', `/enrolments?q=${encodeURIComponent(name)}&paid=false`)).body.data).toEqual([]);
});

test.each([
  ['it is captured', (one: Buyer) => one.capture()],
  [
    'it goes back',
    ({ id, pay }: Buyer) => {
      const refund = { id: `rfnd_${id}`, payment_id: pay, amount: AMOUNT, status: 'processed' };
      const entity = payment(id, 'refunded', pay, { amount_refunded: AMOUNT });
      return hook(event('refund.processed', { refund: { entity: refund }, payment: { entity } }));
    },
  ],
])('a payment that a bank agreed to and that never comes is reported after an hour, until %s', async (_how, end) => {
  const one = await buyer();
  await confirm(one.id, one.pay);
  await check();
  expect(await today(one.pay)).toEqual([]);
  await query("update payments set created_at = now() - interval '61 minutes' where id = $1", [one.pay]);
  for (const _time of [1, 2]) await check();
  expect(await lines(one)).toEqual(['owner: A payment is not certain yet']);
  expect(await today(one.pay)).toMatchObject([
    { order_id: one.orderId, text: expect.stringContaining("Capture it in the provider's dashboard") },
  ]);
  await end(one);
  expect(await today(one.pay)).toEqual([]);
  const story = await one.story();
  const texts = (story.timeline as { text: string }[]).map(({ text }) => text);
  expect(texts.some((text) => text.startsWith('Paid'))).toBe(story.paid.amount > 0);
});

test('what was paid twice is shown on both orders and settled in the office, with a reason', async () => {
  const [one] = [await buyer('Twice')];
  const second = await order(AMOUNT, {
    'Enrolment-Id': (
      (await query<{ id: string }>('select id from enrolments where email = $1', [one.email]))[0] ?? { id: '' }
    ).id,
  });
  await one.capture();
  const pay = `pay_${second.body.id}`;
  await hook(
    event('payment.captured', { payment: { entity: payment(second.body.id, 'captured', pay, { captured: true }) } }),
  );
  await check();
  const [row] = await query<{ id: string }>('select id from orders where provider_order_id = $1', [second.body.id]);
  const stories = async () => [await one.story(), (await call('GET', `/orders/${row?.id}`)).body];
  for (const story of await stories())
    expect(story).toMatchObject({ paid_twice: true, problems: [{ kind: 'paid_twice', payment_id: pay }] });
  expect(await today(pay)).toMatchObject([{ order_id: row?.id }]);
  const settle = (reason: string, by = owner) => call('POST', `/problems/${pay}/settle`, { reason }, by);
  expect((await settle('x', somebody('desk'))).status).toBe(403);
  expect((await settle('')).status).toBe(422);
  expect((await settle('For her sister')).status).toBe(200);
  await check();
  expect(await today(pay)).toEqual([]);
  for (const story of await stories()) expect(story).toMatchObject({ paid_twice: false, problems: [] });
  // Both payments count as the buyer's money.
  const { data } = (await call('GET', `/enrolments?q=${one.email}`)).body;
  expect(data).toMatchObject([{ amount: inr(AMOUNT), held: inr(2 * AMOUNT) }]);
  const csv: string = (await call('GET', '/exports/participants.csv')).body;
  expect(csv.split('\r\n').find((line) => line.includes(one.email))).toMatch(/"Paid","100000","INR"$/);
  expect((await stories())[1].timeline.at(-1).text).toBe('Settled: Paid twice, refund one. For her sister');
  expect((await settle('Again')).status).toBe(409);
});

test('who settles one problem of a payment has not seen another that came meanwhile', async () => {
  const one = await buyer();
  await one.capture();
  await one.refund('failed', 2_000_000);
  const [{ text }] = (await one.story()).problems;
  await one.refund('failed', 1_000_000);
  await one.dispute('created');
  const settle = (body: object) => call('POST', `/problems/${one.pay}/settle`, body, owner);
  expect((await settle({ reason: 'Paid in cash', text })).status).toBe(409);
  const read = (await one.story()).problems.find(({ kind }: { kind: string }) => kind === 'refund_failed');
  expect((await settle({ reason: 'Paid in cash', text: read.text })).status).toBe(200);
  expect(await today(one.pay)).toMatchObject([{ text: expect.stringContaining('asks for ₹50,000') }]);
});

test('money for a course that was closed or repriced since is said in mail and office', async () => {
  const patch = async (body: object) => {
    const { data } = (await call('GET', '/courses', undefined, owner)).body;
    const { version } = data.find(({ variant }: { variant: string }) => variant === 'offline');
    return call('PATCH', '/courses/offline', { ...body, version }, owner);
  };
  const [closed, repriced] = [await buyer('Late', 'offline', 10_000_000), await buyer('Dear', 'offline', 10_000_000)];
  await patch({ status: 'closed' });
  await closed.capture();
  await patch({ status: 'open', price: ofUnits(120_000) });
  await repriced.capture();
  await patch({ price: ofUnits(100_000) });
  const said = async (one: Buyer) => (await mailed(one)).find(({ line }) => line.startsWith('owner'));
  expect(await said(closed)).toMatchObject({
    line: 'owner: Paid, but the course has changed',
    text: expect.stringContaining('The Offline Course is closed now; it was open when this was ordered.'),
  });
  expect((await said(repriced))?.text).toContain('costs ₹1,20,000 now; it was ordered at ₹1,00,000.');
  expect(await closed.story()).toMatchObject({ problems: [{ kind: 'not_offered', payment_id: closed.pay }] });
  await check();
  expect(await today(closed.pay)).toHaveLength(1);
  await closed.giveBack(10_000_000);
  await repriced.dispute('lost');
  await check();
  for (const one of [closed, repriced]) expect(await today(one.pay)).toEqual([]);
});

test('a refund that failed needs somebody until another is under way or the office settles it', async () => {
  const [again, settled] = [await buyer(), await buyer()];
  for (const one of [again, settled]) {
    await one.capture();
    await one.refund('processed', 1_000_000);
    await one.refund('failed', 2_000_000);
    expect(await today(one.pay)).toMatchObject([
      { text: expect.stringContaining('A refund of ₹20,000'), order_id: one.orderId },
    ]);
    expect(await one.story()).toMatchObject({ problems: [{ kind: 'refund_failed' }], held: inr(AMOUNT - 1_000_000) });
  }
  await again.refund('created', 3_000_000);
  await call('POST', `/problems/${settled.pay}/settle`, { reason: 'Paid in cash' }, owner);
  await check();
  for (const one of [again, settled]) expect(await today(one.pay)).toEqual([]);
});

test('what was settled stays so, and a second refund that fails, or a second dispute, needs somebody again', async () => {
  const settle = async (one: Buyer) => {
    expect((await call('POST', `/problems/${one.pay}/settle`, { reason: 'Known' }, owner)).status).toBe(200);
    await check();
    expect(await today(one.pay)).toEqual([]);
  };
  const [refunded, disputed] = [await buyer(), await buyer()];
  for (const one of [refunded, disputed]) await one.capture();
  await refunded.refund('failed', 2_000_000);
  await settle(refunded);
  // The provider says the same again.
  await refunded.refund('failed', 2_000_000);
  await check();
  expect(await today(refunded.pay)).toEqual([]);
  await refunded.refund('failed', 1_000_000);
  await disputed.dispute('created', { amount: 1_000_000 });
  await settle(disputed);
  await disputed.dispute('created', { id: `disp_${disputed.id}_b`, amount: 2_000_000 });
  for (const _time of [1, 2]) {
    expect(await today(refunded.pay)).toMatchObject([{ text: expect.stringContaining('A refund of ₹10,000') }]);
    expect(await today(disputed.pay)).toMatchObject([{ text: expect.stringContaining('asks for ₹20,000') }]);
    await check();
  }
  for (const one of [refunded, disputed]) {
    expect((await one.story()).timeline.at(-1).text).toMatch(/^Settled: .*Known$|fail|asks/);
    await settle(one);
  }
});

/** Makes an order due, and asks the provider about it. */
const reconcileNow = async ({ orderId }: Buyer) => {
  await query("update orders set created_at = now() - interval '25 hours', checked_at = null where id = $1", [orderId]);
  await reconcileDue(shop.site.context, new AbortController().signal);
};

test('a refund that failed, and that the provider counts no more, is heard of without its event', async () => {
  const one = await buyer();
  await one.capture();
  await one.refund('created');
  expect(await one.story()).toMatchObject({ status: 'refunded', held: inr(0) });
  shop.provider.payments.push(payment(one.id, 'captured', one.pay, { captured: true, amount_refunded: 0 }));
  shop.provider.refunds.push({ id: `rfnd_${one.id}_${AMOUNT}`, payment_id: one.pay, amount: AMOUNT, status: 'failed' });
  await reconcileNow(one);
  expect(await one.story()).toMatchObject({ status: 'refund_failed', held: inr(AMOUNT) });
  expect(await today(one.pay)).toMatchObject([{ text: expect.stringContaining('the money is still here') }]);
});

test('a payment failed when it failed, however often the provider says so', async () => {
  const one = await buyer();
  const failed = (id: string, why: string) => payment(one.id, 'failed', id, { error_description: why });
  const fail = (entity: ReturnType<typeof failed>) => hook(event('payment.failed', { payment: { entity } }));
  const [first, second] = [failed(one.pay, 'No balance'), failed(`${one.pay}_b`, 'Wrong code')];
  await fail(first);
  await query("update payments set updated_at = now() - interval '3 hours' where id = $1", [one.pay]);
  await fail(second);
  shop.provider.payments.push(first, second);
  const before = (await one.story()).timeline;
  await reconcileNow(one);
  const after = (await one.story()).timeline;
  const moments = (timeline: { at: string; text: string }[]) =>
    timeline.filter(({ text }) => text.startsWith('A payment failed')).map(({ at, text }) => `${at} ${text}`);
  expect(moments(after)).toEqual(moments(before));
});

test('a dispute about money that does not fit its order, and that was taken all the same, needs somebody', async () => {
  const one = await buyer();
  await one.capture({ amount: 4_000_000 });
  expect((await call('POST', `/problems/${one.pay}/settle`, { reason: 'Taken' }, owner)).status).toBe(200);
  await one.dispute('created', { amount: 4_000_000 });
  expect(await today(one.pay)).toMatchObject([{ text: expect.stringContaining('asks for ₹40,000') }]);
  await one.dispute('won');
  expect(await today(one.pay)).toEqual([]);
});

test('until when a dispute can be answered stands in mail, Today and order', async () => {
  const one = await buyer();
  await one.capture();
  await one.dispute('created', { respond_by: Date.UTC(2031, 4, 3, 6) / 1000 });
  const until = /3 May 2031/;
  const said = async (line: string) => (await mailed(one)).find((mail) => mail.line === `owner: ${line}`)?.text;
  expect(await said('Payment disputed')).toMatch(until);
  expect((await today(one.pay))[0]?.text).toMatch(until);
  expect((await one.story()).timeline.at(-1).text).toMatch(until);
  // A later deadline in the same phase replaces the earlier one; a late event of a past phase changes nothing.
  const [later, late] = [Date.UTC(2031, 4, 17, 6) / 1000, Date.UTC(2031, 4, 1, 6) / 1000];
  await one.dispute('under_review', { respond_by: Date.UTC(2031, 4, 5, 6) / 1000 });
  await one.dispute('under_review', { respond_by: later });
  await one.dispute('created', { respond_by: late });
  await check();
  expect([(await today(one.pay))[0]?.text, (await one.story()).timeline.at(-1).text]).toEqual([
    expect.stringContaining('17 May 2031'),
    expect.stringContaining('17 May 2031'),
  ]);
  await one.dispute('won');
  expect([await today(one.pay), (await one.story()).problems]).toEqual([[], []]);
  // A dispute that was won has no deadline.
  expect(await said('Dispute won')).not.toMatch(until);
});
