import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Alarms } from '../alarms/alarms';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { orders, paymentProblems, payments } from '../db/tables/orders-schema';
import { installation } from '../db/tables/schema';
import type { Needed } from '../enrolments/mails';
import { messageOf, ProviderError } from '../errors';
import type { UNRECONCILED } from '../metrics';
import { type Applied, applyUpdates, expireOrder, noteProviderOrder } from './apply-updates';
import { LOOKED_AFTER, MONEY_MOVED, type Order, type PaymentUpdate, UNPAID } from './money';
import { noteUnknownOrder } from './problems';
import {
  MOST_LISTED,
  type ProviderClient,
  type ProviderPayment,
  updateOfDispute,
  updateOfPayment,
  updateOfRefund,
} from './provider';

export interface Reconciler extends Needed {
  db: Db;
  provider: ProviderClient;
}

/** Result of an order's reconciliation; `problem` may also be why the provider could not be asked. */
export interface Reconciled extends Applied {
  id: string;
  isUnanswered?: boolean;
}

/** Reconciles orders with the provider. A failure does not stop the next ones. */
export async function* reconcile(
  reconciler: Reconciler,
  due: readonly Order[],
  signal?: AbortSignal,
): AsyncGenerator<Reconciled> {
  for (const order of due) {
    if (signal?.aborted) return;
    try {
      // Recorded before the call: an order that fails must not hold up the others.
      await reconciler.db.update(orders).set({ checkedAt: sql`now()` }).where(eq(orders.id, order.id));
      const { after, problem } = await settle(reconciler, order);
      await reconciler.db.update(orders).set({ reconciledAt: sql`now()` }).where(eq(orders.id, order.id));
      yield { id: order.id, before: order.status, after, ...(problem && { problem }) };
    } catch (error) {
      const isUnanswered = error instanceof ProviderError && error.outcome === 'uncertain';
      yield { id: order.id, before: order.status, after: order.status, problem: messageOf(error), isUnanswered };
    }
  }
}

const updatesOf = async (provider: ProviderClient, payment: ProviderPayment): Promise<PaymentUpdate[]> => {
  const isTaken = payment.status === 'captured' || payment.status === 'refunded';
  const refunds = isTaken ? await provider.refundsOf(payment.id) : [];
  return [updateOfPayment(payment), ...refunds.map(updateOfRefund)];
};

/** Age at which an unpaid order expires. A later payment still counts. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/** Fetches an order and its payments from the provider, and applies them. @throws ProviderError */
const settle = async (reconciler: Reconciler, order: Order): Promise<Applied> => {
  const { db, provider } = reconciler;
  // By our receipt, if the response with its id was lost.
  const found = order.providerOrderId ? undefined : await provider.findOrder(order.receipt);
  const noted = found && (await db.transaction((tx) => noteProviderOrder(tx, order.id, found.id)));
  const providerOrderId = order.providerOrderId ?? noted;
  const attempts = providerOrderId ? await provider.paymentsOf(providerOrderId) : [];
  const updates = (await Promise.all(attempts.map((payment) => updatesOf(provider, payment)))).flat();
  return db.transaction(async (tx) => {
    const applied = await applyUpdates(tx, reconciler, order.id, updates);
    const givenUp = UNPAID.includes(applied.after) && Date.now() - order.createdAt.getTime() > GIVEN_UP_AFTER_MS;
    const { after } = givenUp ? await expireOrder(tx, order.id) : applied;
    return { ...applied, after };
  });
};

/**
 * Fetches the provider's newest payments and disputes. Applies unknown captures (of orders that are not reconciled any
 * more) and disputes, and records captured money of unknown orders (lost by a restore).
 */
export async function reconcileNewest(reconciler: Reconciler): Promise<Applied[]> {
  const { db, provider } = reconciler;
  const applied: Applied[] = [];
  const apply = async (orderId: string, update: PaymentUpdate) =>
    void applied.push(await db.transaction((tx) => applyUpdates(tx, reconciler, orderId, [update])));
  const [site] = await db.select().from(installation);
  const made = site?.createdAt ?? new Date();
  // The clock was ahead when the site was installed.
  const since = made > new Date() ? new Date(Date.now() - GIVEN_UP_AFTER_MS) : made;
  // A restore may have lost many: fetch more pages while there is news.
  for (let skip = 0, isMore = true; isMore; skip += MOST_LISTED) {
    const page = await provider.payments(since, skip);
    const taken = page.flatMap((payment) => (payment?.captured ? payment : []));
    const ids = taken.map(({ id }) => id);
    const named = taken.flatMap(({ order_id: id }) => id ?? []);
    const known = await db.select().from(orders).where(inArray(orders.providerOrderId, named));
    const heard = await db
      .select()
      .from(payments)
      .where(and(inArray(payments.id, ids), payments.captured));
    const noted = await db.select().from(paymentProblems).where(inArray(paymentProblems.paymentId, ids));
    const unheard = taken.filter(({ id }) => !heard.some((payment) => payment.id === id));
    for (const payment of unheard) {
      const order = known.find(({ providerOrderId }) => providerOrderId === payment.order_id);
      if (order) await apply(order.id, updateOfPayment(payment));
      else await db.transaction((tx) => noteUnknownOrder(reconciler, tx, [updateOfPayment(payment)]));
    }
    // Fully refunded money needs nobody, and is not recorded.
    const isNews = ({ id, status }: ProviderPayment) =>
      status !== 'refunded' && !noted.some(({ paymentId }) => paymentId === id);
    isMore = page.length === MOST_LISTED && unheard.some(isNews);
  }
  // Disputes come last: they may concern payments just found, and a failure to list them must not hide payments.
  const disputes = (await provider.disputes()).flatMap((dispute) => dispute ?? []);
  const questioned = disputes.map(({ payment_id: id }) => id);
  const ours = await db.select().from(payments).where(inArray(payments.id, questioned));
  for (const dispute of disputes) {
    const payment = ours.find(({ id }) => id === dispute.payment_id);
    const update = updateOfDispute(dispute);
    if (payment) await apply(payment.orderId, update);
    else await db.transaction((tx) => noteUnknownOrder(reconciler, tx, [update]));
  }
  return applied;
}

