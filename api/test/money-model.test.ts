import { randomUUID } from 'node:crypto';
import { sample } from '../../platform/tooling/src/testing/sample';
import { abandonedJob } from '../src/enrolments/abandoned';
import { checkPayments } from '../src/orders/problems';
import { reconcileJob } from '../src/orders/reconcile';
import {
  heldOf,
  isMismatch,
  makePayments,
  type Random,
  seeded,
  statusOf,
  type TruePayment,
} from './helpers/orders/money-model';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

/** Other worlds: MONEY_SEED=1234 jest api/test/money-model. */
const SEEDS = process.env.MONEY_SEED ? [Number(process.env.MONEY_SEED)] : sample([1, 20, 333], [20]);
const BUYERS = 10;

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.stop());

const { payment, event, hook } = callsOf(() => shop);
const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);

interface Buyer {
  email: string;
  /** In two tabs, or with another try, there are several. */
  orders: { id: string; payments: TruePayment[] }[];
}

/** A visitor who may lose answers, try again, and pay in two tabs. */
const buy = async (random: Random, number: number): Promise<Buyer> => {
  const who = {
    name: `Buyer ${number}`,
    email: `b${number}@buyer.example`,
    phone: `900000000${number}`,
    course: 'online',
  };
  const orders: Buyer['orders'] = [];
  for (let tab = 0; tab <= random.upTo(1); tab += 1) {
    const attempt = randomUUID();
    const headers = { 'Idempotency-Key': attempt };
    const enrol = async () => (await shop.site.post('/enrolments', who, headers)).json();
    const order = async (enrolment: Record<string, string>) =>
      (await shop.site.post('/create_order.php', { amount: 5_000_000 }, { ...headers, ...enrolment })).json();
    // Its answer arrives, is lost, or the enrolment itself comes after the order.
    const way = random.pick(['answered', 'lost', 'late'] as const);
    const enrolled = way === 'late' ? undefined : await enrol();
    const made = await order(way === 'answered' ? { 'Enrolment-Id': enrolled.id } : {});
    if (way === 'late') await enrol();
    const payments = makePayments(random, `${number}_${tab}`);
    orders.push({ id: made.id, payments });
    for (const { id, status, amount } of payments)
      shop.provider.payments.push(payment(made.id, status, id, { amount, captured: status === 'captured' }));
  }
  return { email: who.email, orders };
};

/** Every event of a payment, in the order in which it happened. */
const eventsOf = (orderId: string, { id, status, amount, refunds, dispute }: TruePayment): unknown[] => {
  const entity = (state: string) => ({
    payment: { entity: payment(orderId, state, id, { amount, captured: state === 'captured' }) },
  });
  const steps =
    status === 'failed' ? ['failed'] : status === 'authorized' ? ['failed', 'authorized'] : ['authorized', 'captured'];
  const paid = entity(status === 'captured' ? 'captured' : status);
  return [
    ...steps.map((step) => event(`payment.${step}`, entity(step))),
    ...refunds.flatMap((refund) =>
      ['pending', refund.status].map((state) =>
        event(`refund.${state === 'pending' ? 'created' : state}`, {
          ...paid,
          refund: { entity: { id: refund.id, payment_id: id, amount: refund.amount, status: state } },
        }),
      ),
    ),
    ...(dispute ? ['open', dispute] : []).map((state) =>
      event(`payment.dispute.${state === 'open' ? 'created' : state}`, {
        ...paid,
        dispute: { entity: { id: `disp_${id}`, payment_id: id, amount, status: state } },
      }),
    ),
  ];
};

const work = async () => {
  const { database, alarms, outgoing, owner } = shop.site.context;
  const { signal } = new AbortController();
  await reconcileJob(shop.site.context).run(signal);
  await checkPayments(database.db, alarms, { outgoing, owner });
  await abandonedJob({ db: database.db, outgoing, owner }).run(signal);
};
const keys = async () =>
  (await query<{ key: string }>("select submission_key as key from mails where submission_key not like 'id:%'")).map(
    ({ key }) => key,
  );

