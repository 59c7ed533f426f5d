import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, serial, text, uuid } from 'drizzle-orm/pg-core';
import { REFUND_STATES } from '../../../wire/office/words';
import { ORDER_STATUSES } from '../../../wire/order-states';
import { COURSE_FORMATS, COURSE_STATUSES, COURSES } from '../../../wire/orders';
import { bigNumber, createdAt, moment, oneOf, updatedAt } from './schema';

const offer = () => ({
  priceInRupees: integer('price_in_rupees').notNull(),
  /** Tax comes on top of the price. */
  plusTax: boolean('plus_tax').notNull(),
  status: text('status', { enum: COURSE_STATUSES }).notNull().default('open'),
  /** Place and next dates, in the owner's words; null while unknown. */
  place: text('place'),
  nextDates: text('next_dates'),
});

/** The owner's catalogue: present price and status of each course. */
export const courses = pgTable(
  'courses',
  {
    variant: text('variant', { enum: COURSES }).primaryKey(),
    ...offer(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('courses_price', sql`${table.priceInRupees} > 0`),
    check('courses_status', sql`${table.status} in (${oneOf(COURSE_STATUSES)})`),
  ],
);

/** Every state of each course, with its author. Append-only. */
export const courseChanges = pgTable(
  'course_changes',
  {
    id: serial('id').primaryKey(),
    variant: text('variant', { enum: COURSES })
      .notNull()
      .references(() => courses.variant),
    ...offer(),
    changedBy: text('changed_by').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [index('course_changes_of').on(table.variant, table.id)],
);

/** Enrolments in courses. The state of the money is in the orders. */
export const enrolments = pgTable(
  'enrolments',
  {
    id: uuid('id').primaryKey(),
    /** Makes repeats idempotent. */
    submissionKey: text('submission_key').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    course: text('course', { enum: COURSES }).notNull(),
    format: text('format', { enum: COURSE_FORMATS }).notNull().default('group'),
    /** Version of the data protection notice beside the form. */
    notice: text('notice'),
    /** When the owner was informed that nobody paid. */
    abandonedAt: moment('abandoned_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('enrolments_in_order').on(table.createdAt, table.id),
    index('enrolments_email').on(sql`lower(${table.email})`),
  ],
);

/** Enrolment by attempt to pay. The order of the same attempt finds it here when the browser never got the enrolment's id. */
export const enrolmentAttempts = pgTable(
  'enrolment_attempts',
  {
    /** The idempotency key that the browser sends with the enrolment and with its order. */
    attempt: text('attempt').primaryKey(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolments.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('enrolment_attempts_of').on(table.enrolmentId)],
);

/** Course orders. The status follows from the payments; `orders/money.ts` says how. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    submissionKey: text('submission_key').unique(),
    /** The browser's attempt to pay; ties the order to an enrolment whose response was lost. */
    attempt: text('attempt'),
    /** Identifies the order at the provider, so that it can be found after a timeout. */
    receipt: text('receipt').notNull().unique(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    /** Course as offered then; null when unknown. */
    course: text('course', { enum: COURSES }),
    format: text('format', { enum: COURSE_FORMATS }),
    plusTax: boolean('plus_tax'),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('pending'),
    providerOrderId: text('provider_order_id').unique(),
    /** Null when unknown, or when the person asked to be erased. */
    enrolmentId: uuid('enrolment_id').references(() => enrolments.id, { onDelete: 'set null' }),
    expiredAt: moment('expired_at'),
    /** When the provider was last asked about it. */
    checkedAt: moment('checked_at'),
    /** When an answer of the provider was last applied. */
    reconciledAt: moment('reconciled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('orders_created_at').on(table.createdAt),
    index('orders_updated_at').on(table.updatedAt),
    index('orders_enrolment').on(table.enrolmentId),
    index('orders_untied').on(table.attempt).where(sql`${table.enrolmentId} is null`),
    check('orders_status', sql`${table.status} in (${oneOf(ORDER_STATUSES)})`),
    check('orders_amount', sql`${table.amount} > 0`),
  ],
);

/** The provider's statuses of a payment, in the order of its progress. */
export const PAYMENT_STATUSES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_STATUSES = ['pending', 'failed', 'processed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'closed', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Payments of orders, as the provider reported them, by its ids. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull(),
    captured: boolean('captured').notNull().default(false),
    /** When it was paid, or else when its capture was first reported; null before that. */
    capturedAt: moment('captured_at'),
    /** In the smallest unit, as all amounts; null until the provider has answered. */
    amount: bigNumber('amount'),
    currency: text('currency'),
    amountRefunded: bigNumber('amount_refunded').notNull().default(0),
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

/** Refunds, by the provider's ids. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    paymentId: paymentId(),
    amount: bigNumber('amount').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('refunds_payment').on(table.paymentId)],
);

/** Disputes of payments by a customer's bank, by the provider's ids. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    paymentId: paymentId(),
    amount: bigNumber('amount').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull(),
    respondBy: moment('respond_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('disputes_payment').on(table.paymentId)],
);

/** Refunds requested by the office. The office's id is the provider's idempotency key. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey(),
    paymentId: paymentId(),
    amount: bigNumber('amount').notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull().default('asked'),
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

const PROBLEM_KINDS = [
  'amount_mismatch',
  'unknown_order',
  'unknown_buyer',
  'paid_twice',
  'uncaptured',
  'not_offered',
  'disputed',
  'refund_failed',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Payments that need a person's attention, by the provider's payment id. */
export const paymentProblems = pgTable(
  'payment_problems',
  {
    paymentId: text('payment_id').notNull(),
    kind: text('kind', { enum: PROBLEM_KINDS }).notNull(),
    /** The first of two payments for the same. */
    otherPaymentId: text('other_payment_id'),
    /** Null for a payment of an unknown order. */
    orderId: uuid('order_id').references(() => orders.id),
    amount: bigNumber('amount').notNull(),
    currency: text('currency').notNull(),
    /** One sentence for the owner, without personal data. */
    text: text('text').notNull(),
    /** When the owner was informed; null while the provider may still name its order. */
    notifiedAt: moment('told_at'),
    /** When nothing was left to do. */
    settledAt: moment('settled_at'),
    /** When a person accepted it: it stays settled, even if it is found again. */
    acceptedAt: moment('accepted_at'),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.kind] }),
    index('payment_problems_open').on(table.createdAt).where(sql`${table.settledAt} is null`),
  ],
);

export const WEBHOOK_OUTCOMES = ['applied', 'unknown_event', 'unknown_order', 'unreadable'] as const;

/** Webhooks with a valid signature, once an event id. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Without personal data. For an unreadable event: `{ body }` with its text. */
    payload: jsonb('payload').notNull(),
    outcome: text('outcome', { enum: WEBHOOK_OUTCOMES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_events_unreadable').on(table.createdAt).where(sql`${table.outcome} = 'unreadable'`)],
);
