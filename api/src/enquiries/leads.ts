import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/database';
import { enquiries, FORMS, type FormName, files, LEAD_STATUSES } from '../db/tables/schema';

const moment = z.union([z.date(), z.string()]).transform((value) => new Date(value));
const text = z.string().nullable();

/** A row of the query of leads. */
const leadSchema = z.object({
  id: z.string(),
  form: z.enum(FORMS),
  created_at: moment,
  name: z.string(),
  email: z.string(),
  status: z.enum(LEAD_STATUSES),
  /** What made it look like spam. */
  signals: z.array(z.string()),
  phone: text,
  subject: text,
  message: text,
  /** What its form asks for beyond these, by the names of its fields. */
  answers: z.record(z.string(), z.string()),
  /** How far the mail is; null when none was asked for (e.g. sent by another service). */
  mail_status: text,
  mail_attempts: z.number().nullable(),
  mail_error: text,
  /** Why the last try failed: `settings` or `server` (both go on being tried for 30 days), or `recipient`. */
  mail_fault: text,
  /** False when only the e-mail call arrived: the visitor's browser went away before the save. */
  saved: z.boolean(),
  files: z.coerce.number(),
  /** Place in the list, exact to the microsecond. */
  place: z.string(),
});

/** An enquiry together with its mail, if it has one. */
export type Lead = z.output<typeof leadSchema>;

/** A lead as commands print it for programs. */
export const leadRecord = ({ place: _place, ...lead }: Lead): Omit<Lead, 'place'> => lead;

/** Which leads; all without conditions. */
export interface LeadFilter {
  form?: FormName | undefined;
  since?: Date | undefined;
  /** Id or its beginning. */
  id?: string | undefined;
  /** For pages: only what came after this lead. */
  after?: Pick<Lead, 'place' | 'id'> | undefined;
}

/** The filter as SQL on the columns of {@link Lead}. */
const conditions = ({ form, since, id, after }: LeadFilter): SQL => {
  const list = [
    sql`true`,
    ...(form ? [sql`form = ${form}`] : []),
    ...(since ? [sql`created_at >= ${since.toISOString()}::timestamptz`] : []),
    ...(id ? [sql`starts_with(id::text, ${id})`] : []),
    ...(after ? [sql`(created_at, id) > (${after.place}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  return sql.join(list, sql` and `);
};

const ALL = sql`
  select e.id, e.form, e.created_at, coalesce(e.name, concat_ws(' ', e.fname, e.lname)) as name, e.email, e.phone, e.subject, e.message, e.answers,
         e.status, e.signals, m.status as mail_status, m.attempts as mail_attempts, m.last_error as mail_error, m.fault as mail_fault,
         not e.mail_only as saved, (select count(*) from files f where f.enquiry_id = e.id) as files
  from enquiries e left join mails m on m.submission_key = e.submission_key`;

/** Leads, oldest first. */
export async function findLeads(db: Db, filter: LeadFilter, limit: number): Promise<Lead[]> {
  const result = await db.execute(
    sql`select *, created_at::text as place from (${ALL}) leads where ${conditions(filter)} order by created_at, id limit ${limit}`,
  );
  return result.rows.map((row) => leadSchema.parse(row));
}

export async function countLeads(db: Db, filter: LeadFilter): Promise<number> {
  const result = await db.execute(sql`select count(*)::int as n from (${ALL}) leads where ${conditions(filter)}`);
  return Number(result.rows[0]?.n ?? 0);
}

/** All leads in batches, so that a long list needs little memory. */
export async function* allLeads(db: Db, filter: LeadFilter, batchSize = 500): AsyncGenerator<Lead[]> {
  let after: Lead | undefined;
  for (;;) {
    const batch = await findLeads(db, { ...filter, after }, batchSize);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    after = batch.at(-1);
  }
}

/** Files that visitors sent, oldest first. */
export const filesOfLeads = (db: Db, { form, since, id }: LeadFilter) =>
  db
    .select({
      lead: enquiries.id,
      stored: files.storedName,
    })
    .from(files)
    .innerJoin(enquiries, eq(enquiries.id, files.enquiryId))
    .where(
      and(
        form && eq(enquiries.form, form),
        since && gte(enquiries.createdAt, since),
        id ? sql`starts_with(${enquiries.id}::text, ${id})` : undefined,
      ),
    )
    .orderBy(asc(files.createdAt));
