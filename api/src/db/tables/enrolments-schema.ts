import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns';
import { COURSES } from './courses-schema';

/** Who wants to take which course. How far the money is, the orders say. */
export const enrolments = pgTable(
  'enrolments',
  {
    id: uuid('id').primaryKey(),
    /** Makes a repeat harmless. */
    submissionKey: text('submission_key').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    course: text('course', { enum: COURSES }).notNull(),
    /** Version of the data protection notice that stood beside the form. */
    notice: text('notice'),
    /** When the owner was informed that nobody went on to pay. */
    abandonedAt: moment('abandoned_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('enrolments_in_order').on(table.createdAt, table.id),
    index('enrolments_email').on(sql`lower(${table.email})`),
  ],
);

/**
 * Which enrolment an attempt to pay began with. The order of the same attempt finds it here when the browser never got the
 * enrolment's answer.
 */
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
