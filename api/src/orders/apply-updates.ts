import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Money } from '../../wire/money';
import type { OrderStatus } from '../../wire/order-states';
import type { Queries } from '../db/database';
import { disputes, orders, payments, refundRequests, refunds } from '../db/tables/orders-schema';
import type { Announce } from '../enrolments/announce';
import { IllegalTransitionError } from '../errors';
import {
  applyChange,
  type DisputeStatus,
  isRunning,
  mayFollow,
  moneyOf,
  NO_HISTORY,
  type OrderMoney,
  type PaymentFacts,
  type PaymentHistory,
  type PaymentMoney,
  type PaymentUpdate,
  paymentMoney,
  paymentState,
} from './money';

/**
 * Stores what the provider reports of an order's payments, and moves the order to where that puts it. Updates may come in any
 * order and any number of times.
 * @param tx a transaction: all of it is kept and announced, or nothing
 * @throws IllegalTransitionError when a payment would go back to a state that it has left for good
 */
export async function applyUpdates(
  tx: Queries,
  announce: Announce,
  orderId: string,
  updates: readonly PaymentUpdate[],
): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const stored = (await loadFacts(tx, [order.id])).get(order.id) ?? [];
  const earlier = new Map(stored.map((payment) => [payment.id, payment]));
  const now = new Map<string, PaymentFacts>(earlier);
  for (const { paymentId, change, details, receipt } of updates) {
    const before = now.get(paymentId);
    const after = { ...before, id: paymentId, ...applyChange(before ?? NO_HISTORY, change) };
    const [from, to] = [before && paymentState(before), paymentState(after)];
    if (from && !mayFollow(from, to)) throw new IllegalTransitionError(paymentId, from, to);
    await saveUpdate(tx, order.id, { paymentId, before, after, change, details, receipt });
    now.set(paymentId, after);
  }
  const money = moneyOf(order, now.values());
  const applied = await setStatus(tx, order, money.status);
  const news = [...now].flatMap(([id, after]) =>
    newsOf(paymentMoney(order, after), earlier.get(id) ?? NO_HISTORY, after),
  );
  await announce(tx, order, { ...applied, news, money });
  const wrong = money.payments.find(({ id, fits }) => !fits && updates.some(({ paymentId }) => paymentId === id));
  return {
    ...applied,
    ...(wrong && { problem: `Payment ${wrong.id} does not have the amount of order ${order.id}.` }),
  };
}

interface AppliedUpdate extends PaymentUpdate {
  before: PaymentHistory | undefined;
  after: PaymentHistory;
}

const keepPayment = async (tx: Queries, orderId: string, { paymentId, before, after, details }: AppliedUpdate) => {
  const { status, captured, amount, currency, amountRefunded } = after;
  const facts = { status, captured, amount, currency, amountRefunded };
  // Why an attempt failed is of no interest once it has succeeded, and never replaces what came later.
  const isChanged = !before || status !== before.status;
  const failure = isChanged
    ? { errorCode: details?.errorCode ?? null, errorDescription: details?.errorDescription ?? null }
    : {};
  await tx
    .insert(payments)
    .values({
      id: paymentId,
      orderId,
      ...facts,
      ...failure,
      method: details?.method ?? null,
      capturedAt: captured ? sql`now()` : null,
    })
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        ...facts,
        ...failure,
        method: sql`coalesce(excluded.method, ${payments.method})`,
        capturedAt: sql`coalesce(${payments.capturedAt}, excluded.captured_at)`,
        updatedAt: sql`now()`,
      },
    });
};

/** The provider's report of a refund answers the request for it, also where the answer itself was lost. */
const answerRequest = (tx: Queries, paymentId: string, refundId: string, receipt: string) =>
  tx
    .update(refundRequests)
    .set({ state: 'made', refundId, error: null, updatedAt: sql`now()` })
    .where(and(eq(refundRequests.paymentId, paymentId), sql`${refundRequests.id}::text = ${receipt}`));

