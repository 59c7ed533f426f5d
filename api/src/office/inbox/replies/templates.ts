import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Caller } from '../../../../wire/office/caller';
import type { Db } from '../../../db/database';
import { replyTemplates } from '../../../db/tables/office-schema';
import { enquiries } from '../../../db/tables/schema';
import { RefusedError } from '../../../errors';
import { audit } from '../../access';
import { fullName } from '../enquiries/columns';

type Row = typeof replyTemplates.$inferSelect;

/** What a template says, to be kept. */
export type NewTemplate = Pick<Row, 'name' | 'subject' | 'text'>;

const wireOf = ({ updatedAt, ...row }: Row) => ({ ...row, updated_at: updatedAt.toISOString() });

const UNIQUE_VIOLATION = '23505';
const refuseTaken = (error: unknown): never => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if ((cause as { code?: unknown }).code === UNIQUE_VIOLATION)
    throw new RefusedError(409, 'There is a template of this name already.');
  throw error;
};

export const listTemplates = async (db: Db) =>
  (await db.select().from(replyTemplates).orderBy(asc(replyTemplates.name)).limit(200)).map(wireOf);

export const addTemplate = (db: Db, caller: Caller, template: NewTemplate) =>
  db
    .transaction(async (tx) => {
      const [row] = await tx
        .insert(replyTemplates)
        .values({ id: randomUUID(), ...template })
        .returning();
      await audit(tx, caller, { area: 'inbox', action: 'add template', record: row?.id });
      return row && wireOf(row);
    })
    .catch(refuseTaken);

export const changeTemplate = (db: Db, caller: Caller, id: string, template: NewTemplate) =>
  db
    .transaction(async (tx) => {
      const [row] = await tx
        .update(replyTemplates)
        .set({ ...template, updatedAt: sql`now()` })
        .where(eq(replyTemplates.id, id))
        .returning();
      if (row) await audit(tx, caller, { area: 'inbox', action: 'change template', record: id });
      return row && wireOf(row);
    })
    .catch(refuseTaken);

export const removeTemplate = (db: Db, caller: Caller, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const gone = await tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning({ id: replyTemplates.id });
    if (gone.length > 0) await audit(tx, caller, { area: 'inbox', action: 'remove template', record: id });
    return gone.length > 0;
  });

/** A reply to an enquiry as a template begins it, with what it names filled in; undefined when either is not there. */
export async function draftReply(
  db: Db,
  { enquiryId, templateId, company, me }: { enquiryId: string; templateId: string; company: string; me: string },
): Promise<{ subject: string; text: string } | undefined> {
  const [[template], [enquiry]] = await Promise.all([
    db.select().from(replyTemplates).where(eq(replyTemplates.id, templateId)),
    db.select({ name: fullName, subject: enquiries.subject }).from(enquiries).where(eq(enquiries.id, enquiryId)),
  ]);
  if (!template || !enquiry) return undefined;
  const values: Readonly<Record<string, string>> = {
    name: enquiry.name,
    subject: enquiry.subject ?? '',
    company,
    me,
  };
  // In one pass: what a visitor typed is filled in, and not read again.
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { subject: fill(template.subject).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '), text: fill(template.text) };
}
