import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { CURRENCY, inUnits, isSame, type Money, ofUnits, spellPrice } from '../../wire/money';
import { COURSE_CATALOGUE, COURSES, type CourseVariant, catalogueResponseSchema } from '../../wire/orders';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { courseChanges, courses } from '../db/tables/orders-schema';
import { changedMeanwhile, RefusedError } from '../errors';
import { wireOf } from '../support/wire-names';

/** A course as it can be ordered now. Its names are content; the facts that the owner may change are data. */
export interface Course extends Omit<Row, 'priceInRupees' | 'updatedAt'> {
  label: string;
  /** Price of an order. */
  price: Money;
}

/** Columns of a course, with the id of its last change as its version. */
const COLUMNS = {
  ...getTableColumns(courses),
  version: sql<number>`coalesce((select max(c.id) from course_changes c where c.variant = courses.variant), 0)`,
};
type Row = typeof courses.$inferSelect & { version: number };

const courseOf = (variant: CourseVariant, row: Row | undefined): Course => {
  const { description: _ofPages, ...content } = COURSE_CATALOGUE[variant];
  const course = { variant, ...content };
  if (!row) return { ...course, status: 'open', place: null, nextDates: null, version: 0 };
  const { priceInRupees, updatedAt: _, ...facts } = row;
  return { ...course, ...facts, price: ofUnits(priceInRupees) };
};

/** The tables hold whole units of the one currency. @throws Error for a price in another */
function storedPrice({ price }: Pick<Course, 'price'>) {
  if (price.currency !== CURRENCY) throw new Error(`The tables hold ${CURRENCY}, and no ${price.currency}.`);
  return { priceInRupees: inUnits(price) };
}

export async function readCatalogue(db: Queries): Promise<Course[]> {
  const rows = await db.select(COLUMNS).from(courses).orderBy(asc(courses.variant));
  return COURSES.map((variant) =>
    courseOf(
      variant,
      rows.find((row) => row.variant === variant),
    ),
  );
}

/** A changed price is on the pages within seconds; visitors with an older page see it before they pay. */
const CACHE = 'public, max-age=5';

/** Route of the courses' present prices, for pages, the gate and embedding sites. */
export async function catalogueRoute(plain: FastifyInstance, { database }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/catalogue',
    {
      schema: {
        tags: ['orders'],
        summary: "The owner's catalogue: what each course costs now, and whether it can be paid for",
        response: { 200: catalogueResponseSchema },
      },
    },
    async (_request, reply) => {
      const data = (await readCatalogue(database.reads)).map((course) => ({ ...wireOf(course), ...course.price }));
      reply.header('cache-control', CACHE);
      return { success: true as const, data };
    },
  );
}

export async function readCourse(db: Queries, variant: CourseVariant): Promise<Course> {
  const [row] = await db.select(COLUMNS).from(courses).where(eq(courses.variant, variant));
  return courseOf(variant, row);
}

/** SQL of a course's fact at a time. */
const factAt = <T>(fact: SQL, variant: CourseVariant, moment: SQL): SQL<T | null> =>
  sql`(select ${fact} from course_changes c where c.variant = ${variant} and c.created_at <= ${moment}
    order by c.created_at desc, c.id desc limit 1)`;

/** SQL of a course's price at a time, in whole units of the one currency. */
export const unitsAt = (variant: CourseVariant, moment: SQL) => factAt<number>(sql`c.price_in_rupees`, variant, moment);

/** SQL of whether tax was added to that price. */
export const taxAt = (variant: CourseVariant, moment: SQL) => factAt<boolean>(sql`c.plus_tax`, variant, moment);

const stateInWords = (course: Course): string =>
  [course.status, spellPrice(course), course.place, course.nextDates].filter(Boolean).join(', ');

export type CoursePatch = Partial<Omit<Course, 'variant' | 'label' | 'version'>>;

/** Adds missing courses to the catalogue, at the content's prices. */
export async function seedCatalogue(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = COURSES.map((variant) => {
      const course = COURSE_CATALOGUE[variant];
      return { variant, ...storedPrice(course), plusTax: course.plusTax };
    });
    const added = await tx.insert(courses).values(rows).onConflictDoNothing().returning();
    if (added.length > 0)
      await tx
        .insert(courseChanges)
        .values(added.map(({ updatedAt: _at, ...row }) => ({ ...row, changedBy: 'the content' })));
  });
}

