import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Money, ofUnits, spell } from '../../../wire/money';
import type { Caller } from '../../../wire/office/caller';
import type { COURSE_CALLS } from '../../../wire/office/courses';
import { courseLabel } from '../../../wire/orders';
import type { Db, Queries } from '../../db/database';
import {
  type DisputeStatus,
  orders,
  paymentProblems,
  payments,
  type RefundStatus,
  refundRequests,
} from '../../db/tables/orders-schema';
import { buyerMail, type Needed } from '../../enrolments/mails';
import { findEnrolment } from '../../enrolments/save';
import { messageOf, ProviderError, RefusedError } from '../../errors';
import { applyUpdates, orderInMails } from '../../orders/apply-updates';
import {
  isRunning,
  loadFacts,
  loadMoney,
  moneyOf,
  type Order,
  type PaymentMoney,
  priceOf,
  type StoredPayment,
} from '../../orders/money';
import { openProblems, TITLES } from '../../orders/problems';
import { type ProviderRefund, updateOfRefund } from '../../orders/provider';
import type { Reconciler } from '../../orders/reconcile';
import { spokenTime } from '../../support/site-zone';
import { wireOf } from '../../support/wire-names';
import { audit, DONE, found } from '../access';

const acceptedOf = (db: Queries, ids: string[]) =>
  db
    .select()
    .from(paymentProblems)
    .where(and(inArray(paymentProblems.paymentId, ids), isNotNull(paymentProblems.acceptedAt)));

export async function readStory(db: Queries, id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) return undefined;
  const stored = (await loadFacts(db, [id])).get(id) ?? [];
  const ids = stored.map((payment) => payment.id);
  const enrolment = await findEnrolment(db, order.enrolmentId);
  const money = moneyOf(order, stored);
  const problems = await openProblems(db, ids);
  const accepted = await acceptedOf(db, ids);
  // Second payments that somebody accepted.
  const twice = new Set(accepted.filter(({ kind }) => kind === 'paid_twice').map(({ paymentId }) => paymentId));
  const meant = money.payments.reduce((sum, { id: of, held }) => (twice.has(of) ? sum + held.amount : sum), 0);
  const owed = money.owed.amount - meant;
  return {
    ...wireOf(order),
    ...wireOf(money),
    amount: priceOf(order),
    enrolment: enrolment ? { ...enrolment, course_label: courseLabel(enrolment.course, enrolment.format) } : null,
    paid: money.captured,
    payments: money.payments
      .filter(({ captured }) => captured.amount > 0)
      .map((payment) => ({ ...payment, status: payment.state })),
    paid_twice: owed > 0 || problems.some(({ kind }) => kind === 'paid_twice'),
    problems: problems.map((problem) => ({ ...wireOf(problem), title: TITLES[problem.kind] })),
    timeline: timelineOf(order, stored, accepted),
    refund_requests: stored.flatMap((payment) =>
      payment.requests.map((row) => ({
        ...wireOf(row),
        amount: { amount: row.amount, currency: payment.currency ?? order.currency },
      })),
    ),
  };
}

type Event = { at: Date; text: string; amount: Money | null };

const PAYMENT: Readonly<Record<StoredPayment['status'], string>> = {
  created: 'The buyer began to pay',
  failed: 'A payment failed',
  authorized: 'The bank agreed; the money is not here yet',
  captured: 'Paid',
  // Its refunds are events of their own.
  refunded: 'Paid',
};
const NEVER_CAME = 'The bank let the payment go; the money never came';
const REFUND: Readonly<Record<RefundStatus, string>> = {
  pending: 'A refund is on its way',
  failed: 'A refund failed',
  processed: 'Refunded',
};
const DISPUTE: Readonly<Record<DisputeStatus, string>> = {
  open: "The buyer's bank asks for the money back",
  under_review: 'The dispute is being looked at',
  action_required: "Answer the dispute in the provider's dashboard",
  closed: 'The dispute was closed',
  won: 'The dispute was won',
  lost: 'The dispute was lost, and the bank has the money',
};
const REQUEST: Readonly<Record<StoredPayment['requests'][number]['state'], string>> = {
  asked: 'asked for a refund',
  made: 'asked for a refund, and the provider took it',
  refused: 'asked for a refund, which was not made',
  uncertain: 'asked for a refund; the provider has not answered',
};

/** Returns when a payment reached its status; a later refund changes `updatedAt`. */
const momentOf = ({ status, capturedAt, createdAt, updatedAt }: StoredPayment): Date =>
  capturedAt ?? (status === 'created' ? createdAt : updatedAt);