/** Writes a change of a payment and what it led to. */
async function saveUpdate(tx: Queries, orderId: string, update: AppliedUpdate): Promise<void> {
  const { paymentId, change, before, after, receipt } = update;
  if (change.about === 'payment' || !before) await keepPayment(tx, orderId, update);
  if (change.about === 'payment') return;
  const table = change.about === 'refund' ? refunds : disputes;
  const { id, amount } = change;
  const status = (change.about === 'refund' ? after.refunds : after.disputes).get(id)?.status ?? change.status;
  const respondBy = after.disputes.get(id)?.respondBy;
  await tx
    .insert(table)
    .values({ id, paymentId, amount, status, ...(respondBy && { respondBy }) } as typeof table.$inferInsert)
    // A report that repeats what is known is no news: the moment of the last change stays.
    .onConflictDoUpdate({
      target: table.id,
      set: { status, updatedAt: sql`now()`, ...(respondBy && { respondBy }) } as object,
      setWhere: ne(table.status, status),
    });
  if (change.about === 'refund' && receipt) await answerRequest(tx, paymentId, id, receipt);
}

/** Phases of a dispute in which somebody has to know or do something; the rest is the bank's own work. */
export type DisputePhase = 'disputed' | 'action_required' | 'dispute_won' | 'dispute_closed' | 'charged_back';

const PHASES: Readonly<Record<DisputeStatus, DisputePhase>> = {
  open: 'disputed',
  under_review: 'disputed',
  action_required: 'action_required',
  won: 'dispute_won',
  closed: 'dispute_closed',
  lost: 'charged_back',
};

/** A step of a payment that owner or buyer are informed of, once, by its `id`. */
export interface PaymentNews {
  id: string;
  about: 'paid' | 'partly_refunded' | 'refunded' | 'refund_failed' | DisputePhase;
  payment: PaymentMoney;
  /** Of the payment, refund or dispute that it is about. */
  amount: Money;
  /** Until when the buyer's bank takes an answer. */
  respondBy?: Date | undefined;
}

type Step = Pick<PaymentNews, 'id' | 'about' | 'respondBy'> & { amount: number };

/** Its capture is announced when it is first heard of, also after its refund. */
const captureNews = (paid: number, { id }: PaymentMoney, before: PaymentHistory, after: PaymentHistory): Step[] =>
  after.captured && !before.captured ? [{ about: 'paid', id: `payment:${id}:paid`, amount: paid }] : [];

const refundNews = (paid: number, before: PaymentHistory, after: PaymentHistory): Step[] => {
  const gone = [...after.refunds.values()].filter(({ status }) => status === 'processed');
  const whole = gone.reduce((sum, { amount }) => sum + amount, 0) >= paid;
  return [...after.refunds].flatMap(([id, { amount, status }]): Step[] => {
    // A refund that is under way may still fail: nobody is informed of money that has not gone back.
    if (status === 'pending' || status === before.refunds.get(id)?.status) return [];
    const about = status === 'failed' ? 'refund_failed' : whole ? 'refunded' : 'partly_refunded';
    return [{ about, id: `refund:${id}:${status}`, amount }];
  });
};

/** What was never captured goes back by itself, as a state of the payment without a refund of its own. */
const reversalNews = (paid: number, { id }: PaymentMoney, before: PaymentHistory, after: PaymentHistory): Step[] =>
  after.status === 'refunded' && before.status !== 'refunded' && after.refunds.size === 0
    ? [{ about: 'refunded', id: `payment:${id}:refunded`, amount: paid }]
    : [];

const disputeNews = (before: PaymentHistory, after: PaymentHistory): Step[] =>
  [...after.disputes].flatMap(([id, { amount, status, respondBy }]): Step[] => {
    const [about, was] = [PHASES[status], before.disputes.get(id)?.status];
    if (was && PHASES[was] === about) return [];
    return [{ about, id: `dispute:${id}:${about}`, amount, ...(respondBy && isRunning(status) && { respondBy }) }];
  });

/** What owner or buyer have to know after a payment's history has grown. */
const newsOf = (payment: PaymentMoney, before: PaymentHistory, after: PaymentHistory): PaymentNews[] => {
  const { amount: paid, currency } = payment.amount;
  const steps = [
    ...captureNews(paid, payment, before, after),
    ...refundNews(paid, before, after),
    ...reversalNews(paid, payment, before, after),
    ...disputeNews(before, after),
  ];
  return steps.map(({ amount, ...step }) => ({ ...step, payment, amount: { amount, currency } }));
};

