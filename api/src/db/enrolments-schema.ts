import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { COURSE_CATALOGUE, type CourseVariant } from '../../wire/orders';
import { createdAt, moment } from './columns';

const COURSES = Object.keys(COURSE_CATALOGUE) as [CourseVariant, ...CourseVariant[]];

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
    /** When the owner was told that nobody went on to pay. */
    abandonedAt: moment('abandoned_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('enrolments_in_order').on(table.createdAt, table.id),
    index('enrolments_email').on(sql`lower(${table.email})`),
  ],
);
