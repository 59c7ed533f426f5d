import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { isSame, type Money, spell } from '../../wire/money';
import type { OrderStatus } from '../../wire/order-states';
import { readCourse } from '../catalogue/catalogue';
import type { Queries } from '../db/database';
import { type DisputeStatus, disputes, orders, payments, refundRequests, refunds } from '../db/tables/orders-schema';
import { mails } from '../db/tables/schema';
import { mailOccurrence, type Needed, type Occurrence } from '../enrolments/mails';
import { findEnrolment } from '../enrolments/save';
import { IllegalTransitionError } from '../errors';
import {
  applyChange,
  isRunning,
  loadFacts,
  mayFollow,
  moneyOf,
  NO_HISTORY,
  type Order,
  type OrderMoney,
  type PaymentFacts,
  type PaymentHistory,
  type PaymentMoney,
  type PaymentUpdate,
  paymentMoney,
  paymentState,
  priceOf,
} from './money';
import { checkOrder, noteAmountMismatch, noteNotOffered } from './problems';

/**
 * Applies the provider's reports on an order's payments: stores them, updates the order's status, and mails owner and
 * buyer. Updates may come in any order, and repeatedly.
 * @param tx transaction: everything is stored and announced, or nothing
 * @throws IllegalTransitionError when a payment would return to a state that it has left for good
 */
export async function applyUpdates(
  tx: Queries,
  needed: Needed,
  orderId: string,
  updates: readonly PaymentUpdate[],
): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const stored = (await loadFacts(tx, [order.id])).get(order.id) ?? [];
  const earlier = new Map(stored.map((payment) => [payment.id, payment]));
  const now = new Map<string, PaymentFacts>(earlier);
  for (const { paymentId, change, details, receipt } of updates) {
    const before = now.get(paymentId);
    const history = applyChange(before ?? NO_HISTORY, change);
    const capturedAt = history.captured ? (before?.capturedAt ?? details?.at ?? new Date()) : null;
    const after = { ...before, ...history, id: paymentId, capturedAt };
    const [from, to] = [before && paymentState(before), paymentState(after)];
    if (from && !mayFollow(from, to)) throw new IllegalTransitionError(paymentId, from, to);
    await saveUpdate(tx, order.id, { paymentId, before, after, change, details, receipt });
    now.set(paymentId, after);
  }
  const money = moneyOf(order, now.values());
  const isMoved = money.held.amount !== moneyOf(order, stored).held.amount;
  const applied = await setStatus(tx, order, money.status, isMoved);
  const news = [...now].flatMap(([id, after]) =>
    newsOf(paymentMoney(order, after), earlier.get(id) ?? NO_HISTORY, after),
  );
  await announce(needed, tx, order, { ...applied, news, money });
  const wrong = money.payments.find(({ id, fits }) => !fits && updates.some(({ paymentId }) => paymentId === id));
  return {
    ...applied,
    ...(wrong && { problem: `Payment ${wrong.id} does not have the amount of order ${order.id}.` }),
  };
}

interface AppliedUpdate extends PaymentUpdate {
  before: PaymentHistory | undefined;
  after: PaymentFacts;
}

async function saveUpdate(
  tx: Queries,
  orderId: string,
  { paymentId, change, before, after, details, receipt }: AppliedUpdate,
): Promise<void> {
  if (change.about === 'payment' || !before) {
    const { status, captured, amount, currency, amountRefunded, capturedAt } = after;
    const row = { status, captured, amount, currency, amountRefunded, capturedAt };
    // The reason of a failure is dropped once the attempt succeeds, and never overwrites later facts.
    const failure = { errorCode: details?.errorCode ?? null, errorDescription: details?.errorDescription ?? null };
    const set = { ...row, ...(status !== before?.status && { ...failure, updatedAt: sql`now()` }) };
    await tx
      .insert(payments)
      .values({ id: paymentId, orderId, ...set, method: details?.method ?? null })
      .onConflictDoUpdate({
        target: payments.id,
        set: { ...set, method: sql`coalesce(excluded.method, ${payments.method})` },
      });
  }
  if (change.about === 'payment') return;
  const table = change.about === 'refund' ? refunds : disputes;
  const { id, amount } = change;
  const status = (change.about === 'refund' ? after.refunds : after.disputes).get(id)?.status ?? change.status;
  const respondBy = after.disputes.get(id)?.respondBy;
  const row = { status, ...(respondBy && { respondBy }) };
  const updatedAt = sql`case when ${table.status} = ${status} then ${table.updatedAt} else now() end`;
  await tx
    .insert(table)
    .values({ id, paymentId, amount, ...row } as typeof table.$inferInsert)
    // A repeated report does not change the time of the last change.
    .onConflictDoUpdate({ target: table.id, set: { ...row, updatedAt } as object });
  // The report also answers the office's request whose own response was lost.
  if (change.about === 'refund' && receipt)
    await tx
      .update(refundRequests)
      .set({ state: 'made', refundId: id, error: null, updatedAt: sql`now()` })
      .where(and(eq(refundRequests.paymentId, paymentId), sql`${refundRequests.id}::text = ${receipt}`));
}

