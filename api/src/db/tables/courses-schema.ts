import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { COURSE_CATALOGUE, type CourseVariant } from '../../../wire/orders';
import { createdAt, updatedAt } from './columns';

export const COURSES = Object.keys(COURSE_CATALOGUE) as [CourseVariant, ...CourseVariant[]];

/** `full` and `closed` courses are shown and cannot be paid for. */
export const COURSE_STATUSES = ['open', 'full', 'closed'] as const;
export type CourseStatus = (typeof COURSE_STATUSES)[number];

const facts = () => ({
  priceInRupees: integer('price_in_rupees').notNull(),
  /** Tax comes on top of the price. */
  plusTax: boolean('plus_tax').notNull(),
  status: text('status', { enum: COURSE_STATUSES }).notNull().default('open'),
});

/** The owner's catalogue: what each course costs now, and whether it can be paid for. */
export const courses = pgTable(
  'courses',
  {
    variant: text('variant', { enum: COURSES }).primaryKey(),
    ...facts(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('courses_price', sql`${table.priceInRupees} > 0`),
    check('courses_status', sql`${table.status} in ('open', 'full', 'closed')`),
  ],
);

/** Every state that a course of the catalogue ever had, with who made it so. Rows are only added. */
export const courseChanges = pgTable(
  'course_changes',
  {
    id: serial('id').primaryKey(),
    variant: text('variant', { enum: COURSES })
      .notNull()
      .references(() => courses.variant),
    ...facts(),
    changedBy: text('changed_by').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [index('course_changes_of').on(table.variant, table.id)],
);
