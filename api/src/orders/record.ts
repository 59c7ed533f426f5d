import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/orders-schema';
import type { Announce } from '../enrolments/announce';
import { IllegalTransitionError } from '../errors';
import { isForOrder, type OrderStatus, orderStatus } from './order-state';
import { loadHistories, type PaymentUpdate, saveUpdate } from './payment-histories';
import { applyChange, NO_HISTORY, type PaymentHistory } from './payment-history';
import { mayFollow, paymentState, refundedAmount } from './payment-state';

export type Order = typeof orders.$inferSelect;

/** What updates did to an order. */
export interface Applied {
  before: OrderStatus;
  after: OrderStatus;
  /** What a person has to look at. */
  problem?: string;
}

/** Locks an order until the transaction ends, so that its updates come one after the other. */
const lockOrder = async (tx: Queries, id: string): Promise<Order> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw new Error('An order was gone while it was worked on.');
  return order;
};

const setStatus = async (tx: Queries, order: Order, after: OrderStatus): Promise<Applied> => {
  if (after !== order.status) {
    await tx.update(orders).set({ status: after, updatedAt: sql`now()` }).where(eq(orders.id, order.id));
  }
  return { before: order.status, after };
};

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

const refundedOf = (order: Order, histories: ReadonlyMap<string, PaymentHistory>): number =>
  [...histories.values()]
    .filter((history) => isForOrder(order, history))
    .reduce((sum, history) => sum + refundedAmount(history), 0);

/**
 * Keeps what the provider told of an order's payments, and moves the order to where that puts it. Updates may come in any
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
  const refundedBefore = refundedOf(order, histories);
  let problem: string | undefined;
  for (const { paymentId, change, details } of updates) {
    const before = histories.get(paymentId);
    const after = applyChange(before ?? NO_HISTORY, change);
    const [from, to] = [before && paymentState(before), paymentState(after)];
    if (from && !mayFollow(from, to)) throw new IllegalTransitionError(paymentId, from, to);
    await saveUpdate(tx, order.id, { paymentId, before, after, change, details });
    histories.set(paymentId, after);
    if (!isForOrder(order, after)) problem = `Payment ${paymentId} does not have the amount of order ${order.id}.`;
  }
  const applied = await setStatus(tx, order, orderStatus(order, histories.values()));
  await announce(tx, order, { ...applied, refundedBefore, refunded: refundedOf(order, histories) });
  return { ...applied, ...(problem && { problem }) };
}

/** Gives an unpaid order up. A payment that comes all the same brings it back. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = order.expiredAt ?? new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, orderStatus({ ...order, expiredAt }, (await loadHistories(tx, orderId)).values()));
}
