import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_STATUSES } from '../../orders/payments/statuses';
import { createdAt, moment, paise, updatedAt } from '../tables/columns';
import { orders } from './orders-schema';

/** Attempts to pay an order, as the provider reported them. The id is the provider's. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull(),
    captured: boolean('captured').notNull().default(false),
    /** When its capture was first heard of; null before that. */
    capturedAt: moment('captured_at'),
    /** In paise, like every amount; null until the provider has answered. */
    amount: paise('amount'),
    currency: text('currency'),
    amountRefunded: paise('amount_refunded').notNull().default(0),
    method: text('method'),
    errorCode: text('error_code'),
    errorDescription: text('error_description'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('payments_order').on(table.orderId)],
);