/** Returns two events for what took time: its beginning and its outcome. */
const twoEvents = (row: { createdAt: Date; updatedAt: Date }, amount: Money, first: string, last: string): Event[] =>
  [
    { at: row.createdAt, text: first, amount },
    { at: row.updatedAt, text: last, amount },
  ].filter(({ text }, index) => index === 1 || (text !== last && row.createdAt < row.updatedAt));

/** Returns the events of a payment. @param order for the currency, where the payment has none */
function eventsOf(order: Order, payment: StoredPayment): Event[] {
  const sum = ({ amount }: { amount: number }): Money => ({ amount, currency: payment.currency ?? order.currency });
  const { status, captured, method, errorDescription, amount } = payment;
  return [
    {
      at: momentOf(payment),
      text: [
        status === 'refunded' && !captured ? NEVER_CAME : PAYMENT[status],
        method && `by ${method}`,
        errorDescription,
      ]
        .filter(Boolean)
        .join(', '),
      amount: amount === null ? null : sum({ amount }),
    },
    ...[...payment.refunds.values()].flatMap((refund) =>
      twoEvents(refund, sum(refund), REFUND.pending, REFUND[refund.status]),
    ),
    ...[...payment.disputes.values()].flatMap((dispute) => {
      const until = dispute.respondBy ? `; answer by ${spokenTime(dispute.respondBy)}` : '';
      const [first, last] = [DISPUTE.open, DISPUTE[dispute.status]];
      const open = `${first}${until}`;
      return twoEvents(dispute, sum(dispute), open, isRunning(dispute.status) ? `${last}${until}` : last);
    }),
    ...payment.requests.map((request) => ({
      at: request.createdAt,
      text: `${request.requestedBy} ${REQUEST[request.state]}: ${request.reason}${request.state === 'refused' && request.error ? `. ${request.error}` : ''}`,
      amount: sum(request),
    })),
  ];
}

/** Returns an order's events in the owner's words, oldest first. */
function timelineOf(
  order: Order,
  payments: readonly StoredPayment[],
  accepted: Awaited<ReturnType<typeof acceptedOf>>,
) {
  const events: Event[] = [
    ...payments.flatMap((payment) => eventsOf(order, payment)),
    ...accepted.map(({ acceptedAt, createdAt, kind, reason }) => ({
      at: acceptedAt ?? createdAt,
      text: [`Settled: ${TITLES[kind]}`, reason].filter(Boolean).join('. '),
      amount: null,
    })),
    ...(order.expiredAt ? [{ at: order.expiredAt, text: 'The order was given up: nobody paid', amount: null }] : []),
  ];
  // The order comes first: by the provider's clock, which counts seconds, a payment may seem older than its order.
  return [
    { at: order.createdAt, text: 'The order was made', amount: priceOf(order) },
    ...events.sort((one, other) => one.at.getTime() - other.at.getTime()),
  ];
}

/** Mails the buyer the receipt again, once a request id. @throws RefusedError 409 when it is unpaid, or its buyer unknown */
export const sendReceipt = (
  { db, outgoing, owner }: Needed & { db: Db },
  caller: Caller,
  orderId: string,
  id: string,
) =>
  db.transaction(async (tx) => {
    // The lock makes an erasure of the buyer wait, which takes the receipt, too.
    const order = found((await tx.select().from(orders).where(eq(orders.id, orderId)).for('update'))[0]);
    const money = (await loadMoney(tx, [order])).get(orderId);
    const common = money && (await orderInMails(tx, order, money));
    if (!common?.paymentId || !common.enrolment)
      throw new RefusedError(409, 'There is no paid enrolment to send a receipt for.');
    const message = buyerMail({ ...common, occasion: 'paid' }, common.enrolment, await owner(tx));
    if (message)
      await outgoing.add(tx, { key: `receipt:${orderId}:${id}`, email: common.enrolment.email, content: { message } });
    await audit(tx, caller, { area: 'courses', action: 'send receipt', record: orderId });
    return DONE;
  });

type NewRefund = z.output<(typeof COURSE_CALLS)['POST /orders/:id/refunds']['body']>;

const notReturnable = ({ inDispute, lost }: PaymentMoney): string => {
  if (inDispute.amount > 0)
    return `The buyer's bank asks for ${spell(inDispute)} of this payment back: answer the dispute first, or the money goes twice.`;
  if (lost.amount > 0)
    return `The buyer's bank has taken ${spell(lost)} of this payment back: there is no more to give.`;
  return 'All of this payment has been given back, or was asked to be.';
};

/** Prefix of the provider's reason, or of a failed connection. */
const REFUSED = 'The refund was not made. ';

/**
 * Records a refund request.
 * @returns false when this request was recorded before
 * @throws RefusedError when the amount cannot be refunded, or the provider refused this request before
 */
