import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import type { OrderStatus } from './order-state';

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
