import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { enquiries, enquiryNotes, enquiryReplies, replyTemplates } from '../db/tables/schema';
import { fullName } from '../enquiries/read';
import { changedMeanwhile, RefusedError } from '../errors';
import { ENQUIRY_MAILS } from '../mail/queue';
import { wireOf } from '../support/wire-names';
import { audit, DONE, found, type Handlers, listed } from './access';
import { readEnquiry, requireUnanswered } from './enquiries';

export function replyCalls({ db, outgoing, owner }: Context) {
  return {
    'POST /enquiries/:id/notes': ({ caller, params: { id: enquiryId }, body }) =>
      db.transaction(async (tx) => {
        const isOne = eq(enquiries.id, enquiryId);
        found((await tx.select({ id: enquiries.id }).from(enquiries).where(isOne).for('update'))[0]);
        const [saved] = await tx.select().from(enquiryNotes).where(eq(enquiryNotes.id, body.id));
        if (saved?.text === body.text) return wireOf(saved);
        const values = { ...body, enquiryId, authorId: caller.id, author: caller.name };
        const [note] = await tx.insert(enquiryNotes).values(values).returning();
        await audit(tx, caller, { area: 'inbox', action: 'note', record: enquiryId });
        return wireOf(found(note));
      }),
    'DELETE /enquiries/:id/notes/:note': ({ caller, params: { id, note } }) =>
      db.transaction(async (tx) => {
        const { id: noteId, enquiryId, authorId } = enquiryNotes;
        const isOwn = and(eq(noteId, note), eq(enquiryId, id), eq(authorId, caller.id));
        found((await tx.delete(enquiryNotes).where(isOwn).returning())[0]);
        await audit(tx, caller, { area: 'inbox', action: 'remove note', record: id });
        return DONE;
      }),
    /**
     * Mails a reply to an enquiry from the company's address, and stores it. Its stage becomes `answered`, unless it is later.
     */
    'POST /enquiries/:id/replies': async ({
      caller,
      params: { id: enquiryId },
      body: { id, subject, text, version },
    }) => {
      await db.transaction(async (tx) => {
        const isOne = eq(enquiries.id, enquiryId);
        const { email: to } = found((await tx.select().from(enquiries).where(isOne).for('update'))[0]);
        const [sent] = await tx.select().from(enquiryReplies).where(eq(enquiryReplies.id, id));
        if (sent?.subject === subject && sent.text === text) return;
        const words = 'This reply was sent already, with the words above. Send it again to send these, too.';
        if (sent) throw new RefusedError(409, words);
        if (version !== undefined) await requireUnanswered(tx, { id: enquiryId, version });
        await tx.insert(enquiryReplies).values({ id, enquiryId, author: caller.name, to, subject, text });
        const { mail } = await owner(tx);
        // Answers go to the address of enquiries.
        const message = { to, replyTo: mail.to, subject, text: `${text}\n`, personal: true };
        await outgoing.add(tx, { key: ENQUIRY_MAILS.reply + id, email: to, content: { message } });
        const stage = sql`case when ${enquiries.stage} = 'new' then 'answered' else ${enquiries.stage} end`;
        await tx
          .update(enquiries)
          .set({ stage, readAt: sql`coalesce(${enquiries.readAt}, now())` })
          .where(isOne);
        await audit(tx, caller, { area: 'inbox', action: 'reply', record: enquiryId, detail: { reply: id } });
      });
      outgoing.wake();
      return found(await readEnquiry(db, enquiryId));
    },
    'GET /enquiries/:id/draft': async ({ caller: { name: me }, params: { id }, query }) => {
      const company = (await owner(db)).name;
      return draftReply(db, id, query.template, { company, me });
    },
    'GET /reply-templates': async () =>
      listed((await db.select().from(replyTemplates).orderBy(asc(replyTemplates.name)).limit(200)).map(wireOf)),
    'POST /reply-templates': ({ caller, body }) =>
      db
        .transaction(async (tx) => {
          const [row] = await tx
            .insert(replyTemplates)
            .values({ id: randomUUID(), ...body })
            .returning();
          await audit(tx, caller, { area: 'inbox', action: 'add template', record: row?.id });
          return wireOf(found(row));
        })
        .catch(refuseTaken),
    'PUT /reply-templates/:id': ({ caller, params, body: { updated_at: readAt, ...template } }) =>
      db
        .transaction(async (tx) => {
          const isOne = eq(replyTemplates.id, params.id);
          const there = found((await tx.select().from(replyTemplates).where(isOne).for('update'))[0]);
          if (there.updatedAt.getTime() !== readAt.getTime())
            throw changedMeanwhile(undefined, 'Yours is still here: copy it, load theirs, and put both together.');
          const set = { ...template, updatedAt: sql`now()` };
          const [row] = await tx.update(replyTemplates).set(set).where(isOne).returning();
          await audit(tx, caller, { area: 'inbox', action: 'change template', record: params.id });
          return wireOf(found(row));
        })
        .catch(refuseTaken),
    'DELETE /reply-templates/:id': ({ caller, params: { id } }) =>
      db.transaction(async (tx) => {
        found((await tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning())[0]);
        await audit(tx, caller, { area: 'inbox', action: 'remove template', record: id });
        return DONE;
      }),
  } satisfies Partial<Handlers>;
}

const UNIQUE_VIOLATION = '23505';
const refuseTaken = (error: unknown): never => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if ((cause as { code?: unknown }).code === UNIQUE_VIOLATION)
    throw new RefusedError(409, 'There is a template of this name already.');
  throw error;
};

/** Returns a draft of a reply from a template, with its placeholders filled in. @throws RefusedError 404 when one is missing */
async function draftReply(db: Db, enquiryId: string, templateId: string, names: { company: string; me: string }) {
  const [[template], [enquiry]] = await Promise.all([
    db.select().from(replyTemplates).where(eq(replyTemplates.id, templateId)),
    db.select({ name: fullName, subject: enquiries.subject }).from(enquiries).where(eq(enquiries.id, enquiryId)),
  ]);
  const { subject, text } = found(template);
  const values: Readonly<Record<string, string | null>> = { ...found(enquiry), ...names };
  // One pass, so that placeholders typed by a visitor are not filled in.
  const fill = (words: string): string =>
    words.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    );
  return { subject: fill(subject).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '), text: fill(text) };
}