/** Interval of reconciliation by an order's age. */
const RHYTHM = [
  { youngerThan: '1 hour', every: '5 minutes' },
  { youngerThan: '1 day', every: '1 hour' },
  { youngerThan: '7 days', every: '6 hours' },
  { youngerThan: LOOKED_AFTER, every: '1 day' },
] as const;

/** SQL of whether an order was paid, so that refunds and disputes may follow. */
const settled = inArray(orders.status, ['paid', ...MONEY_MOVED]);

const age = sql`now() - ${orders.createdAt}`;

/** SQL of whether an order has a pending refund, which may fail at any age. */
const isGivenBack = sql`exists (select from refunds r join payments p on p.id = r.payment_id
  where p.order_id = orders.id and r.status = 'pending')`;

/**
 * SQL of an order's interval: a day for a paid one while it is reconciled; a week in all for an expired one, in which a
 * bank may still approve. Null: never again.
 */
const interval = sql`case when ${settled} and (${age} < ${LOOKED_AFTER}::interval or ${isGivenBack}) then interval '1 day'
  when ${orders.status} = 'expired' and ${age} > interval '7 days' then null
  ${sql.join(
    RHYTHM.map(({ youngerThan, every }) => sql`when ${age} < ${youngerThan}::interval then ${every}::interval`),
    sql` `,
  )} end`;

const heardAt = sql`coalesce(${orders.reconciledAt}, ${orders.createdAt})`;

/** SQL of when an order's reconciliation is due; now, if its last one lies ahead because a clock was set back. Null: never. */
const dueAt = sql`case when ${heardAt} > now() then now() - ${interval} else ${heardAt} end + ${interval}`;

/** Makes every order due after a restore, because reports since the back-up are lost. */
export const askAgain = (db: Db) =>
  db
    .update(orders)
    .set({ reconciledAt: sql`now() - ${interval}` })
    .where(sql`${dueAt} > now()`);

/** Delay that raises an alarm. A shorter outage costs nothing, because webhooks arrive, too. */
const TOO_LONG_SECONDS = 60 * 60;

/** Counts overdue orders, with the seconds of the longest delay. */
export async function unreconciled(db: Queries): Promise<Record<keyof typeof UNRECONCILED, number>> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${dueAt})), 0)::float`,
    })
    .from(orders)
    .where(sql`${dueAt} <= now()`);
  return { waiting: 0, oldestSeconds: 0, ...row, alarmSeconds: TOO_LONG_SECONDS };
}

/** Returns all orders that are still reconciled. */
export const openOrders = (db: Queries): Promise<Order[]> =>
  db.select().from(orders).where(sql`${interval} is not null`).orderBy(asc(orders.createdAt));

/** Most orders a minute, because the provider limits calls; the next run continues. */
const BATCH = 100;
/** So many calls without an answer end a run: the provider hangs, or wants a pause. */
const MOST_UNANSWERED = 3;

/** Reconciles due orders: finds what no webhook reported, and expires abandoned orders. */
export async function reconcileDue(context: Context, signal: AbortSignal): Promise<void> {
  const { db, metrics, onTrouble, outgoing } = context;
  // The longest wait first; a failed order is retried soon.
  const isRested = sql`coalesce(${orders.checkedAt} not between now() - interval '5 minutes' and now(), true)`;
  const due = await db
    .select()
    .from(orders)
    .where(and(sql`${dueAt} <= now()`, isRested))
    .orderBy(sql`${orders.checkedAt} nulls first`, asc(orders.createdAt))
    .limit(BATCH);
  let unanswered = 0;
  for await (const { id, before, after, problem, isUnanswered } of reconcile(context, due, signal)) {
    metrics.orders.inc({ event: problem ? 'reconcile_failed' : before === after ? 'reconciled' : 'moved' });
    outgoing.wake();
    if (problem) onTrouble(`Order ${id} could not be reconciled: ${problem}`);
    if (isUnanswered) unanswered += 1;
    if (unanswered === MOST_UNANSWERED) return;
  }
}

/** Raises an alarm while an order is overdue by more than an hour. */
export async function checkReconciled(db: Db, alarms: Alarms): Promise<void> {
  const { oldestSeconds, waiting, alarmSeconds } = await unreconciled(db);
  await alarms.set(
    'orders-unreconciled',
    oldestSeconds > alarmSeconds &&
      `${waiting} ${waiting === 1 ? 'order' : 'orders'} could not be compared with the payment provider, the oldest for ${Math.floor(oldestSeconds / 60)} minutes; see npm run api -- orders reconcile.`,
  );
}
