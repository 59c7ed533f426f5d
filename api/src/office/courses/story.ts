import { asc, eq, inArray } from 'drizzle-orm';
import type { OrderStory } from '../../../wire/office/courses';
import type { Queries } from '../../db/database';
import { enrolments } from '../../db/enrolments-schema';
import { orders } from '../../db/orders-schema';
import { payments } from '../../db/payments-schema';
import { refundRequests } from '../../db/refund-requests-schema';
import { disputes, refunds } from '../../db/refunds-schema';
import { timelineOf } from './timeline';

/** What of a payment was given back, or is on its way. */
export const givenBack = (
  payment: Pick<typeof payments.$inferSelect, 'id' | 'amountRefunded'>,
  known: readonly (typeof refunds.$inferSelect)[],
  requests: readonly (typeof refundRequests.$inferSelect)[],
): number => {
  const own = known.filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed');
  const heard = new Set(own.map(({ id }) => id));
  const waiting = requests.filter(
    ({ paymentId, state, refundId }) =>
      paymentId === payment.id &&
      state !== 'refused' &&
      !(refundId && (heard.has(refundId) || known.some(({ id }) => id === refundId))),
  );
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  return Math.max(payment.amountRefunded, sum(own)) + sum(waiting);
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
    paid: sum(captured.map(({ amount }) => amount)),
    refunded: sum(captured.map((payment) => givenBack(payment, back, []))),
    payments: captured.map((payment) => ({
      id: payment.id,
      status: payment.status,
      amount: payment.amount,
      refundable: Math.max(0, (payment.amount ?? 0) - givenBack(payment, back, requests)),
    })),
    paid_twice: captured.length > 1,
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
