import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, paise } from '../tables/columns';
import { orders } from './orders-schema';

export const PROBLEM_KINDS = ['misfit', 'unknown_order', 'paid_twice'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Captured money that a person has to look at, by the provider's payment id. */
export const paymentProblems = pgTable(
  'payment_problems',
  {
    paymentId: text('payment_id').notNull(),
    kind: text('kind', { enum: PROBLEM_KINDS }).notNull(),
    /** Null for money of an order that is not ours. */
    orderId: uuid('order_id').references(() => orders.id),
    amount: paise('amount').notNull(),
    currency: text('currency').notNull(),
    /** One sentence for the owner, without personal data. */
    text: text('text').notNull(),
    /** When the owner was informed; null while the provider may still say whose it is. */
    notifiedAt: moment('told_at'),
    /** When there was nothing more to do about it. */
    settledAt: moment('settled_at'),
    /** When a person took note of it: it is none any more, whatever is found again. */
    acceptedAt: moment('accepted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.kind] }),
    index('payment_problems_open').on(table.createdAt).where(sql`${table.settledAt} is null`),
  ],
);
