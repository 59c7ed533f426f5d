import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { readCourse } from '../catalogue/catalogue';
import type { Queries } from '../db/database';
import { orders, payments } from '../db/tables/orders-schema';
import { mails } from '../db/tables/schema';
import type { PaymentNews } from '../orders/apply-updates';
import type { OrderStatus } from '../orders/money';
import { type Misfit, noteMisfit } from '../orders/problems';
import type { Order } from '../orders/record';
import { mailOccurrence, type Needed, type Occurrence } from './mails';
import { enrolmentOfAttempt, findEnrolment } from './save';

/** What updates did to the money of an order. */
interface Move {
  before: OrderStatus;
  after: OrderStatus;
  /** Steps of refunds and disputes. */
  news: readonly PaymentNews[];
  /** Captured payments that do not have the order's amount or currency, also those that were reported before. */
  misfits: readonly Misfit[];
}

/** Tells owner and buyer what happened to an order, within the transaction in which it did. */
export type Announce = (tx: Queries, order: Order, move: Move) => Promise<void>;

const leadingPayment = async (tx: Queries, orderId: string) => {
  const rows = await tx.select().from(payments).where(eq(payments.orderId, orderId));
  return rows.toSorted((a, b) => Number(b.captured) - Number(a.captured) || +b.updatedAt - +a.updatedAt)[0];
};

/** What a mail about this order says, whatever happened. */
export const factsOf = async (tx: Queries, order: Order) => {
  const enrolment = await findEnrolment(tx, order.enrolmentId);
  return {
    enrolment,
    orderId: order.id,
    amount: order.amount,
    refunded: 0,
    receipt: order.receipt,
    plusTax: enrolment && (await readCourse(tx, enrolment.course)).plusTax,
    at: new Date(),
  };
};

/** True when the refund of the whole payment was reported before its single refunds were known. */
const isAnnouncedWhole = async (tx: Queries, { about, paymentId }: PaymentNews): Promise<boolean> => {
  if (about !== 'refunded' && about !== 'partly_refunded') return false;
  const announced = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.submissionKey, [`payment:${paymentId}:refunded:owner`]));
  return announced.length > 0;
};

/** Each state of an order, refund and dispute is reported once, by its key. */
export const createAnnounce =
  (needed: Needed): Announce =>
  async (tx, order, { before, after, news, misfits }) => {
    for (const misfit of misfits) await noteMisfit(needed, tx, order, misfit);
    const isMoved = after !== before && (after === 'paid' || after === 'failed');
    if (!isMoved && news.length === 0) return;
    const facts = await factsOf(tx, order);
    if (isMoved) {
      const payment = await leadingPayment(tx, order.id);
      const reason = after === 'failed' ? (payment?.errorDescription ?? undefined) : undefined;
      const occurrence: Occurrence = { ...facts, occasion: after, paymentId: payment?.id, reason };
      await mailOccurrence(needed, tx, occurrence, `order:${order.id}:${after}`);
    }
    for (const step of news) {
      if (await isAnnouncedWhole(tx, step)) continue;
      const { about: occasion, paymentId, paid: amount, currency, amount: part } = step;
      const refunded = 'refunded' in step ? step.refunded : 0;
      await mailOccurrence(needed, tx, { ...facts, occasion, paymentId, amount, currency, part, refunded }, step.id);
    }
  };

/**
 * Ties orders to the enrolment of the same attempt to pay. The browser names it when it has its id; when the answer was
 * late or lost, the attempt that both carry says the same. Of an order that was paid meanwhile the buyer gets the
 * receipt now, and the owner learns who paid.
 */
export async function tieOrders(needed: Needed, tx: Queries, attempt: string | undefined): Promise<void> {
  const enrolment = await enrolmentOfAttempt(tx, attempt);
  if (!attempt || !enrolment) return;
  const tied = await tx
    .update(orders)
    .set({ enrolmentId: enrolment.id, updatedAt: sql`now()` })
    .where(and(eq(orders.attempt, attempt), isNull(orders.enrolmentId)))
    .returning();
  for (const order of tied) {
    if (order.status !== 'paid') continue;
    const facts = { ...(await factsOf(tx, order)), occasion: 'buyer_known' } as const;
    await mailOccurrence(needed, tx, facts, `order:${order.id}:buyer_known`);
  }
}