/** How long an order is waited for. A payment that comes later still counts. */
const EXPIRES_AFTER_HOURS = 24;

/** Whether nobody will pay this order any more. */
export const isAbandoned = ({ createdAt }: Pick<Order, 'createdAt'>, now = Date.now()): boolean =>
  now - createdAt.getTime() > EXPIRES_AFTER_HOURS * 3_600_000;

export type Order = typeof orders.$inferSelect;

export const priceOf = ({ amount, currency }: Order): Money => ({ amount, currency });

/** What updates did to an order. */
export interface Applied {
  before: OrderStatus;
  after: OrderStatus;
  /** What a person has to look at. */
  problem?: string;
}

/** Locks an order until the transaction ends, so that its updates come one after the other. */
const lockOrder = async (tx: Queries, id: string): Promise<Order> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw new Error('An order was gone while it was worked on.');
  return order;
};

/** Moves a locked order to a status. */
const setStatus = async (tx: Queries, order: Order, after: OrderStatus): Promise<Applied> => {
  if (after !== order.status) {
    await tx.update(orders).set({ status: after, updatedAt: sql`now()` }).where(eq(orders.id, order.id));
  }
  return { before: order.status, after };
};

type Row<Table extends PgTable> = Table['$inferSelect'];

/** A payment as it is stored, with all that hangs on it. */
export interface StoredPayment extends Row<typeof payments>, PaymentFacts {
  amount: number | null;
  currency: string | null;
  refunds: Map<string, Row<typeof refunds>>;
  disputes: Map<string, Row<typeof disputes>>;
  requests: Row<typeof refundRequests>[];
}

/** What is stored of the payments of orders, by our id of the order. */
export async function loadFacts(db: Queries, orderIds: readonly string[]): Promise<Map<string, StoredPayment[]>> {
  const found = new Map<string, StoredPayment[]>();
  const ids = [...orderIds];
  const rows = await db.select().from(payments).where(inArray(payments.orderId, ids)).orderBy(asc(payments.createdAt));
  const of = db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ids));
  const given = await db.select().from(refunds).where(inArray(refunds.paymentId, of));
  const questioned = await db.select().from(disputes).where(inArray(disputes.paymentId, of));
  const requests = await db.select().from(refundRequests).where(inArray(refundRequests.paymentId, of));
  const byId = <T extends { id: string; paymentId: string }>(list: T[], id: string): Map<string, T> =>
    new Map(list.filter(({ paymentId }) => paymentId === id).map((row) => [row.id, row]));
  for (const row of rows) {
    const known = byId(given, row.id);
    const own = requests.filter(({ paymentId }) => paymentId === row.id);
    const waiting = own.filter(({ state, refundId }) => state !== 'refused' && !known.has(refundId ?? ''));
    const asked = waiting.reduce((sum, { amount }) => sum + amount, 0);
    const facts = { ...row, refunds: known, disputes: byId(questioned, row.id), requests: own, asked };
    found.set(row.orderId, [...(found.get(row.orderId) ?? []), facts]);
  }
  return found;
}

/** Where the money of orders is, by our id of the order. */
export async function loadMoney(db: Queries, list: readonly Order[]): Promise<Map<string, OrderMoney>> {
  const facts = await loadFacts(
    db,
    list.map(({ id }) => id),
  );
  return new Map(list.map((order) => [order.id, moneyOf(order, facts.get(order.id) ?? [])]));
}

const statusNow = async (tx: Queries, order: Order): Promise<OrderStatus> =>
  moneyOf(order, (await loadFacts(tx, [order.id])).get(order.id) ?? []).status;

/** Notes the provider's id of an order, once. @returns the id that is kept */
export async function noteProviderOrder(tx: Queries, id: string, providerOrderId: string): Promise<string> {
  const [noted] = await tx
    .update(orders)
    .set({ providerOrderId, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.providerOrderId)))
    .returning();
  const order = noted ?? (await lockOrder(tx, id));
  if (noted) await setStatus(tx, noted, await statusNow(tx, noted));
  return order.providerOrderId ?? providerOrderId;
}

/** Gives an unpaid order up. A payment that comes all the same brings it back. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = order.expiredAt ?? new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, await statusNow(tx, { ...order, expiredAt }));
}
