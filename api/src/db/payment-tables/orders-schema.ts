import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '../../orders/order-state';
import { createdAt, moment, updatedAt } from '../tables/columns';
import { enrolments } from '../tables/enrolments-schema';

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Course orders. The status follows from the payments; `orders/order-state.ts` says how. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    submissionKey: text('submission_key').unique(),
    /** The browser's attempt to pay; ties the order to an enrolment that was kept, but whose answer was lost. */
    attempt: text('attempt'),
    /** Names the order at the provider, so that it can be found again after a time-out. */
    receipt: text('receipt').notNull().unique(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('pending'),
    providerOrderId: text('provider_order_id').unique(),
    /** Whom it is for; null when nobody said, or when that person asked to be forgotten. */
    enrolmentId: uuid('enrolment_id').references(() => enrolments.id, { onDelete: 'set null' }),
    /** When it was given up. A payment that comes late counts all the same. */
    expiredAt: moment('expired_at'),
    /** When the provider was last asked for it. */
    checkedAt: moment('checked_at'),
    /** When the provider last answered, and what it said was applied. */
    reconciledAt: moment('reconciled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('orders_created_at').on(table.createdAt),
    index('orders_enrolment').on(table.enrolmentId),
    index('orders_untied').on(table.attempt).where(sql`${table.enrolmentId} is null`),
    check('orders_status', sql`${table.status} in (${oneOf(ORDER_STATUSES)})`),
    check('orders_amount', sql`${table.amount} > 0`),
  ],
);