const note = (
  db: Db,
  caller: Caller,
  orderId: string,
  { id, payment_id, amount, returnable, reason }: NewRefund,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    // The lock serialises requests for one order, so that the second sees the first.
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    const money = order && (await loadMoney(tx, [order])).get(orderId);
    const payment = money?.payments.find((one) => one.id === payment_id);
    if (!payment || payment.captured.amount === 0)
      throw new RefusedError(422, 'This order has no such payment that could be given back.');
    const [before] = await tx.select().from(refundRequests).where(eq(refundRequests.id, id));
    if (before?.state === 'refused') throw new RefusedError(422, REFUSED + before.error);
    if (before?.amount === amount) return false;
    if (before) throw new RefusedError(409, 'This refund was asked for with another amount.');
    const least = ofUnits(1, payment.amount.currency);
    if (amount < least.amount) throw new RefusedError(422, `A refund is of ${spell(least)} or more.`);
    const left = payment.returnable;
    if (left.amount <= 0) throw new RefusedError(422, notReturnable(payment));
    if (amount > left.amount)
      throw new RefusedError(422, `Only ${spell(left)} of this payment can still be given back.`);
    if (returnable !== undefined && returnable !== left.amount)
      throw new RefusedError(
        409,
        `Somebody was faster: ${spell(left)} of this payment can be given back now. Look at the order once more.`,
      );
    await tx.insert(refundRequests).values({ id, paymentId: payment_id, amount, reason, requestedBy: caller.name });
    await audit(tx, caller, { area: 'courses', action: 'refund', record: orderId, detail: { request: id, amount } });
    return true;
  });

/** Records the provider's answer to a refund request, and updates its order. */
const noteMade = (deps: Reconciler, orderId: string, id: string, refund: ProviderRefund): Promise<unknown> =>
  deps.db.transaction((tx) => applyUpdates(tx, deps, orderId, [{ ...updateOfRefund(refund), receipt: id }]));

/**
 * Refunds money through the provider, once a request id. A lost answer leaves the request `uncertain`; it is not
 * repeated, but a job looks the refund up at the provider.
 * @throws RefusedError with the provider's reason when it refuses
 */
export async function refundPayment(
  deps: Reconciler,
  caller: Caller,
  orderId: string,
  wanted: NewRefund,
): Promise<void> {
  if (!(await note(deps.db, caller, orderId, wanted))) return;
  const { id, payment_id: paymentId, amount, reason } = wanted;
  try {
    await noteMade(deps, orderId, id, await deps.provider.refund(paymentId, { amount, receipt: id, reason }));
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.outcome === 'refused';
    await deps.db
      .update(refundRequests)
      .set({ state: isRefused ? 'refused' : 'uncertain', error: messageOf(error).slice(0, 300), updatedAt: sql`now()` })
      .where(and(eq(refundRequests.id, id), eq(refundRequests.state, 'asked')));
    if (isRefused) throw new RefusedError(422, REFUSED + messageOf(error));
    if (!(error instanceof ProviderError)) throw error;
  }
}

/** SQL of whether a request has been idle for longer than a call takes, or its time lies ahead because a clock was set back. */
const isQuiet = sql`${refundRequests.updatedAt} not between now() - interval '2 minutes' and now()`;
/** Time after which a refund that the provider does not know was never made. */
const GIVEN_UP = 15 * 60_000;
const BATCH = 20;
const LOST: ('asked' | 'uncertain')[] = ['asked', 'uncertain'];

type Lost = { request: typeof refundRequests.$inferSelect; orderId: string };

async function findRefund(deps: Reconciler, { request, orderId }: Lost, now: number): Promise<unknown> {
  const made = (await deps.provider.refundsOf(request.paymentId)).find(({ receipt }) => receipt === request.id);
  if (made) return noteMade(deps, orderId, request.id, made);
  if (now - request.createdAt.getTime() <= GIVEN_UP) return undefined;
  const error = 'The provider never got it; it can be asked for again.';
  return deps.db
    .update(refundRequests)
    .set({ state: 'refused', error, updatedAt: sql`now()` })
    .where(and(eq(refundRequests.id, request.id), inArray(refundRequests.state, LOST)));
}

/**
 * Looks up refunds whose answer was lost. One that the provider does not know may be requested again.
 * @throws the first error after all were looked up; at once while the provider cannot be reached
 */
export async function findRefunds(deps: Reconciler, now = Date.now()): Promise<void> {
  const rows = await deps.db
    .select({ request: refundRequests, orderId: payments.orderId })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(and(inArray(refundRequests.state, LOST), isQuiet))
    .orderBy(desc(refundRequests.createdAt))
    .limit(BATCH);
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await findRefund(deps, row, now);
    } catch (error) {
      if (error instanceof ProviderError && error.outcome === 'uncertain') throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
