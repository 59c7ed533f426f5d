import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { disputes, orders, payments, refunds } from '../db/tables/orders-schema';
import { type OrderStatus, orderStatus, type PaymentHistory } from './money';

/** How long an order is waited for. A payment that comes later still counts. */
const EXPIRES_AFTER_HOURS = 24;

/** Whether nobody will pay this order any more. */
export const isAbandoned = ({ createdAt }: Pick<Order, 'createdAt'>, now = Date.now()): boolean =>
  now - createdAt.getTime() > EXPIRES_AFTER_HOURS * 3_600_000;

export type Order = typeof orders.$inferSelect;

/** What updates did to an order. */
export interface Applied {
  before: OrderStatus;
  after: OrderStatus;
  /** What a person has to look at. */
  problem?: string;
}

/** Locks an order until the transaction ends, so that its updates come one after the other. */
export const lockOrder = async (tx: Queries, id: string): Promise<Order> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw new Error('An order was gone while it was worked on.');
  return order;
};

/** Moves a locked order to a status. */
export const setStatus = async (tx: Queries, order: Order, after: OrderStatus): Promise<Applied> => {
  if (after !== order.status) {
    await tx.update(orders).set({ status: after, updatedAt: sql`now()` }).where(eq(orders.id, order.id));
  }
  return { before: order.status, after };
};

/** The histories of an order's payments, by the provider's payment id. */
export async function loadHistories(tx: Queries, orderId: string): Promise<Map<string, PaymentHistory>> {
  const rows = await tx.select().from(payments).where(eq(payments.orderId, orderId));
  const ids = rows.map(({ id }) => id);
  const [given, questioned] =
    ids.length > 0
      ? [
          await tx.select().from(refunds).where(inArray(refunds.paymentId, ids)),
          await tx.select().from(disputes).where(inArray(disputes.paymentId, ids)),
        ]
      : [[], []];
  const of = <T extends { id: string; paymentId: string }>(list: T[], id: string): Map<string, T> =>
    new Map(list.filter(({ paymentId }) => paymentId === id).map((row) => [row.id, row]));
  return new Map(rows.map((row) => [row.id, { ...row, refunds: of(given, row.id), disputes: of(questioned, row.id) }]));
}

/** Notes the provider's id of an order, once. @returns the id that is kept */
export async function noteProviderOrder(tx: Queries, id: string, providerOrderId: string): Promise<string> {
  const [noted] = await tx
    .update(orders)
    .set({ providerOrderId, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.providerOrderId)))
    .returning();
  const order = noted ?? (await lockOrder(tx, id));
  if (noted) await setStatus(tx, noted, orderStatus(noted, (await loadHistories(tx, id)).values()));
  return order.providerOrderId ?? providerOrderId;
}

/** Gives an unpaid order up. A payment that comes all the same brings it back. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = order.expiredAt ?? new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, orderStatus({ ...order, expiredAt }, (await loadHistories(tx, orderId)).values()));
}
