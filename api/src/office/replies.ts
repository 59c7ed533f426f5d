import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Caller } from '../../wire/office/caller';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { enquiries, enquiryNotes, enquiryReplies, replyTemplates } from '../db/tables/schema';
import { fullName } from '../enquiries/read';
import { changedMeanwhile, RefusedError } from '../errors';
import { ENQUIRY_MAILS } from '../mail/queue';
import { wireOf } from '../support/wire-names';
import { audit, done, found, type Handlers, listed } from './access';
import { readEnquiry } from './enquiries';

/** Notes on enquiries, replies to them, and the templates of replies. */
export function replyCalls(context: Context) {
  const { db, owner } = context;
  return {
    'POST /enquiries/:id/notes': async ({ caller, params: { id }, body: { text } }) =>
      found(await addNote(db, caller, id, text)),
    'DELETE /enquiries/:id/notes/:note': async ({ caller, params: { id, note } }) =>
      done(await removeNote(db, caller, id, note)),
    'POST /enquiries/:id/replies': async ({ caller, params: { id }, body }) => {
      done(await sendReply(context, caller, id, body));
      return found(await readEnquiry(db, id));
    },
    'GET /enquiries/:id/draft': async ({ caller: { name: me }, params: { id: enquiryId }, query }) => {
      const company = (await owner(db)).name;
      return found(await draftReply(db, { enquiryId, templateId: query.template, company, me }));
    },
    'GET /reply-templates': async () => listed(await listTemplates(db)),
    'POST /reply-templates': async ({ caller, body }) => found(await addTemplate(db, caller, body)),
    'PUT /reply-templates/:id': async ({ caller, params: { id }, body: { updated_at: readAt, ...template } }) =>
      found(await changeTemplate(db, caller, id, readAt, template)),
    'DELETE /reply-templates/:id': async ({ caller, params: { id } }) => done(await removeTemplate(db, caller, id)),
  } satisfies Partial<Handlers>;
}

/** What somebody writes. The id is the sender's: the same one twice is one mail. */
interface NewReply {
  id: string;
  subject: string;
  text: string;
}

/**
 * Writes to who sent an enquiry, from the company's address, and keeps what was written with it. The enquiry counts as
 * answered, unless it is further.
 * @returns false when there is no such enquiry
 * @throws RefusedError when this reply was sent before with other words: they are not lost silently
 */
async function sendReply(
  { db, outgoing, owner }: Context,
  caller: Caller,
  enquiryId: string,
  { id, subject, text }: NewReply,
): Promise<boolean> {
  const found = await db.transaction(async (tx) => {
    const [enquiry] = await tx.select().from(enquiries).where(eq(enquiries.id, enquiryId)).for('update');
    if (!enquiry) return false;
    const to = enquiry.email;
    const added = await tx
      .insert(enquiryReplies)
      .values({ id, enquiryId, author: caller.name, to, subject, text })
      .onConflictDoNothing()
      .returning({ id: enquiryReplies.id });
    if (added.length === 0) {
      const [sent] = await tx.select().from(enquiryReplies).where(eq(enquiryReplies.id, id));
      if (sent?.subject === subject && sent.text === text) return true;
      throw new RefusedError(
        409,
        'This reply was sent already, with the words above. Send it again to send these, too.',
      );
    }
    const { mail } = await owner(tx);
    // An answer to it goes where enquiries go.
    const message = { to, replyTo: mail.to, subject, text: `${text}\n`, personal: true };
    await outgoing.add(tx, { key: ENQUIRY_MAILS.reply + id, email: to, content: { message } });
    await tx
      .update(enquiries)
      .set({
        stage: sql`case when ${enquiries.stage} = 'new' then 'answered' else ${enquiries.stage} end`,
        readAt: sql`coalesce(${enquiries.readAt}, now())`,
      })
      .where(eq(enquiries.id, enquiryId));
    await audit(tx, caller, { area: 'inbox', action: 'reply', record: enquiryId, detail: { reply: id } });
    return true;
  });
  outgoing.wake();
  return found;
}

/** What a template says, to be kept. */
type NewTemplate = Pick<typeof replyTemplates.$inferSelect, 'name' | 'subject' | 'text'>;

const UNIQUE_VIOLATION = '23505';
const refuseTaken = (error: unknown): never => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if ((cause as { code?: unknown }).code === UNIQUE_VIOLATION)
    throw new RefusedError(409, 'There is a template of this name already.');
  throw error;
};

const listTemplates = async (db: Db) =>
  (await db.select().from(replyTemplates).orderBy(asc(replyTemplates.name)).limit(200)).map(wireOf);

const addTemplate = (db: Db, caller: Caller, template: NewTemplate) =>
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

/** @throws RefusedError 409 for the second of two people, or when its name is taken */
const changeTemplate = (db: Db, caller: Caller, id: string, readAt: Date, template: NewTemplate) =>
  db
    .transaction(async (tx) => {
      const [there] = await tx.select().from(replyTemplates).where(eq(replyTemplates.id, id)).for('update');
      if (there && there.updatedAt.getTime() !== readAt.getTime())
        throw changedMeanwhile(undefined, 'Yours is still here: copy it, load theirs, and put both together.');
      const [row] = await tx
        .update(replyTemplates)
        .set({ ...template, updatedAt: sql`now()` })
        .where(eq(replyTemplates.id, id))
        .returning();
      if (row) await audit(tx, caller, { area: 'inbox', action: 'change template', record: id });
      return row && wireOf(row);
    })
    .catch(refuseTaken);

const removeTemplate = (db: Db, caller: Caller, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const gone = await tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning({ id: replyTemplates.id });
    if (gone.length > 0) await audit(tx, caller, { area: 'inbox', action: 'remove template', record: id });
    return gone.length > 0;
  });

/** A reply to an enquiry as a template begins it, with what it names filled in; undefined when either is not there. */
async function draftReply(
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

/** Notes something on an enquiry. @returns the note; undefined when there is no such enquiry */
const addNote = (db: Db, caller: Caller, enquiryId: string, text: string) =>
  db.transaction(async (tx) => {
    const [there] = await tx
      .select({ id: enquiries.id })
      .from(enquiries)
      .where(eq(enquiries.id, enquiryId))
      .for('share');
    if (!there) return undefined;
    const [note] = await tx
      .insert(enquiryNotes)
      .values({ id: randomUUID(), enquiryId, authorId: caller.id, author: caller.name, text })
      .returning();
    await audit(tx, caller, { area: 'inbox', action: 'note', record: enquiryId });
    return note && wireOf(note);
  });

/** Removes a note of the caller's own. @returns false when there is none */
const removeNote = (db: Db, caller: Caller, enquiryId: string, noteId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .delete(enquiryNotes)
      .where(
        and(eq(enquiryNotes.id, noteId), eq(enquiryNotes.enquiryId, enquiryId), eq(enquiryNotes.authorId, caller.id)),
      )
      .returning({ id: enquiryNotes.id });
    if (gone.length > 0) await audit(tx, caller, { area: 'inbox', action: 'remove note', record: enquiryId });
    return gone.length > 0;
  });
