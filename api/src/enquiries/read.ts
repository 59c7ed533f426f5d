import { BYTE_ORDER_MARK, csvLine } from '@wholepage/staff-kit/csv';
import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { EnquiryFilter, EnquiryRow } from '../../wire/office/inbox';
import type { Db } from '../db/database';
import { enquiries, fullNameOf, mails, officeAudit } from '../db/tables/schema';
import { offsetTime } from '../support/site-zone';
import { FURTHER_FIELDS } from './submission';

/* Queries of enquiries: for the office, the command line, and CSV. */

/** SQL of the office's status: `spam` for suspect enquiries, else the stage. */
export const status = sql<
  EnquiryRow['status']
>`case when ${enquiries.status} = 'suspect' then 'spam' else ${enquiries.stage} end`;

export const fullName = fullNameOf(enquiries);

export const COMMON = {
  id: enquiries.id,
  form: enquiries.form,
  created_at: enquiries.createdAt,
  name: fullName,
  email: enquiries.email,
  phone: enquiries.phone,
  subject: enquiries.subject,
  status,
  assignee: enquiries.assignee,
  signals: enquiries.signals,
  answered: sql<number>`(select count(*)::int from enquiry_replies r where r.enquiry_id = enquiries.id)`,
};

// Written as SQL, because Drizzle omits table names in a query of one table, and these columns are of another one.
export const FILES = sql<number>`(select count(*)::int from files f where f.enquiry_id = enquiries.id)`;

/** Generated search column from the migration; not in the schema, because it is never selected. */
export const WORDS = sql`${enquiries}.words`;

const hasStatus = (wanted: EnquiryFilter['status']): SQL | undefined => {
  if (wanted === 'spam') return eq(enquiries.status, 'suspect');
  return and(eq(enquiries.status, 'new'), wanted && eq(enquiries.stage, wanted));
};

const hasAssignee = (assignee: string): SQL =>
  assignee === 'none' ? isNull(enquiries.assignee) : eq(enquiries.assignee, assignee);

/** Condition that an enquiry has all words of a query. Groups of digits alone also match one number written otherwise. */
const hasWords = (q: string): SQL | undefined => {
  const found = (words: string) => sql`${WORDS} @@ enquiry_query(${words})`;
  const groups = /^[\d\s().+/-]+$/.test(q) ? q.split(/\D+/).filter(Boolean) : [];
  // A number is the same with the code of its country or a nought before it, or without.
  const digits = groups.join('').slice(-10);
  return or(found(q), and(...groups.map(found)), digits ? found(digits) : undefined);
};

/** Condition of a filter; a query without any word matches none. */
export function conditions({ q, status: wanted, form, assignee, unread }: EnquiryFilter) {
  const each: Record<keyof EnquiryFilter, SQL | undefined> = {
    status: hasStatus(wanted),
    form: form && eq(enquiries.form, form),
    assignee: assignee ? hasAssignee(assignee) : undefined,
    unread: unread === undefined ? undefined : unread ? isNull(enquiries.readAt) : isNotNull(enquiries.readAt),
    q: q ? hasWords(q) : undefined,
  };
  return and(...Object.values(each));
}

const WHOLE = {
  ...COMMON,
  message: enquiries.message,
  /** The form's further fields, by name. */
  answers: enquiries.answers,
  /** False when only the e-mail call arrived: the visitor left before the save. */
  saved: sql<boolean>`not ${enquiries.mailOnly}`,
  files: FILES,
  /** Status of its mail; null when another service sends it. */
  mail_status: mails.status,
  mail_attempts: mails.attempts,
  mail_error: mails.lastError,
  mail_fault: mails.fault,
  /** Place in the list, exact to the microsecond. */
  place: sql<string>`${enquiries.createdAt}::text`,
};

const readBatch = (db: Db, where: SQL | undefined, limit: number) =>
  db
    .select(WHOLE)
    .from(enquiries)
    .leftJoin(mails, eq(mails.submissionKey, enquiries.submissionKey))
    .where(where)
    .orderBy(asc(enquiries.createdAt), asc(enquiries.id))
    .limit(limit);

export type WholeEnquiry = Awaited<ReturnType<typeof readBatch>>[number];

/** Reads matching enquiries in batches, oldest first, to save memory. */
export async function* readEnquiries(db: Db, where?: SQL, limit = 500): AsyncGenerator<WholeEnquiry[], undefined> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await readBatch(db, and(where, after), limit);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return undefined;
    after = sql`(${enquiries.createdAt}, ${enquiries.id}) > (${last.place}::timestamptz, ${last.id}::uuid)`;
  }
}

const COLUMNS: Readonly<Record<string, (enquiry: WholeEnquiry) => unknown>> = {
  id: ({ id }) => id,
  received: ({ created_at: at }) => offsetTime(at),
  form: ({ form }) => form,
  status: (enquiry) => enquiry.status,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  subject: ({ subject }) => subject,
  message: ({ message }) => message,
  assignee: ({ assignee }) => assignee,
  mail: ({ mail_status: mail }) => mail,
  files: ({ files }) => files,
  ...Object.fromEntries(FURTHER_FIELDS.map((name) => [name, ({ answers }: WholeEnquiry) => answers[name]])),
};

/** Returns the last known names of the office's people, by id. */
async function namesOf(db: Db): Promise<ReadonlyMap<string | null, string>> {
  const { id, actor, actorId } = officeAudit;
  const rows = await db.selectDistinctOn([actorId], { actorId, actor }).from(officeAudit).orderBy(actorId, desc(id));
  return new Map(rows.map((row) => [row.actorId, row.actor]));
}

export async function* enquiriesCsv(db: Db, batches: AsyncIterable<WholeEnquiry[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS));
  const names = await namesOf(db);
  const lineOf = (row: WholeEnquiry) => {
    const named = { ...row, assignee: names.get(row.assignee) ?? row.assignee };
    return csvLine(Object.values(COLUMNS).map((cell) => cell(named)));
  };
  for await (const rows of batches) yield rows.map(lineOf).join('');
}
