import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '../orders/order-state';
import { DISPUTE_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES } from '../orders/payment-history';
import { createdAt, moment } from './columns';
import { enrolments } from './enrolments-schema';

const updatedAt = () => moment('updated_at').notNull().defaultNow();
const paise = (name: string) => bigint(name, { mode: 'number' });
const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Course orders. The status follows from the payments; `orders/order-state.ts` says how. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    submissionKey: text('submission_key').unique(),
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
    check('orders_status', sql`${table.status} in (${oneOf(ORDER_STATUSES)})`),
    check('orders_amount', sql`${table.amount} > 0`),
  ],
);

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
    /** In paise, like every amount; null until the provider has told. */
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

export const WEBHOOK_OUTCOMES = ['applied', 'unknown_event', 'unknown_order', 'unreadable'] as const;

/** Every webhook that carried a valid signature, once per event id. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Without what tells who paid. Of one that could not be read: `{ body }`, the text as it came. */
    payload: jsonb('payload').notNull(),
    outcome: text('outcome', { enum: WEBHOOK_OUTCOMES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_events_unreadable').on(table.createdAt).where(sql`${table.outcome} = 'unreadable'`)],
);
