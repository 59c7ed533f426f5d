import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES, REFUND_STATUSES } from '../../orders/payments/statuses';
import { createdAt, paise, updatedAt } from '../tables/columns';
import { payments } from './payments-schema';

const paymentId = () =>
  text('payment_id')
    .notNull()
    .references(() => payments.id);

/** What went back to a customer, piece by piece. The id is the provider's. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    paymentId: paymentId(),
    amount: paise('amount').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('refunds_payment').on(table.paymentId)],
);

/** Payments that a customer's bank questions. The id is the provider's. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    paymentId: paymentId(),
    amount: paise('amount').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('disputes_payment').on(table.paymentId)],
);
