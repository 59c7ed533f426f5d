import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { EnrolmentRequest } from '../../wire/enrolments';
import { COURSE_CATALOGUE } from '../../wire/orders';
import type { Db, Queries } from '../db/database';
import { enrolments } from '../db/enrolments-schema';
import type { SubmissionKey } from '../enquiries/submission';
import { RefusedError } from '../errors';

export type Enrolment = typeof enrolments.$inferSelect;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps an enrolment, once. @returns its id */
export async function saveEnrolment(db: Db, fields: EnrolmentRequest, key: SubmissionKey): Promise<string> {
  const { notice, ...rest } = fields;
  const keys = key.previous ? [key.key, key.previous] : [key.key];
  const [before] = await db.select().from(enrolments).where(inArray(enrolments.submissionKey, keys)).limit(1);
  if (before) return before.id;
  const [kept] = await db
    .insert(enrolments)
    .values({ id: randomUUID(), submissionKey: key.key, ...rest, ...(notice && { notice }) })
    // Nothing changes: it only makes a repeat that came at the same moment return the row that was first.
    .onConflictDoUpdate({ target: enrolments.submissionKey, set: { submissionKey: key.key } })
    .returning({ id: enrolments.id });
  if (!kept) throw new Error('An enrolment was neither new nor known.');
  return kept.id;
}

/** Undefined when there is none under this id, or it is not an id at all. */
export async function findEnrolment(db: Queries, id: unknown): Promise<Enrolment | undefined> {
  if (typeof id !== 'string' || !UUID.test(id)) return undefined;
  const [found] = await db.select().from(enrolments).where(eq(enrolments.id, id));
  return found;
}

/** @throws RefusedError 422 when the amount in paise is not the price of the course that was enrolled in */
export function checkPrice({ course }: Enrolment, amount: number): void {
  if (COURSE_CATALOGUE[course].priceInRupees * 100 === amount) return;
  throw new RefusedError(422, 'This is not the price of the course. Please reload the page and try again.');
}
