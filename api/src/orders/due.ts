import { and, asc, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/orders-schema';
import type { OrderStatus } from './order-state';
import type { Order } from './record';

/** How long an order is waited for. A payment that comes later still counts. */
export const EXPIRES_AFTER_HOURS = 24;

/** Money has been here: refunds and disputes may still come. */
const SETTLED: readonly OrderStatus[] = [
  'paid',
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
];

/** How often the provider is asked for an order of some age: the younger, the more can have happened. */
const RHYTHM = [
  { youngerThan: '1 hour', every: '5 minutes' },
  { youngerThan: '1 day', every: '1 hour' },
  { youngerThan: '7 days', every: '6 hours' },
  { youngerThan: '90 days', every: '1 day' },
] as const;

const settled = sql`${orders.status} in (${sql.join(
  SETTLED.map((status) => sql`${status}`),
  sql`, `,
)})`;

const age = sql`now() - ${orders.createdAt}`;

/** What was paid is asked for once a day for 90 days, what was given up for the week in which a bank may still agree. */
const interval = sql`case when ${settled} and ${age} < interval '90 days' then interval '1 day'
  when ${settled} then null
  when ${orders.status} = 'expired' and ${age} > interval '7 days' then null
  ${sql.join(
    RHYTHM.map(({ youngerThan, every }) => sql`when ${age} < ${youngerThan}::interval then ${every}::interval`),
    sql` `,
  )} end`;

/** When the provider's word on an order is wanted; null when nothing more is expected. */
const dueAt = sql`coalesce(${orders.reconciledAt}, ${orders.createdAt}) + ${interval}`;

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

/** Whether nobody will pay this order any more. */
export const isAbandoned = ({ createdAt }: Pick<Order, 'createdAt'>, now = Date.now()): boolean =>
  now - createdAt.getTime() > EXPIRES_AFTER_HOURS * 3_600_000;
