import { eq } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import { orderStatus } from './order-state';
import { loadHistories } from './payments/load-histories';
import { type Applied, lockOrder, setStatus } from './record';

/** Gives an unpaid order up. A payment that comes all the same brings it back. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = order.expiredAt ?? new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, orderStatus({ ...order, expiredAt }, (await loadHistories(tx, orderId)).values()));
}
