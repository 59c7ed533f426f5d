import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Caller } from '../../../wire/office/caller';
import type { OrderStory } from '../../../wire/office/courses';
import type { Db, Queries } from '../../db/database';
import {
  disputes,
  enrolments,
  orders,
  paymentProblems,
  payments,
  refundRequests,
  refunds,
} from '../../db/tables/orders-schema';
import { factsOf } from '../../enrolments/announce';
import { buyerMail, type Needed } from '../../enrolments/mails';
import { RefusedError } from '../../errors';
import { isForOrder } from '../../orders/money';
import { audit } from '../access';

/** What of a payment was given back, or is on its way. */
export const givenBack = (
  payment: Pick<typeof payments.$inferSelect, 'id' | 'amountRefunded'>,
  known: readonly (typeof refunds.$inferSelect)[],
  requests: readonly (typeof refundRequests.$inferSelect)[],
): number => {
  const all = known.filter(({ paymentId }) => paymentId === payment.id);
  const own = all.filter(({ status }) => status !== 'failed');
  const failed = all.filter(({ status }) => status === 'failed');
  const heard = new Set(own.map(({ id }) => id));
  const waiting = requests.filter(
    ({ paymentId, state, refundId }) =>
      paymentId === payment.id &&
      state !== 'refused' &&
      !(refundId && (heard.has(refundId) || known.some(({ id }) => id === refundId))),
  );
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  // The payment counts a refund from the moment at which it is asked for, also one that fails then.
  return Math.max(payment.amountRefunded - sum(failed), sum(own)) + sum(waiting);
};

/** Second payments of which somebody said that they are meant. */
const acceptedOf = async (db: Queries, ids: string[]): Promise<number> => {
  const { paymentId, kind, acceptedAt } = paymentProblems;
  const rows = await db
    .select({ paymentId })
    .from(paymentProblems)
    .where(and(inArray(paymentId, ids), eq(kind, 'paid_twice'), isNotNull(acceptedAt)));
  return rows.length;
};

/** An order with the story of its payments; undefined when there is none. */
export async function readStory(db: Queries, id: string): Promise<OrderStory | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) return undefined;
  const paid = await db.select().from(payments).where(eq(payments.orderId, id)).orderBy(asc(payments.createdAt));
  const ids = paid.map((payment) => payment.id);
  const none = ids.length === 0;
  const back = none ? [] : await db.select().from(refunds).where(inArray(refunds.paymentId, ids));
  const claims = none ? [] : await db.select().from(disputes).where(inArray(disputes.paymentId, ids));
  const requests = none ? [] : await db.select().from(refundRequests).where(inArray(refundRequests.paymentId, ids));
  const [person] = order.enrolmentId
    ? await db
        .select({
          id: enrolments.id,
          name: enrolments.name,
          email: enrolments.email,
          phone: enrolments.phone,
          course: enrolments.course,
        })
        .from(enrolments)
        .where(eq(enrolments.id, order.enrolmentId))
    : [];
  const captured = paid.filter((payment) => payment.captured);
  const fitting = captured.filter((payment) => isForOrder(order, payment));
  /** Payments whose money is here and nobody has asked to give back. */
  const here = fitting.filter(
    (payment) =>
      (payment.amount ?? order.amount) > givenBack(payment, back, requests) &&
      !claims.some(({ paymentId, status }) => paymentId === payment.id && status === 'lost'),
  );
  const accepted = none ? 0 : await acceptedOf(db, ids);
  const sum = (amounts: (number | null)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  return {
    id: order.id,
    receipt: order.receipt,
    provider_order_id: order.providerOrderId,
    status: order.status,
    amount: order.amount,
    currency: order.currency,
    created_at: order.createdAt.toISOString(),
    enrolment: person ?? null,
    paid: sum(fitting.map(({ amount }) => amount)),
    refunded: sum(fitting.map((payment) => givenBack(payment, back, []))),
    payments: captured.map((payment) => ({
      id: payment.id,
      status: payment.status,
      amount: payment.amount,
      refundable: Math.max(0, (payment.amount ?? 0) - givenBack(payment, back, requests)),
    })),
    paid_twice: here.length - accepted > 1,
    timeline: timelineOf({ order, payments: paid, refunds: back, disputes: claims, requests }),
    refund_requests: requests.map((row) => ({
      id: row.id,
      payment_id: row.paymentId,
      amount: row.amount,
      reason: row.reason,
      state: row.state,
      error: row.error,
      requested_by: row.requestedBy,
      created_at: row.createdAt.toISOString(),
    })),
  };
}

