import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EnrolmentRequest } from '../../wire/orders';
import type { Db, Queries } from '../db/database';
import { enrolmentAttempts, enrolments } from '../db/tables/orders-schema';
import type { SubmissionKey } from '../plugins/requests';

export type Enrolment = typeof enrolments.$inferSelect;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Time within which a retry with the same details is the same enrolment. */
const SAME_TRY = sql`interval '30 minutes'`;

/** SQL of whether any money was captured for an enrolment, even if it went back. @param id SQL of its id */
export const wasPaidFor = (id: SQL | AnyPgColumn): SQL => sql`exists (
  select 1 from orders o join payments p on p.order_id = o.id where o.enrolment_id = ${id} and p.captured)`;

/** Returns an unpaid enrolment with the same details: its response was lost, or its payment failed. */
const findSame = async (tx: Queries, fields: Omit<EnrolmentRequest, 'notice'>): Promise<Enrolment | undefined> => {
  const { name, email, phone, course, format } = enrolments;
  const [same] = await tx
    .select()
    .from(enrolments)
    .where(
      and(
        eq(name, fields.name),
        eq(email, fields.email),
        eq(phone, fields.phone),
        eq(course, fields.course),
        eq(format, fields.format),
        isNull(enrolments.abandonedAt),
        gt(enrolments.createdAt, sql`now() - ${SAME_TRY}`),
        not(wasPaidFor(enrolments.id)),
      ),
    )
    .orderBy(desc(enrolments.createdAt))
    .limit(1);
  return same;
};

/**
 * Stores an enrolment once: repeats and retries with the same details return the same one.
 * @param attempt the browser's idempotency key, which its order has, too
 * @param earlier one with the same details that the browser names as that of its try before
 * @returns its id
 */
export async function saveEnrolment(
  db: Db,
  fields: EnrolmentRequest,
  key: SubmissionKey,
  attempt: string | undefined,
  earlier: Enrolment | undefined,
): Promise<string> {
  const { notice, ...rest } = fields;
  const keys = key.previous ? [key.key, key.previous] : [key.key];
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(enrolments).where(inArray(enrolments.submissionKey, keys)).limit(1);
    const known = before ?? earlier ?? (await findSame(tx, rest));
    const [kept] = known
      ? [known]
      : await tx
          .insert(enrolments)
          .values({ id: randomUUID(), submissionKey: key.key, ...rest, ...(notice && { notice }) })
          // Changes nothing: it only makes a concurrent repeat return the first row.
          .onConflictDoUpdate({ target: enrolments.submissionKey, set: { submissionKey: key.key } })
          .returning();
    if (!kept) throw new Error('An enrolment was neither new nor known.');
    if (attempt) await tx.insert(enrolmentAttempts).values({ attempt, enrolmentId: kept.id }).onConflictDoNothing();
    return kept.id;
  });
}

/** Returns the enrolment of an attempt to pay. */
export async function enrolmentOfAttempt(db: Queries, attempt: string | undefined): Promise<Enrolment | undefined> {
  if (attempt === undefined) return undefined;
  const [found] = await db
    .select({ enrolment: enrolments })
    .from(enrolmentAttempts)
    .innerJoin(enrolments, eq(enrolments.id, enrolmentAttempts.enrolmentId))
    .where(eq(enrolmentAttempts.attempt, attempt));
  return found?.enrolment;
}

/** Returns an enrolment; undefined for an unknown id, or for what is no id. */
export async function findEnrolment(db: Queries, id: unknown): Promise<Enrolment | undefined> {
  if (typeof id !== 'string' || !UUID.test(id)) return undefined;
  const [found] = await db.select().from(enrolments).where(eq(enrolments.id, id));
  return found;
}

const letters = (text: SQL): SQL => sql`lower(regexp_replace(${text}, '\\s+', '', 'g'))`;
/** SQL of a phone number's last ten digits: without country code, spaces and extension. */
export const digitsOf = (phone: SQL): SQL => sql`right(regexp_replace(${phone}, '[,#A-Za-z].*|\\D', '', 'g'), 10)`;

/**
 * SQL of whether two enrolments are of the same person: two of name, e-mail and phone are equal, as after a corrected
 * typing error or in a second tab.
 * @param a table alias of the one, which is at most 30 days older
 * @param b table alias of the other
 */
export const samePerson = (a: string, b: string): SQL => {
  const column = (table: string, name: string) => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const same = (name: string, plain: (text: SQL) => SQL) =>
    sql`(${plain(column(a, name))} = ${plain(column(b, name))})::int`;
  return sql`(${column(a, 'created_at')} > ${column(b, 'created_at')} - interval '30 days'
    and ${same('email', letters)} + ${same('name', letters)} + ${same('phone', digitsOf)} >= 2)`;
};