/** Phases of a dispute that owner or buyer must know of; the others are the bank's own. */
export type DisputePhase = 'disputed' | 'action_required' | 'dispute_won' | 'dispute_closed' | 'charged_back';

const PHASES: Readonly<Record<DisputeStatus, DisputePhase>> = {
  open: 'disputed',
  under_review: 'disputed',
  action_required: 'action_required',
  won: 'dispute_won',
  closed: 'dispute_closed',
  lost: 'charged_back',
};

/** A step of a payment that owner and buyer are informed of once, by its `id`. */
export interface PaymentNews {
  id: string;
  about: 'paid' | 'partly_refunded' | 'refunded' | 'refund_failed' | DisputePhase;
  payment: PaymentMoney;
  /** Amount of the payment, refund or dispute. */
  amount: Money;
  respondBy?: Date | undefined;
}

/** Returns the news in a payment's history since before. */
function newsOf(payment: PaymentMoney, before: PaymentHistory, after: PaymentHistory): PaymentNews[] {
  const { id: paymentId, amount: paid } = payment;
  const news: PaymentNews[] = [];
  const add = (about: PaymentNews['about'], id: string, amount: number, respondBy?: Date | null) =>
    news.push({ id, about, payment, amount: { ...paid, amount }, ...(respondBy && { respondBy }) });

  // A capture is announced when it is first reported, even after its refund.
  if (after.captured && !before.captured) add('paid', `payment:${paymentId}:paid`, paid.amount);
  const gone = [...after.refunds.values()].filter(({ status }) => status === 'processed');
  const isWhole = gone.reduce((sum, { amount }) => sum + amount, 0) >= paid.amount;
  for (const [id, { amount, status }] of after.refunds) {
    // A pending refund may still fail, and is not announced.
    if (status === 'pending' || status === before.refunds.get(id)?.status) continue;
    const about = status === 'failed' ? 'refund_failed' : isWhole ? 'refunded' : 'partly_refunded';
    add(about, `refund:${id}:${status}`, amount);
  }
  // An uncaptured payment returns by itself: a status of the payment without a refund of its own.
  if (after.status === 'refunded' && before.status !== 'refunded' && !after.captured && after.refunds.size === 0)
    add('refunded', `payment:${paymentId}:refunded`, paid.amount);
  for (const [id, { amount, status, respondBy }] of after.disputes) {
    const [about, was] = [PHASES[status], before.disputes.get(id)?.status];
    if (!was || PHASES[was] !== about)
      add(about, `dispute:${id}:${about}`, amount, isRunning(status) ? respondBy : null);
  }
  return news;
}

/** Returns the part of every mail on an order, from the order's own record. */
export const orderInMails = async (tx: Queries, order: Order, money: OrderMoney) => {
  const paid = money.payments.findLast(({ fits, captured }) => fits && captured.amount > 0);
  return {
    enrolment: await findEnrolment(tx, order.enrolmentId),
    orderId: order.id,
    amount: priceOf(order),
    money,
    receipt: order.receipt,
    plusTax: order.plusTax ?? false,
    paymentId: paid?.id,
    at: paid?.capturedAt ?? new Date(),
  };
};

