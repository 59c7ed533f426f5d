import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, paise, updatedAt } from '../tables/columns';
import { payments } from './payments-schema';

/**
 * How far a refund is that the office asked for. `asked`: noted, and the provider may know of it. `made`: the provider
 * has it. `refused`: it will not. `uncertain`: its answer was lost, and it is asked again under the same key.
 */
export const REFUND_REQUEST_STATES = ['asked', 'made', 'refused', 'uncertain'] as const;

/** Refunds that the office asked the provider for. The id is made in the office and is the key by which the provider knows a repeat. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: paise('amount').notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: REFUND_REQUEST_STATES }).notNull().default('asked'),
    /** The provider's id, once it has answered. */
    refundId: text('refund_id'),
    error: text('error'),
    requestedBy: text('requested_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('refund_requests_payment').on(table.paymentId),
    check('refund_requests_amount', sql`${table.amount} > 0`),
  ],
);
