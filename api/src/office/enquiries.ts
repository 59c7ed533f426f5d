import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { Caller } from '../../wire/office/caller';
import { type EnquiryPatch, type enquiryListQuery, type INBOX, versionOf } from '../../wire/office/inbox';
import type { OrderStatus } from '../../wire/order-states';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { enrolments } from '../db/tables/orders-schema';
import { enquiries, enquiryNotes, enquiryReplies, files, mails, officeAudit } from '../db/tables/schema';
import { COMMON, conditions, FILES, fullName, status, WORDS } from '../enquiries/read';
import { answersInWords, typedOf } from '../enquiries/submission';
import { digitsOf } from '../enrolments/save';
import { changedMeanwhile } from '../errors';
import { ENQUIRY_MAILS, type Outgoing } from '../mail/queue';
import { removeFilesOf } from '../personal-data';
import { wireOf } from '../support/wire-names';
import { audit, auditVisit, found, type Handlers, pageOf } from './access';
import { SPEAKS } from './courses/enrolments';

const EXCERPT = 160;

const UNREAD = sql<boolean>`${enquiries.readAt} is null`;

const LISTED = {
  ...COMMON,
  unread: UNREAD,
  excerpt: sql<string>`left(coalesce(${enquiries.message}, ''), ${EXCERPT})`,
  files: FILES,
  notes: sql<number>`(select count(*)::int from enquiry_notes n where n.enquiry_id = enquiries.id)`,
};

/** SQL of the queue's key of a reply's mail. */
const replyKey = (id: SQL): SQL => sql`${ENQUIRY_MAILS.reply}::text || ${id}::text`;

/** Indexed sort columns. Spam is a separate list, so that the stage orders any list by status. */
const SORTS: Readonly<Record<z.output<typeof enquiryListQuery>['sort'], readonly (SQL | PgColumn)[]>> = {
  created_at: [enquiries.createdAt],
  name: [sql`lower(${fullName})`],
  status: [enquiries.stage, enquiries.createdAt],
};

const OTHERS = 50;

