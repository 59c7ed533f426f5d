import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/orders-schema';
import type { Announce } from '../enrolments/announce';
import { IllegalTransitionError } from '../errors';
import { keepNews, loadLives, type PaymentNews } from './lives';
import { isForOrder, type OrderStatus, orderStatus } from './order-state';
import { learn, NO_LIFE, type PaymentLife } from './payment-life';
import { mayFollow, paymentState, refundedAmount } from './payment-state';

export type Order = typeof orders.$inferSelect;

/** What news did to an order. */
export interface Applied {
  before: OrderStatus;
  after: OrderStatus;
  /** What a person has to look at. */
  problem?: string;
}

/** Locks an order until the transaction ends, so that news of it comes one after the other. */
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
  if (noted) await setStatus(tx, noted, orderStatus(noted, (await loadLives(tx, id)).values()));
  return order.providerOrderId ?? providerOrderId;
}

const refundedOf = (order: Order, lives: ReadonlyMap<string, PaymentLife>): number =>
  [...lives.values()].filter((life) => isForOrder(order, life)).reduce((sum, life) => sum + refundedAmount(life), 0);

/**
 * Keeps what the provider told of an order's payments, and moves the order to where that puts it. News may come in any
 * order and any number of times.
 * @param tx a transaction: all of it is kept and announced, or nothing
 * @throws IllegalTransitionError when a payment would go back to a state that it has left for good
 */
export async function applyNews(
  tx: Queries,
  announce: Announce,
  orderId: string,
  told: readonly PaymentNews[],
): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const lives = await loadLives(tx, order.id);
  const refundedBefore = refundedOf(order, lives);
  let problem: string | undefined;
  for (const { paymentId, news, details } of told) {
    const before = lives.get(paymentId);
    const after = learn(before ?? NO_LIFE, news);
    const [from, to] = [before && paymentState(before), paymentState(after)];
    if (from && !mayFollow(from, to)) throw new IllegalTransitionError(paymentId, from, to);
    await keepNews(tx, order.id, { paymentId, before, after, news, details });
    lives.set(paymentId, after);
    if (!isForOrder(order, after)) problem = `Payment ${paymentId} does not have the amount of order ${order.id}.`;
  }
  const applied = await setStatus(tx, order, orderStatus(order, lives.values()));
  await announce(tx, order, { ...applied, refundedBefore, refunded: refundedOf(order, lives) });
  return { ...applied, ...(problem && { problem }) };
}

/** Gives an unpaid order up. A payment that comes all the same brings it back. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = order.expiredAt ?? new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, orderStatus({ ...order, expiredAt }, (await loadLives(tx, orderId)).values()));
}
