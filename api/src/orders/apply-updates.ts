import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { disputes, payments, refundRequests, refunds } from '../db/tables/orders-schema';
import type { Announce } from '../enrolments/announce';
import { IllegalTransitionError } from '../errors';
import {
  applyChange,
  type DisputeStatus,
  isForOrder,
  mayFollow,
  NO_HISTORY,
  orderStatus,
  type PaymentHistory,
  type PaymentUpdate,
  paymentState,
  sumOfRefunds,
} from './money';
import { type Applied, loadHistories, lockOrder, setStatus } from './record';

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
  const histories = await loadHistories(tx, order.id);
  const earlier = new Map(histories);
  let problem: string | undefined;
  for (const { paymentId, change, details, receipt } of updates) {
    const before = histories.get(paymentId);
    const after = applyChange(before ?? NO_HISTORY, change);
    const [from, to] = [before && paymentState(before), paymentState(after)];
    if (from && !mayFollow(from, to)) throw new IllegalTransitionError(paymentId, from, to);
    await saveUpdate(tx, order.id, { paymentId, before, after, change, details, receipt });
    histories.set(paymentId, after);
    if (!isForOrder(order, after)) problem = `Payment ${paymentId} does not have the amount of order ${order.id}.`;
  }
  const applied = await setStatus(tx, order, orderStatus(order, histories.values()));
  const news = [...histories].flatMap(([id, after]) => newsOf(id, order, earlier.get(id) ?? NO_HISTORY, after));
  const misfits = [...histories].flatMap(([id, { captured, amount, currency }]) => {
    const isMisfit = captured && !isForOrder(order, { amount, currency });
    return isMisfit ? [{ paymentId: id, amount: amount ?? 0, currency: currency ?? order.currency }] : [];
  });
  await announce(tx, order, { ...applied, news, misfits });
  return { ...applied, ...(problem && { problem }) };
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
  await tx
    .insert(table)
    .values({ id, paymentId, amount, status } as typeof table.$inferInsert)
    // A report that repeats what is known is no news: the moment of the last change stays.
    .onConflictDoUpdate({
      target: table.id,
      set: { status, updatedAt: sql`now()` } as object,
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

interface NewsOfPayment {
  paymentId: string;
  /** What the payment brought; of the order's amount and currency unless it does not fit. */
  paid: number;
  currency: string;
}

/** A step of a payment that owner or buyer are informed of, once, by its `id`. Amounts are hundredths of its currency. */
export type PaymentNews = NewsOfPayment & { id: string; amount: number } & (
    | {
        about: 'refunded' | 'partly_refunded' | 'refund_failed';
        /** All that has gone back for certain, this refund among it. */
        refunded: number;
      }
    | { about: DisputePhase }
  );

const refundNews = (of: NewsOfPayment, before: PaymentHistory, after: PaymentHistory) => {
  const refunded = sumOfRefunds(after, (status) => status === 'processed');
  const whole = refunded >= of.paid;
  return [...after.refunds].flatMap(([id, { amount, status }]): PaymentNews[] => {
    // A refund that is under way may still fail: nobody is informed of money that has not gone back.
    if (status === 'pending' || status === before.refunds.get(id)?.status) return [];
    const about = status === 'failed' ? 'refund_failed' : whole ? 'refunded' : 'partly_refunded';
    return [{ ...of, about, id: `refund:${id}:${status}`, amount, refunded }];
  });
};

const disputeNews = (of: NewsOfPayment, before: PaymentHistory, after: PaymentHistory) =>
  [...after.disputes].flatMap(([id, { amount, status }]): PaymentNews[] => {
    const [about, was] = [PHASES[status], before.disputes.get(id)?.status];
    return was && PHASES[was] === about ? [] : [{ ...of, about, id: `dispute:${id}:${about}`, amount }];
  });

/** What was never captured goes back by itself, as a state of the payment without a refund of its own. */
const reversalNews = (of: NewsOfPayment, before: PaymentHistory, after: PaymentHistory) => {
  if (after.status !== 'refunded' || before.status === 'refunded' || after.refunds.size > 0) return [];
  const { paymentId, paid: amount } = of;
  return [{ ...of, about: 'refunded', id: `payment:${paymentId}:refunded`, amount, refunded: amount } as const];
};

/** What owner or buyer have to know after a payment's history has grown. */
const newsOf = (
  paymentId: string,
  order: { amount: number; currency: string },
  before: PaymentHistory,
  after: PaymentHistory,
): PaymentNews[] => {
  const of = { paymentId, paid: after.amount ?? order.amount, currency: after.currency ?? order.currency };
  return [...refundNews(of, before, after), ...reversalNews(of, before, after), ...disputeNews(of, before, after)];
};