/** Whether the refund of the whole payment was announced before its single refunds were known. */
const isAnnouncedWhole = async (tx: Queries, { about, payment }: PaymentNews): Promise<boolean> => {
  if (about !== 'refunded' && about !== 'partly_refunded') return false;
  return (await tx.$count(mails, eq(mails.submissionKey, `payment:${payment.id}:refunded:owner`))) > 0;
};

/** Returns what changed about a course since its order; undefined when nothing did. */
const changedSince = async (tx: Queries, order: Order): Promise<string | undefined> => {
  if (!order.course) return undefined;
  const course = await readCourse(tx, order.course);
  if (course.status !== 'open')
    return `The ${course.label} is ${course.status} now; it was open when this was ordered.`;
  if (isSame(course.price, order)) return undefined;
  return `The ${course.label} costs ${spell(course.price)} now; it was ordered at ${spell(order)}.`;
};

/** Records a problem for money held for a changed course. @returns what changed; undefined when nothing did */
export async function noteIfChanged(tx: Queries, order: Order, payment: PaymentMoney): Promise<string | undefined> {
  const changed = payment.held.amount > 0 ? await changedSince(tx, order) : undefined;
  if (changed) await noteNotOffered(tx, order, payment, changed);
  return changed;
}

interface Move extends Applied {
  news: readonly PaymentNews[];
  money: OrderMoney;
}

/** Mails owner and buyer the news of an order, each step once, by its key. */
async function announce(
  needed: Needed,
  tx: Queries,
  order: Order,
  { before, after, news, money }: Move,
): Promise<void> {
  for (const payment of money.payments)
    if (payment.captured.amount > 0 && !payment.fits) await noteAmountMismatch(needed, tx, order, payment);
  const hasFailed = after === 'failed' && before !== 'failed';
  if (!hasFailed && news.length === 0) return;
  await checkOrder(tx, needed, order.id);
  const common = await orderInMails(tx, order, money);
  if (hasFailed) {
    const ofOrder = tx.select().from(payments).where(eq(payments.orderId, order.id));
    const [payment] = await ofOrder.orderBy(desc(payments.updatedAt)).limit(1);
    const reason = payment?.errorDescription ?? undefined;
    const occurrence: Occurrence = { ...common, occasion: 'failed', paymentId: payment?.id, reason };
    await mailOccurrence(needed, tx, occurrence, `order:${order.id}:failed`);
  }
  for (const { about, payment, amount: part, respondBy, id } of news) {
    const isCapture = about === 'paid';
    // A mismatched payment has its own mail.
    if (isCapture && !payment.fits) continue;
    if (await isAnnouncedWhole(tx, { about, payment, amount: part, id })) continue;
    const changed = isCapture ? await noteIfChanged(tx, order, payment) : undefined;
    const occurrence: Occurrence = {
      ...common,
      occasion: about,
      paymentId: payment.id,
      amount: payment.amount,
      part,
      money: payment.fits ? money : payment,
      at: (isCapture && payment.capturedAt) || new Date(),
      returned: about === 'refunded' && payment.captured.amount === 0 ? part : payment.returned,
      respondBy,
      reason: changed,
    };
    await mailOccurrence(needed, tx, occurrence, id);
  }
}

/** Result of updates on an order. */
export interface Applied {
  before: OrderStatus;
  after: OrderStatus;
  /** Problem for a person, if any. */
  problem?: string;
}

/** Locks an order until the transaction ends, which serialises its updates. */
const lockOrder = async (tx: Queries, id: string): Promise<Order> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw new Error('An order was gone while it was worked on.');
  return order;
};

/** @param isMoved true after a change of the held money, which the office's lists show: they follow `updatedAt` */
const setStatus = async (tx: Queries, order: Order, after: OrderStatus, isMoved = false): Promise<Applied> => {
  if (after !== order.status || isMoved)
    await tx.update(orders).set({ status: after, updatedAt: sql`now()` }).where(eq(orders.id, order.id));
  return { before: order.status, after };
};

const statusNow = async (tx: Queries, order: Order): Promise<OrderStatus> =>
  moneyOf(order, (await loadFacts(tx, [order.id])).get(order.id) ?? []).status;

/** Stores the provider's id of an order, once. @returns the stored id */
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

/** Expires an unpaid order. A later payment revives it. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, await statusNow(tx, { ...order, expiredAt }));
}
