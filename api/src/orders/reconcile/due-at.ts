import { sql } from 'drizzle-orm';
import { orders } from '../../db/payment-tables/orders-schema';
import type { OrderStatus } from '../order-state';

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

/**
 * The provider is asked about a paid order once a day for 90 days. It is asked about an ended one for a week, in which
 * a bank may still agree.
 */
export const interval = sql`case when ${settled} and ${age} < interval '90 days' then interval '1 day'
  when ${settled} then null
  when ${orders.status} = 'expired' and ${age} > interval '7 days' then null
  ${sql.join(
    RHYTHM.map(({ youngerThan, every }) => sql`when ${age} < ${youngerThan}::interval then ${every}::interval`),
    sql` `,
  )} end`;

/** When the provider's word on an order is wanted; null when nothing more is expected. */
export const dueAt = sql`coalesce(${orders.reconciledAt}, ${orders.createdAt}) + ${interval}`;
