import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import { orderStatus } from './order-state';
import { loadHistories } from './payments/load-histories';
import { lockOrder, setStatus } from './record';

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
