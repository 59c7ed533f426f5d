import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isSame, spell } from '../../wire/money';
import type { OrderStatus } from '../../wire/order-states';
import { readCourse } from '../catalogue/catalogue';
import type { Queries } from '../db/database';
import { orders, payments } from '../db/tables/orders-schema';
import { mails } from '../db/tables/schema';
import { loadMoney, type Order, type PaymentNews, priceOf } from '../orders/apply-updates';
import type { OrderMoney } from '../orders/money';
import { checkOrder, noteAmountMismatch, noteNotOffered } from '../orders/problems';
import { mailOccurrence, type Needed, type Occurrence } from './mails';
import { enrolmentOfAttempt, findEnrolment } from './save';

/** What updates did to the money of an order. */
interface Move {
  before: OrderStatus;
  after: OrderStatus;
  /** Steps of its payments, refunds and disputes. */
  news: readonly PaymentNews[];
  money: OrderMoney;
}

/** Tells owner and buyer what happened to an order, within the transaction in which it did. */
export type Announce = (tx: Queries, order: Order, move: Move) => Promise<void>;

/** What a mail about this order says, whatever happened: all of it from the order's own record. */
export const factsOf = async (tx: Queries, order: Order, money: OrderMoney) => ({
  enrolment: await findEnrolment(tx, order.enrolmentId),
  orderId: order.id,
  amount: priceOf(order),
  money,
  receipt: order.receipt,
  plusTax: order.plusTax ?? false,
  at: new Date(),
});

/** True when the refund of the whole payment was reported before its single refunds were known. */
const isAnnouncedWhole = async (tx: Queries, { about, payment }: PaymentNews): Promise<boolean> => {
  if (about !== 'refunded' && about !== 'partly_refunded') return false;
  const announced = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.submissionKey, [`payment:${payment.id}:refunded:owner`]));
  return announced.length > 0;
};

/** What changed about a course between its order and the money; undefined when it is offered as it was. */
const changedSince = async (tx: Queries, order: Order): Promise<string | undefined> => {
  if (!order.course) return undefined;
  const course = await readCourse(tx, order.course);
  if (course.status !== 'open')
    return `The ${course.label} is ${course.status} now; it was open when this was ordered.`;
  if (isSame(course.price, order)) return undefined;
  return `The ${course.label} costs ${spell(course.price)} now; it was ordered at ${spell(order)}.`;
};

const lastFailure = async (tx: Queries, orderId: string) => {
  const rows = await tx.select().from(payments).where(eq(payments.orderId, orderId));
  return rows.toSorted((a, b) => +b.updatedAt - +a.updatedAt)[0];
};

/** Each step of an order is reported when it becomes known, and once, by its key. */
export const createAnnounce =
  (needed: Needed): Announce =>
  async (tx, order, { before, after, news, money }) => {
    for (const payment of money.payments)
      if (payment.captured.amount > 0 && !payment.fits) await noteAmountMismatch(needed, tx, order, payment);
    const hasFailed = after === 'failed' && before !== 'failed';
    if (!hasFailed && news.length === 0) return;
    await checkOrder(tx, needed, order.id);
    const facts = await factsOf(tx, order, money);
    if (hasFailed) {
      const payment = await lastFailure(tx, order.id);
      const reason = payment?.errorDescription ?? undefined;
      const occurrence: Occurrence = { ...facts, occasion: 'failed', paymentId: payment?.id, reason };
      await mailOccurrence(needed, tx, occurrence, `order:${order.id}:failed`);
    }
    for (const { about, payment, amount: part, respondBy, id } of news) {
      const isCapture = about === 'paid';
      // Money that does not fit has a mail of its own.
      if (isCapture && !payment.fits) continue;
      if (await isAnnouncedWhole(tx, { about, payment, amount: part, id })) continue;
      const changed = isCapture && payment.held.amount > 0 ? await changedSince(tx, order) : undefined;
      if (changed) await noteNotOffered(tx, order, payment, changed);
      const occurrence: Occurrence = {
        ...facts,
        occasion: about,
        paymentId: payment.id,
        amount: payment.amount,
        part,
        money: payment.fits ? money : payment,
        returned: about === 'refunded' && payment.captured.amount === 0 ? part : payment.returned,
        respondBy,
        reason: changed,
      };
      await mailOccurrence(needed, tx, occurrence, id);
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
  const { plusTax } = await readCourse(tx, enrolment.course);
  const tied = await tx
    .update(orders)
    .set({
      enrolmentId: enrolment.id,
      course: enrolment.course,
      format: enrolment.format,
      plusTax: sql`coalesce(${orders.plusTax}, ${plusTax})`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(orders.attempt, attempt), isNull(orders.enrolmentId)))
    .returning();
  const money = await loadMoney(tx, tied);
  for (const order of tied) {
    const sums = money.get(order.id);
    if (!sums?.captured.amount) continue;
    const facts = { ...(await factsOf(tx, order, sums)), occasion: 'buyer_known' } as const;
    await mailOccurrence(needed, tx, facts, `order:${order.id}:buyer_known`);
  }
}
