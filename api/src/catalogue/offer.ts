import { desc, sql } from 'drizzle-orm';
import type { CourseVariant } from '../../wire/orders';
import type { Db } from '../db/database';
import { courseChanges } from '../db/tables/courses-schema';
import { CourseUnavailableError, PriceChangedError, RefusedError } from '../errors';
import { amountOf, type Course, priceInWords, readCatalogue, readCourse } from './read';

const UNAVAILABLE = {
  full: (label: string) =>
    `The ${label} is full. Nothing has been charged. Write to us, and we tell you of the next one.`,
  closed: (label: string) => `The ${label} cannot be enrolled in at the moment. Nothing has been charged.`,
} as const;

const refuseUnavailable = ({ label, status }: Course): void => {
  if (status !== 'open') throw new CourseUnavailableError(UNAVAILABLE[status](label));
};

const priceChanged = (course: Course): PriceChangedError => {
  const { label, plusTax } = course;
  const text = `The price of the ${label} has changed: it is ${priceInWords(course)} now. Nothing has been charged. Go on to pay the new price.`;
  return new PriceChangedError(text, amountOf(course), plusTax);
};

/** The course that once had this price and has another now; undefined when none had it, or several. */
const formerlyAt = async (db: Db, amount: number): Promise<Course | undefined> => {
  if (amount % 100 !== 0) return undefined;
  const found = await db
    .selectDistinct({ variant: courseChanges.variant })
    .from(courseChanges)
    .where(sql`${courseChanges.priceInRupees} = ${amount / 100}::bigint`)
    .orderBy(desc(courseChanges.variant));
  const [only, ...others] = found;
  return only && others.length === 0 ? readCourse(db, only.variant) : undefined;
};

/** @throws CourseUnavailableError with a sentence for the visitor when nobody can enrol in the course now */
export async function requireOpen(db: Db, variant: CourseVariant): Promise<void> {
  refuseUnavailable(await readCourse(db, variant));
}

/**
 * Sees to it that an order is for a course at its price of now.
 * @param amount in paise, as the visitor's page has it
 * @param variant of the enrolment; undefined where nobody said which course it is
 * @throws PriceChangedError with the new price, CourseUnavailableError, or RefusedError 422 when no course has this price
 */
export async function requireOffer(db: Db, amount: number, variant: CourseVariant | undefined): Promise<void> {
  const catalogue = await readCatalogue(db);
  const wanted = catalogue.filter((one) => (variant ? one.variant === variant : amountOf(one) === amount));
  const course = wanted.find(({ status }) => status === 'open') ?? wanted[0];
  if (course) {
    refuseUnavailable(course);
    if (amountOf(course) === amount) return;
    throw priceChanged(course);
  }
  const former = await formerlyAt(db, amount);
  if (former) throw priceChanged(former);
  throw new RefusedError(422, 'No course has this price. Please reload the page and try again.');
}
