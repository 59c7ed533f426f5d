import { eq } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { payments } from '../db/payments-schema';
import type { OrderStatus } from '../orders/order-state';
import type { Order } from '../orders/record';
import { mailOccurrence, type Needed } from './mail-occurrence';
import type { Occasion, Occurrence } from './occurrence';
import { findEnrolment } from './save';

/** Where the money of an order was and is. Amounts are paise. */
export interface Move {
  before: OrderStatus;
  after: OrderStatus;
  refundedBefore: number;
  refunded: number;
}

/** Tells owner and buyer what happened to an order, within the transaction in which it did. */
export type Announce = (tx: Queries, order: Order, move: Move) => Promise<void>;

const TOLD: ReadonlySet<string> = new Set<Occasion>([
  'paid',
  'failed',
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
]);
const isTold = (status: OrderStatus): status is OrderStatus & Occasion => TOLD.has(status);

const leadingPayment = async (tx: Queries, orderId: string) => {
  const rows = await tx.select().from(payments).where(eq(payments.orderId, orderId));
  return rows.toSorted((a, b) => Number(b.captured) - Number(a.captured) || +b.updatedAt - +a.updatedAt)[0];
};

/** An order that comes back to a state tells it once; each further refund is told. */
export const createAnnounce =
  (needed: Needed): Announce =>
  async (tx, order, { before, after, refundedBefore, refunded }) => {
    if (!isTold(after) || (after === before && refunded === refundedBefore)) return;
    const payment = await leadingPayment(tx, order.id);
    const occurrence: Occurrence = {
      occasion: after,
      enrolment: await findEnrolment(tx, order.enrolmentId),
      amount: order.amount,
      refunded,
      receipt: order.receipt,
      paymentId: payment?.id,
      reason: after === 'failed' ? (payment?.errorDescription ?? undefined) : undefined,
      at: new Date(),
    };
    const further = after === 'partly_refunded' ? `:${refunded}` : '';
    await mailOccurrence(needed, tx, occurrence, `order:${order.id}:${after}${further}`);
  };