type Order = typeof orders.$inferSelect;
type Payment = typeof payments.$inferSelect;
type Refund = typeof refunds.$inferSelect;
type Dispute = typeof disputes.$inferSelect;
type Request = typeof refundRequests.$inferSelect;

type Event = { at: Date; text: string; amount: number | null };

const PAYMENT: Readonly<Record<Payment['status'], string>> = {
  created: 'The buyer began to pay',
  failed: 'A payment failed',
  authorized: 'The bank agreed; the money is not here yet',
  captured: 'Paid',
  // Its refunds are events of their own.
  refunded: 'Paid',
};
const REFUND: Readonly<Record<Refund['status'], string>> = {
  pending: 'A refund is on its way',
  failed: 'A refund failed',
  processed: 'Refunded',
};
const DISPUTE: Readonly<Record<Dispute['status'], string>> = {
  open: "The buyer's bank asks for the money back",
  under_review: 'The dispute is being looked at',
  action_required: "Answer the dispute in the provider's dashboard",
  closed: 'The dispute was closed',
  won: 'The dispute was won',
  lost: 'The dispute was lost, and the bank has the money',
};
const REQUEST: Readonly<Record<Request['state'], string>> = {
  asked: 'asked for a refund',
  made: 'asked for a refund, and the provider took it',
  refused: 'asked for a refund, which was not made',
  uncertain: 'asked for a refund; the provider has not answered',
};

interface Facts {
  order: Order;
  payments: readonly Payment[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  requests: readonly Request[];
}

/** When a payment came to where it stands: a refund changes its row later. */
const momentOf = ({ status, capturedAt, createdAt, updatedAt }: Payment): Date =>
  capturedAt ?? (status === 'created' ? createdAt : updatedAt);

/** What took time is two events: its first word and its outcome. */
const twoEvents = (row: { createdAt: Date; updatedAt: Date; amount: number }, first: string, last: string): Event[] =>
  [
    { at: row.createdAt, text: first, amount: row.amount },
    { at: row.updatedAt, text: last, amount: row.amount },
  ].filter(({ text }, index) => index === 1 || (text !== last && row.createdAt < row.updatedAt));

/** What happened to an order, oldest first, in words of an owner. */
function timelineOf({ order, payments, refunds, disputes, requests }: Facts): OrderStory['timeline'] {
  const events: Event[] = [
    { at: order.createdAt, text: 'The order was made', amount: order.amount },
    ...payments.map((payment) => ({
      at: momentOf(payment),
      text: [PAYMENT[payment.status], payment.method && `by ${payment.method}`, payment.errorDescription]
        .filter(Boolean)
        .join(', '),
      amount: payment.amount,
    })),
    ...refunds.flatMap((refund) => twoEvents(refund, REFUND.pending, REFUND[refund.status])),
    ...disputes.flatMap((dispute) => twoEvents(dispute, DISPUTE.open, DISPUTE[dispute.status])),
    ...requests.map(({ createdAt, requestedBy, state, reason, amount, error }) => ({
      at: createdAt,
      text: `${requestedBy} ${REQUEST[state]}: ${reason}${state === 'refused' && error ? `. ${error}` : ''}`,
      amount,
    })),
    ...(order.expiredAt ? [{ at: order.expiredAt, text: 'The order was given up: nobody paid', amount: null }] : []),
  ];
  return events
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...event }) => ({ at: at.toISOString(), ...event }));
}

/**
 * Mails the buyer the receipt again, once for its id.
 * @returns false when there is no such order
 * @throws RefusedError 409 when nobody has paid it, or nobody knows who did
 */
export const sendReceipt = (
  { db, outgoing, owner }: Needed & { db: Db },
  caller: Caller,
  orderId: string,
  id: string,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (!order) return false;
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.captured, true)))
      .orderBy(desc(payments.updatedAt));
    const facts = await factsOf(tx, order);
    if (!payment || !facts.enrolment) throw new RefusedError(409, 'There is no paid enrolment to send a receipt for.');
    const what = { ...facts, occasion: 'paid' as const, paymentId: payment.id, at: payment.createdAt };
    const message = buyerMail(what, facts.enrolment, owner);
    if (message)
      await outgoing.add(tx, { key: `receipt:${orderId}:${id}`, email: facts.enrolment.email, content: { message } });
    await audit(tx, caller, { area: 'courses', action: 'send receipt', record: orderId });
    return true;
  });