test.each(SEEDS)(
  'whatever is lost, late, repeated and shuffled, the money is reported as it is (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const buyers: Buyer[] = [];
    for (let number = 0; number < BUYERS; number += 1) buyers.push(await buy(random, number));
    const orders = buyers.flatMap((buyer) => buyer.orders);
    const payments = orders.flatMap((order) => order.payments);
    const events = orders.flatMap(({ id, payments: own }) => own.flatMap((one) => eventsOf(id, one)));
    // Each comes at least once, some twice, all in another order, three at a time.
    const deliveries = random.shuffled(
      [...events, ...events.filter(() => random.chance(0.3))].map((body) => ({
        body,
        id: `evt_${events.indexOf(body)}`,
      })),
    );
    for (let at = 0; at < deliveries.length; at += 3) {
      const answers = await Promise.all(deliveries.slice(at, at + 3).map(({ body, id }) => hook(body, { id })));
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
      if (random.chance(0.2)) await work();
    }
    await query("update enrolments set created_at = created_at - interval '31 minutes'");
    await query("update orders set created_at = created_at - interval '31 minutes'");
    await work();

    const found = await query<{ id: string; status: string; enrolment_id: string | null }>(
      'select provider_order_id as id, status, enrolment_id from orders',
    );
    expect(Object.fromEntries(found.map(({ id, status }) => [id, status]))).toEqual(
      Object.fromEntries(orders.map(({ id, payments: own }) => [id, statusOf(own)])),
    );
    expect(found.filter(({ enrolment_id }) => enrolment_id === null)).toEqual([]);

    const mailed = await keys();
    expect(mailed.length).toBe(new Set(mailed).size);
    const refunds = payments.flatMap((one) => one.refunds);
    expect(mailed.filter((key) => key.startsWith('refund:')).toSorted()).toEqual(
      refunds
        .flatMap(({ id, status }) => [
          `refund:${id}:${status}:owner`,
          ...(status === 'processed' ? [`refund:${id}:${status}:buyer`] : []),
        ])
        .toSorted(),
    );
    expect(mailed.filter((key) => key.startsWith('problem:amount_mismatch')).toSorted()).toEqual(
      payments
        .filter(isMismatch)
        .map(({ id }) => `problem:amount_mismatch:${id}`)
        .toSorted(),
    );
    // Nobody whose money is or was here is called abandoned, and whoever has paid and kept the course has one receipt.
    for (const { email, orders: own } of buyers) {
      const all = own.flatMap((order) => order.payments);
      const subjects = await query<{ subject: string; to: string | null }>(
        "select message->>'subject' as subject, message->>'to' as to from mails where email = $1",
        [email],
      );
      if (all.some(({ status }) => status === 'captured'))
        expect(subjects.filter(({ subject }) => subject.startsWith('Enrolment abandoned'))).toEqual([]);
      for (const order of own) {
        const plain =
          order.payments.length === 1 &&
          statusOf(order.payments) === 'paid' &&
          order.payments[0]?.dispute === undefined &&
          order.payments[0]?.refunds.length === 0;
        if (plain) expect(subjects.filter(({ to }) => to === email).length).toBeGreaterThan(0);
      }
    }

    // Of the payments whose money is here, all but one of each buyer are alarmed.
    const held = buyers.map(
      ({ orders: own }) => own.flatMap((order) => order.payments).filter((one) => heldOf(one) > 0).length,
    );
    const alarms = await query<{ name: string }>("select name from alarms where name like 'payment:paid_twice:%'");
    expect(alarms).toHaveLength(held.reduce((sum, count) => sum + Math.max(0, count - 1), 0));

    // Once more, all of it: nothing is reported a second time.
    for (const { body, id } of deliveries) await hook(body, { id: `again_${id}` });
    await work();
    expect((await keys()).length).toBe(mailed.length);
  },
);
