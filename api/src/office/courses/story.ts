import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OrderStory } from '../../../wire/office/courses';
import type { Queries } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { paymentProblems } from '../../db/payment-tables/payment-problems-schema';
import { payments } from '../../db/payment-tables/payments-schema';
import { refundRequests } from '../../db/payment-tables/refund-requests-schema';
import { disputes, refunds } from '../../db/payment-tables/refunds-schema';
import { enrolments } from '../../db/tables/enrolments-schema';
import { isForOrder } from '../../orders/order-state';
import { timelineOf } from './timeline';

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
