import { randomInt, randomUUID } from 'node:crypto';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { order, payment, event, hook } = callsOf(() => shop);
const AMOUNT = 5_000_000;

/** Somebody who has paid. */
const buyer = async () => {
  const email = `uma-${randomUUID().slice(0, 8)}@buyer.example`;
  const who = { name: 'Uma', email, phone: `+91 9${randomInt(100_000_000, 999_999_999)}`, course: 'online' };
  const enrolment = await (await shop.site.post('/enrolments', who)).json();
  const id: string = (await order(AMOUNT, { 'Enrolment-Id': enrolment.id })).body.id;
  const pay = `pay_${id}`;
  await hook(event('payment.captured', { payment: { entity: payment(id, 'captured', pay, { captured: true }) } }));
  return { email, id, pay };
};
type Buyer = Awaited<ReturnType<typeof buyer>>;

const refund = ({ id, pay }: Buyer, step: 'created' | 'failed' | 'processed', name = 'a', amount = AMOUNT) =>
  hook(
    event(`refund.${step}`, {
      refund: {
        entity: { id: `rfnd_${name}_${id}`, payment_id: pay, amount, status: step === 'created' ? 'pending' : step },
      },
      // The provider counts a refund into its payment as soon as it is asked for.
      payment: {
        entity: payment(id, step === 'failed' ? 'captured' : 'refunded', pay, {
          captured: true,
          amount_refunded: step === 'failed' ? 0 : amount,
        }),
      },
    }),
  );
const dispute = ({ id, pay }: Buyer, step: string) =>
  hook(
    event(`payment.dispute.${step}`, {
      dispute: {
        entity: { id: `disp_${id}`, payment_id: pay, amount: AMOUNT, status: step === 'created' ? 'open' : step },
      },
      payment: { entity: payment(id, 'captured', pay, { captured: true }) },
    }),
  );

/** Since the receipt, in the order in which it was mailed. */
const mailed = async ({ email }: Buyer) => {
  const rows = await shop.site.database.query<{ to: string | null; subject: string; text: string }>(
    `select message->>'to' as to, message->>'subject' as subject, message->>'text' as text from mails
     where email = $1 order by created_at, submission_key desc`,
    [email],
  );
  return rows
    .map(({ to, subject, text }) => ({ line: `${to ? 'buyer' : 'owner'}: ${subject.split(':')[0]}`, text }))
    .filter(({ line }) => !/: (Paid|Receipt)/.test(line));
};
const lines = async (who: Buyer) => (await mailed(who)).map(({ line }) => line);

describe('a refund', () => {
  test('that is under way is reported to nobody; when it has gone back, to both, once', async () => {
    const who = await buyer();
    await refund(who, 'created');
    expect(await lines(who)).toEqual([]);
    for (const _time of [1, 2]) await refund(who, 'processed');
    await refund(who, 'created');
    expect(await lines(who)).toEqual(['owner: Refunded', 'buyer: Your payment is refunded']);
  });

  test('that failed, failed again and succeeded at last is reported each time', async () => {
    const who = await buyer();
    for (const name of ['a', 'b']) {
      await refund(who, 'created', name);
      for (const _time of [1, 2]) await refund(who, 'failed', name);
    }
    expect(await lines(who)).toEqual(['owner: A refund failed', 'owner: A refund failed']);
    await refund(who, 'created', 'c');
    await refund(who, 'processed', 'c');
    expect((await lines(who)).slice(2)).toEqual(['owner: Refunded', 'buyer: Your payment is refunded']);
  });

  test('that failed and went through after all, by the same name, is reported', async () => {
    const who = await buyer();
    await refund(who, 'failed');
    await refund(who, 'processed');
    await refund(who, 'failed');
    expect(await lines(who)).toEqual(['owner: A refund failed', 'owner: Refunded', 'buyer: Your payment is refunded']);
  });

  test('in part says how much, and what has gone back in all', async () => {
    const who = await buyer();
    await refund(who, 'processed', 'a', 1_000_000);
    await refund(who, 'processed', 'b', 1_500_000);
    const toBuyer = (await mailed(who)).filter(({ line }) => line.startsWith('buyer'));
    expect(toBuyer.map(({ line }) => line)).toEqual(Array(2).fill('buyer: Part of your payment is refunded'));
    expect(toBuyer[1]?.text).toContain('This refund: ₹15,000\nRefunded: ₹25,000');
  });
});

test('a refund of money in another currency is reported in that currency', async () => {
  const email = `lena-${randomUUID().slice(0, 8)}@buyer.example`;
  const who = { name: 'Lena', email, phone: `+91 9${randomInt(100_000_000, 999_999_999)}`, course: 'online' };
  const enrolment = await (await shop.site.post('/enrolments', who)).json();
  const id: string = (await order(AMOUNT, { 'Enrolment-Id': enrolment.id })).body.id;
  const paid = payment(id, 'captured', `pay_${id}`, { captured: true, amount: 70_000, currency: 'USD' });
  await hook(event('payment.captured', { payment: { entity: paid } }));
  const back = { id: `rfnd_${id}`, payment_id: `pay_${id}`, amount: 70_000, status: 'processed' };
  await hook(event('refund.processed', { refund: { entity: back }, payment: { entity: paid } }));
  const reports = await mailed({ email, id, pay: `pay_${id}` });
  expect(reports.map(({ line }) => line)).toEqual([
    'owner: Captured money does not fit its order',
    'owner: Refunded',
    'buyer: Your payment is refunded',
  ]);
  for (const { text } of reports.slice(1)) {
    expect(text).toContain('Amount: USD 700');
    expect(text).toContain('Refunded: USD 700');
    expect(text).not.toContain('₹');
  }
});

test.each([
  ['won', 'owner: Dispute won'],
  ['closed', 'owner: Dispute closed'],
  ['lost', 'owner: Dispute lost'],
])('a dispute that was %s is reported', async (end, line) => {
  const who = await buyer();
  for (const step of ['created', 'under_review', 'action_required', 'action_required', end, end])
    await dispute(who, step);
  expect(await lines(who)).toEqual(['owner: Payment disputed', 'owner: A dispute needs your answer', line]);
});

test('no mail says that a buyer was informed whom nobody knows', async () => {
  const id: string = (await order(AMOUNT)).body.id;
  const who = { email: '', id, pay: `pay_${id}` };
  await hook(event('payment.captured', { payment: { entity: payment(id, 'captured', who.pay, { captured: true }) } }));
  await refund(who, 'processed');
  const rows = await shop.site.database.query<{ text: string }>(
    "select message->>'text' as text from mails where message->>'text' like $1",
    [`%${who.pay}%`],
  );
  expect(rows).toHaveLength(2);
  for (const { text } of rows) {
    expect(text).toContain('Who paid is not known here');
    expect(text).not.toMatch(/receipt (has been|goes)|buyer (has been|is) informed|mail about it/i);
  }
});
