import { asc, eq } from 'drizzle-orm';
import { COURSE_CATALOGUE, type CourseVariant } from '../../wire/orders';
import type { Queries } from '../db/database';
import { COURSES, type CourseStatus, courses } from '../db/tables/courses-schema';

/** A course as it can be paid for now. Names are content; what the owner may change is data. */
export interface Course {
  variant: CourseVariant;
  label: string;
  description: string;
  priceInRupees: number;
  /** Tax comes on top. */
  plusTax: boolean;
  status: CourseStatus;
}

type Row = typeof courses.$inferSelect;

const courseOf = (variant: CourseVariant, row: Row | undefined): Course => {
  const { label, description, ...defaults } = COURSE_CATALOGUE[variant];
  const { priceInRupees, plusTax, status } = row ?? { ...defaults, status: 'open' as const };
  return { variant, label, description, priceInRupees, plusTax, status };
};

/** The catalogue, in the order of the courses' ids. */
export async function readCatalogue(db: Queries): Promise<Course[]> {
  const rows = await db.select().from(courses).orderBy(asc(courses.variant));
  return COURSES.map((variant) =>
    courseOf(
      variant,
      rows.find((row) => row.variant === variant),
    ),
  );
}

export async function readCourse(db: Queries, variant: CourseVariant): Promise<Course> {
  const [row] = await db.select().from(courses).where(eq(courses.variant, variant));
  return courseOf(variant, row);
}

/** The amount that an order of the course has, in paise: without the tax that comes on top. */
export const amountOf = ({ priceInRupees }: Pick<Course, 'priceInRupees'>): number => priceInRupees * 100;

/** `₹50,000 + GST`, as pages and sentences say it. */
export const priceInWords = ({ priceInRupees, plusTax }: Pick<Course, 'priceInRupees' | 'plusTax'>): string =>
  `₹${priceInRupees.toLocaleString('en-IN')}${plusTax ? ' + GST' : ''}`;