/**
 * Changes a course for new orders, and records author and reason.
 * @param author with the version that they saw
 * @returns the changed course
 * @throws RefusedError 409 with both states when somebody else has changed it meanwhile
 */
export function changeCourse(
  db: Queries,
  variant: CourseVariant,
  patch: CoursePatch,
  author: { by: string; version: number; reason?: string | undefined },
): Promise<Course> {
  return db.transaction(async (tx) => {
    await tx.select().from(courses).where(eq(courses.variant, variant)).for('update');
    const now = await readCourse(tx, variant);
    const { variant: _same, label, version, ...before } = now;
    if (version !== author.version) {
      const [last] = await tx.select().from(courseChanges).where(eq(courseChanges.id, version));
      throw changedMeanwhile(
        last && { by: last.changedBy, at: last.createdAt },
        `${label} is ${stateInWords(now)} now. You want: ${stateInWords({ ...now, ...patch })}. Do it again if that is right.`,
        now,
      );
    }
    const { price, ...rest } = { ...before, ...patch };
    const row = { ...rest, ...storedPrice({ price }) };
    await tx
      .insert(courses)
      .values({ variant, ...row })
      .onConflictDoUpdate({ target: courses.variant, set: { ...row, updatedAt: sql`now()` } });
    await tx.insert(courseChanges).values({ variant, ...row, changedBy: author.by, reason: author.reason ?? null });
    return readCourse(tx, variant);
  });
}

const UNAVAILABLE = {
  full: (label: string) =>
    `The ${label} is full. Nothing has been charged. Write to us, and we tell you of the next one.`,
  closed: (label: string) => `The ${label} cannot be enrolled in at the moment. Nothing has been charged.`,
} as const;

const refuseUnavailable = ({ label, status }: Course): void => {
  if (status !== 'open')
    throw new RefusedError(422, UNAVAILABLE[status](label), undefined, { code: 'course_unavailable' });
};

/** The refusal of a former price; the page may go on with the new one. */
const priceChanged = (course: Course): RefusedError => {
  const { label, price, plusTax } = course;
  const text = `The price of the ${label} has changed: it is ${spellPrice(course)} now. Nothing has been charged. Go on to pay the new price.`;
  return new RefusedError(422, text, undefined, { code: 'price_changed', ...price, plus_tax: plusTax });
};

/** Returns the only course that once had this price; undefined for none or several. */
const formerlyAt = async (db: Db, price: Money): Promise<Course | undefined> => {
  if (price.currency !== CURRENCY || !Number.isInteger(inUnits(price))) return undefined;
  const found = await db
    .selectDistinct({ variant: courseChanges.variant })
    .from(courseChanges)
    .where(sql`${courseChanges.priceInRupees} = ${inUnits(price)}::bigint`)
    .orderBy(desc(courseChanges.variant));
  const [only, ...others] = found;
  return only && others.length === 0 ? readCourse(db, only.variant) : undefined;
};

/** @throws RefusedError `course_unavailable` with a sentence for the visitor when the course takes no enrolments now */
export async function requireOpen(db: Db, variant: CourseVariant): Promise<void> {
  refuseUnavailable(await readCourse(db, variant));
}

/**
 * Checks that an order is for a course at its present price.
 * @param price on the visitor's page
 * @param variant of the enrolment; undefined where the course is unknown
 * @returns the course
 * @throws RefusedError 422: `price_changed` with the new price, `course_unavailable`, or that no course has this price
 */
export async function requireOffer(db: Db, price: Money, variant: CourseVariant | undefined): Promise<Course> {
  const catalogue = await readCatalogue(db);
  const wanted = catalogue.filter((one) => (variant ? one.variant === variant : isSame(one.price, price)));
  const course = wanted.find(({ status }) => status === 'open') ?? wanted[0];
  if (course) {
    refuseUnavailable(course);
    if (isSame(course.price, price)) return course;
    throw priceChanged(course);
  }
  const former = await formerlyAt(db, price);
  if (former) throw priceChanged(former);
  throw new RefusedError(422, 'No course has this price. Please reload the page and try again.');
}
