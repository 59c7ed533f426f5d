import { and, asc, sql } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import type { Order } from '../record';
import { dueAt, interval } from './due-at';

/** Orders for which it is time to ask the provider again, those that have waited longest first. After a failure it is asked soon. */
export const dueOrders = (db: Queries, limit: number): Promise<Order[]> =>
  db
    .select()
    .from(orders)
    .where(and(sql`${dueAt} <= now()`, sql`coalesce(${orders.checkedAt} <= now() - interval '5 minutes', true)`))
    .orderBy(sql`${orders.checkedAt} nulls first`, asc(orders.createdAt))
    .limit(limit);

/** How many orders the provider has not answered for although it was time, and for how many seconds the one that waits longest. */
export async function unreconciled(db: Queries): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${dueAt})), 0)::float`,
    })
    .from(orders)
    .where(sql`${dueAt} <= now()`);
  return row ?? { waiting: 0, oldestSeconds: 0 };
}

/** Every order that nothing more is expected of is left out, whenever it was asked for. */
export const openOrders = (db: Queries): Promise<Order[]> =>
  db.select().from(orders).where(sql`${interval} is not null`).orderBy(asc(orders.createdAt));