const othersOf = async (db: Db, { id, email, phone }: { id: string; email: string; phone: string }) => {
  const digits = phone.replace(/[,#a-z].*|\D/gi, '').slice(-10);
  // Ten digits identify a number without its country code; the search index has them.
  const isWhole = digits.length === 10;
  const byPhone = isWhole ? sql`${WORDS} @@ ${`'${digits}'`}::tsquery` : undefined;
  const enrolledByPhone = isWhole ? sql`${digitsOf(sql`${enrolments.phone}`)} = ${digits}` : undefined;
  const hasEmail = (column: typeof enquiries.email | typeof enrolments.email) =>
    eq(sql`lower(${column})`, email.toLowerCase());
  const [sent, enrolled] = await Promise.all([
    db
      .select({
        id: enquiries.id,
        form: enquiries.form,
        created_at: enquiries.createdAt,
        subject: enquiries.subject,
        status,
      })
      .from(enquiries)
      .where(and(ne(enquiries.id, id), or(hasEmail(enquiries.email), byPhone)))
      .orderBy(desc(enquiries.createdAt))
      .limit(OTHERS),
    db
      .select({
        id: enrolments.id,
        course: enrolments.course,
        created_at: enrolments.createdAt,
        order_status: sql<OrderStatus | null>`(select o.status from orders o where o.enrolment_id = enrolments.id ${SPEAKS})`,
      })
      .from(enrolments)
      .where(or(hasEmail(enrolments.email), enrolledByPhone))
      .orderBy(desc(enrolments.createdAt))
      .limit(OTHERS),
  ]);
  return { enquiries: sent, enrolments: enrolled };
};

/** Returns an enquiry with its files, notes and replies; undefined when there is none. */
export async function readEnquiry(db: Db, id: string) {
  const [row] = await db
    .select({
      ...COMMON,
      unread: UNREAD,
      message: enquiries.message,
      answers: enquiries.answers,
      mail_only: enquiries.mailOnly,
      key: enquiries.submissionKey,
    })
    .from(enquiries)
    .where(eq(enquiries.id, id));
  if (!row) return undefined;
  const { key, ...enquiry } = row;
  const version = versionOf(row);
  const [uploads, notes, replies, sent, others] = await Promise.all([
    db
      .select({ id: files.id, name: files.originalName, media_type: files.mediaType, bytes: files.bytes })
      .from(files)
      .where(eq(files.enquiryId, id))
      .orderBy(asc(files.createdAt)),
    db.select().from(enquiryNotes).where(eq(enquiryNotes.enquiryId, id)).orderBy(asc(enquiryNotes.createdAt)),
    db
      .select({ reply: enquiryReplies, mail: mails.status, error: mails.lastError })
      .from(enquiryReplies)
      .leftJoin(mails, eq(mails.submissionKey, replyKey(sql`${enquiryReplies.id}`)))
      .where(eq(enquiryReplies.enquiryId, id))
      .orderBy(asc(enquiryReplies.createdAt)),
    db.select({ status: mails.status, error: mails.lastError }).from(mails).where(eq(mails.submissionKey, key)),
    othersOf(db, row),
  ]);
  return {
    ...enquiry,
    answers: answersInWords(enquiry),
    version,
    mail: sent[0]?.status ?? null,
    mail_error: sent[0]?.error ?? null,
    files: uploads,
    notes: notes.map(wireOf),
    replies: replies.map(({ reply, mail, error }) => ({
      ...wireOf(reply),
      mail,
      mail_error: error,
    })),
    others,
  };
}

const BY_HAND = sql`case when 'by-hand' = any(${enquiries.signals}) or ${enquiries.status} = 'suspect'
  then ${enquiries.signals} else array_append(${enquiries.signals}, 'by-hand') end`;

const statusColumns = (status: EnquiryPatch['status']) => {
  if (status === undefined) return {};
  if (status === 'spam') return { status: 'suspect' as const, signals: BY_HAND };
  return { status: 'new' as const, stage: status, signals: sql`array_remove(${enquiries.signals}, 'by-hand')` };
};

const readColumns = (unread: EnquiryPatch['unread']) => {
  if (unread === undefined) return {};
  return { readAt: unread ? null : sql`coalesce(${enquiries.readAt}, now())` };
};

/** Ids of enquiries with the versions that the person saw. */
type Read = z.output<(typeof INBOX)['POST /enquiries/delete']['body']>['enquiries'];

type Answer = z.output<(typeof INBOX)['POST /enquiries/delete']['answer']>;
type LeftEnquiry = Answer['left'][number];

/** Locks enquiries. @returns the locked rows, and those that somebody else has changed meanwhile */
async function lock(tx: Queries, read: Read, isAnyVersion = false): Promise<{ rows: Row[]; left: LeftEnquiry[] }> {
  const versions = new Map(read.map(({ id, version }) => [id, version]));
  const there = await tx
    .select({ row: enquiries, now: COMMON })
    .from(enquiries)
    .where(inArray(enquiries.id, [...versions.keys()]))
    .orderBy(enquiries.id)
    .for('update');
  const isAsRead = ({ now }: (typeof there)[number]) => isAnyVersion || versions.get(now.id) === versionOf(now);
  const left = there.filter((one) => !isAsRead(one)).map(({ now }) => ({ ...now, version: versionOf(now) }));
  return { rows: there.filter(isAsRead).map(({ row }) => row), left: await withLastChange(tx, left) };
}

/**
 * Changes enquiries, except those that somebody else has changed meanwhile. One that is restored from spam is mailed after all.
 * @returns number of changed enquiries, and those left unchanged
 */
async function changeEnquiries(
  { db, outgoing }: Context,
  caller: Caller,
  read: Read,
  { unread, ...decided }: EnquiryPatch,
): Promise<Answer> {
  const { status, ...columns } = decided;
  // Marking as read conflicts with no other change.
  const isOnlyRead = Object.values(decided).every((value) => value === undefined);
  const answer = await db.transaction(async (tx) => {
    const { rows, left } = await lock(tx, read, isOnlyRead);
    const set = { ...columns, ...statusColumns(status), ...readColumns(unread) };
    const found = rows.map(({ id }) => id);
    await tx.update(enquiries).set(set).where(inArray(enquiries.id, found));
    const isBack = status !== undefined && status !== 'spam';
    for (const row of rows) if (isBack && row.status === 'suspect') await mailAfterAll(tx, outgoing, row);
    // Views are recorded on their own.
    const entries = found.map((record) => ({ area: 'inbox' as const, action: 'change', record, detail: decided }));
    if (!isOnlyRead) await audit(tx, caller, entries);
    return { count: rows.length, left };
  });
  outgoing.wake();
  return answer;
}

/** Adds the last change of each, from the audit. */
async function withLastChange(tx: Queries, left: Omit<LeftEnquiry, 'by' | 'at'>[]): Promise<LeftEnquiry[]> {
  const ids = left.map(({ id }) => id);
  const changes = await tx
    .selectDistinctOn([officeAudit.record], { id: officeAudit.record, by: officeAudit.actor, at: officeAudit.at })
    .from(officeAudit)
    .where(
      and(
        eq(officeAudit.area, 'inbox'),
        inArray(officeAudit.record, ids),
        inArray(officeAudit.action, ['change', 'reply']),
      ),
    )
    .orderBy(officeAudit.record, desc(officeAudit.id));
  return left.map((enquiry) => {
    const last = changes.find(({ id }) => id === enquiry.id);
    return { ...enquiry, by: last?.by ?? null, at: last?.at ?? null };
  });
}

const whose = (id: string | null): string => (id === null ? 'nobody has it' : 'somebody has it');
const wantedOf = ({ status, assignee }: EnquiryPatch): string =>
  [status, assignee !== undefined && whose(assignee)].filter(Boolean).join(', ');

/** @throws RefusedError 409 with both states when somebody else has changed the one enquiry meanwhile */
function requireAsRead({ left: [left] }: Pick<Answer, 'left'>, wanted: string): void {
  if (!left) return;
  const { status, assignee, by, at } = left;
  throw changedMeanwhile(
    by && at ? { by, at } : undefined,
    `It is “${status}” now, and ${whose(assignee)}. You want: ${wanted}. Do it again if that is right.`,
    { status, assignee },
  );
}

/** @throws RefusedError 409 when somebody else has changed or answered it meanwhile */
export const requireUnanswered = async (tx: Queries, read: Read[number]): Promise<void> =>
  requireAsRead(await lock(tx, [read]), 'send this reply');

type Row = typeof enquiries.$inferSelect;

/**
 * Queues the mail of an enquiry restored from spam, without the mark in its subject. If the marked mail was sent, or
 * never requested, the unmarked one is sent once.
 */
async function mailAfterAll(tx: Queries, outgoing: Outgoing, row: Row): Promise<void> {
  const [marked] = await tx
    .update(mails)
    .set({ suspect: false })
    .where(eq(mails.submissionKey, row.submissionKey))
    .returning({ status: mails.status });
  // A mail that still waits is sent without the mark.
  if (marked?.status === 'queued') return;
  await outgoing.add(tx, {
    key: ENQUIRY_MAILS.restored + row.submissionKey,
    email: row.email,
    content: { form: row.form, fields: typedOf(row), suspect: false, signals: [], notice: row.notice },
  });
}

/**
 * Erases enquiries with their files, notes, replies and mails, except those that somebody else has changed meanwhile.
 * @returns number of erased enquiries, and those left
 */
async function deleteEnquiries({ db, files: store, config: { dataDir } }: Context, caller: Caller, read: Read) {
  return db.transaction(async (tx) => {
    const { rows, left } = await lock(tx, read);
    const ids = rows.map(({ id }) => id);
    const uploads = await tx.select({ stored_name: files.storedName }).from(files).where(inArray(files.enquiryId, ids));
    const replies = await tx.select().from(enquiryReplies).where(inArray(enquiryReplies.enquiryId, ids));
    await tx.delete(enquiries).where(inArray(enquiries.id, ids));
    const names = [...rows.map(({ submissionKey }) => submissionKey), ...replies.map(({ id }) => id)];
    const keys = Object.values(ENQUIRY_MAILS).flatMap((begin) => names.map((name) => begin + name));
    const mailed = await tx.delete(mails).where(inArray(mails.submissionKey, keys)).returning({ id: mails.id });
    const entries = ids.map((record) => ({ area: 'inbox' as const, action: 'delete', record }));
    await audit(tx, caller, entries);
    await removeFilesOf({ files: store, dataDir }, { files: uploads, mails: mailed });
    return { count: rows.length, left };
  });
}

export function enquiryCalls(context: Context) {
  const { db } = context;
  return {
    'GET /enquiries': async ({ query: { page, perPage, sort, order, ...filter } }) => {
      const direction = order === 'asc' ? asc : desc;
      const inOrder = [...SORTS[sort], enquiries.id].map((column) => direction(column));
      const where = conditions(filter);
      const whole = sql`from ${enquiries} where ${where ?? true}`;
      const chosen = db.select(LISTED).from(enquiries).where(where);
      const rows = chosen.orderBy(...inOrder);
      const found = await pageOf(db, { page, perPage }, whole, (limit, offset) => rows.limit(limit).offset(offset));
      return { ...found, data: found.data.map((row) => ({ ...row, version: versionOf(row) })) };
    },
    'GET /enquiries/:id': async ({ caller, params: { id } }) => {
      const enquiry = found(await readEnquiry(db, id));
      await auditVisit(db, caller, { area: 'inbox', action: 'open', record: id });
      return enquiry;
    },
    'PATCH /enquiries/:id': async ({ caller, params: { id }, body: { set, version } }) => {
      requireAsRead(await changeEnquiries(context, caller, [{ id, version }], set), wantedOf(set));
      return found(await readEnquiry(db, id));
    },
    'DELETE /enquiries/:id': async ({ caller, params: { id }, query: { version } }) => {
      const answer = await deleteEnquiries(context, caller, [{ id, version }]);
      requireAsRead(answer, 'erase it');
      return { count: found(answer.count || undefined) };
    },
    'POST /enquiries/change': ({ caller, body }) => changeEnquiries(context, caller, body.enquiries, body.set),
    'POST /enquiries/delete': ({ caller, body }) => deleteEnquiries(context, caller, body.enquiries),
  } satisfies Partial<Handlers>;
}
