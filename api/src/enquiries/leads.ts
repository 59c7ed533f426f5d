import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/database';
import { enquiries, FORMS, type FormName, files, LEAD_STATUSES } from '../db/tables/schema';
import { StartError } from '../errors';
import { UPLOADS } from '../files/file-store';
import { mailState } from '../mail/commands';
import { BYTE_ORDER_MARK, csvLine } from '../support/csv';
import { momentOf, offsetTime, spokenTime } from '../support/site-zone';
import { heading, jsonArrayPrinter, minute, type Site, table, type Work } from '../support/terminal';
import { answersInWords, FURTHER_FIELDS } from './submission';

/*
 * `npm run api -- leads …`: what visitors sent, on the command line.
 */

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
type Lead = z.output<typeof leadSchema>;

/** A lead as commands print it for programs. */
const leadRecord = ({ place: _place, ...lead }: Lead): Omit<Lead, 'place'> => lead;

/** Which leads; all without conditions. */
interface LeadFilter {
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

async function countLeads(db: Db, filter: LeadFilter): Promise<number> {
  const result = await db.execute(sql`select count(*)::int as n from (${ALL}) leads where ${conditions(filter)}`);
  return Number(result.rows[0]?.n ?? 0);
}

/** All leads in batches, so that a long list needs little memory. */
async function* allLeads(db: Db, filter: LeadFilter, batchSize = 500): AsyncGenerator<Lead[]> {
  let after: Lead | undefined;
  for (;;) {
    const batch = await findLeads(db, { ...filter, after }, batchSize);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    after = batch.at(-1);
  }
}

/** Files that visitors sent, oldest first. */
const filesOfLeads = (db: Db, { form, since, id }: LeadFilter) =>
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

/* The commands */

const SPANS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** @throws StartError when a value is not one */
export function readFilter({ form, since }: { form?: string; since?: string }, now = Date.now()): LeadFilter {
  if (form !== undefined && !FORMS.includes(form as FormName))
    throw new StartError(`--form takes one of ${FORMS.join(', ')}; "${form}" is none of them.`);
  const filter: LeadFilter = { form: form as FormName | undefined };
  if (since === undefined) return filter;
  const span = /^(\d{1,5})([hdw])$/.exec(since);
  const moment = span ? new Date(now - Number(span[1]) * (SPANS[span[2] ?? ''] ?? 0)) : momentOf(since);
  if (!moment)
    throw new StartError(`--since takes a date such as 2026-11-01 or a time such as 7d; "${since}" is neither.`);
  return { ...filter, since: moment };
}

export const listLeads =
  (filter: LeadFilter, json: boolean): Work =>
  async ({ database, print, remark }) => {
    const records = jsonArrayPrinter(print);
    const [failed, refused, unserved]: [Lead[], Lead[], Lead[]] = [[], [], []];
    const rows: string[][] = [];
    for await (const batch of allLeads(database.db, filter)) {
      for (const lead of batch) {
        if (json) records.add(leadRecord(lead));
        else rows.push(rowOfLead(lead));
        if (lead.mail_status === 'failed') failed.push(lead);
        else if (lead.mail_status === 'queued' && lead.mail_fault)
          (lead.mail_fault === 'server' ? unserved : refused).push(lead);
      }
    }
    if (json) records.end();
    else {
      const headings = ['id', heading('received'), 'form', 'looks', 'name', 'e-mail', 'mail', 'files'];
      print(rows.length > 0 ? table(headings, rows) : 'No leads.');
    }
    remarkOn(remark, failed, 'given up and will not be tried again: npm run api -- mails retry');
    remarkOn(remark, unserved, 'not taken by any mail server and will be tried again for 30 days: look at SMTP_URL');
    remarkOn(
      remark,
      refused,
      'refused and will be tried again: mend MAIL_FROM, MAIL_TO (or Company in the office) or SMTP_URL',
    );
    return undefined;
  };

const rowOfLead = (lead: Lead): string[] => {
  const mail = lead.mail_status === null ? '-' : mailState({ status: lead.mail_status, fault: lead.mail_fault });
  return [
    lead.id.slice(0, 8),
    minute(lead.created_at),
    lead.form,
    lead.status === 'suspect' ? 'SUSPECT' : '',
    lead.name.slice(0, 30),
    lead.email.slice(0, 40),
    (lead.saved ? '' : 'mail only, ') + mail,
    lead.files > 0 ? String(lead.files) : '',
  ];
};

/** Says of leads whose mail did not go out why, as the mail server has it. */
const remarkOn = (remark: (text: string) => void, leads: readonly Lead[], what: string): void => {
  if (leads.length === 0) return;
  remark(`\n${leads.length} ${leads.length === 1 ? 'mail was' : 'mails were'} ${what}\n`);
  for (const { id, mail_attempts: tries, mail_error: why } of leads)
    remark(`  ${id.slice(0, 8)}  ${tries} ${tries === 1 ? 'try' : 'tries'}: ${why ?? ''}\n`);
};

export const showLead =
  (id: string, { files: folder, json }: { files?: string; json?: boolean }): Work =>
  async (site) => {
    const { database, print } = site;
    const found = await findLeads(database.db, { id: id.toLowerCase() }, 2);
    const lead = found[0];
    if (!lead) throw new StartError(`There is no lead ${id}.`);
    if (found.length > 1) throw new StartError(`Several leads begin with ${id}; give more of the id.`);
    if (folder) await copyFiles(site, lead, folder);
    if (json) {
      print(JSON.stringify(leadRecord(lead)));
      return undefined;
    }
    const mail = `${lead.mail_status}, ${lead.mail_attempts} attempts${lead.mail_error ? `, ${lead.mail_error}` : ''}`;
    const lines: [string, unknown][] = [
      ['id', lead.id],
      ['received', spokenTime(lead.created_at)],
      ['form', lead.form],
      ['looks', lead.signals.length > 0 ? `${lead.status} (${lead.signals.join(', ')})` : undefined],
      ['name', lead.name],
      ['e-mail', lead.email],
      ['phone', lead.phone],
      ['subject', lead.subject],
      ['files', lead.files || undefined],
      ['mail', lead.mail_status ? mail : 'none of ours'],
      ['saved', lead.saved ? undefined : 'no: only the mail arrived'],
    ];
    for (const [label, value] of lines) if (value) print(`${label.padEnd(9)} ${String(value)}`);
    for (const { label, value } of answersInWords(lead.answers)) print(`${label}: ${value}`);
    if (lead.message) print(`\n${lead.message}`);
    return undefined;
  };

const LEAD_COLUMNS = [
  'id',
  'received',
  'form',
  'name',
  'email',
  'phone',
  'subject',
  'message',
  'mail',
  'files',
  'status',
  ...FURTHER_FIELDS.map(({ name }) => name),
];

const leadCsv = (lead: Lead): string =>
  csvLine([
    lead.id,
    offsetTime(lead.created_at),
    lead.form,
    lead.name,
    lead.email,
    lead.phone,
    lead.subject,
    lead.message,
    lead.mail_status,
    lead.files,
    lead.status,
    ...FURTHER_FIELDS.map(({ name }) => lead.answers[name]),
  ]);

export const exportLeads =
  (filter: LeadFilter, { out, files: folder, json }: { out?: string; files?: string; json?: boolean }): Work =>
  async (site) => {
    const { database, stdout, watched, remark, resolve } = site;
    const total = await countLeads(database.db, filter);
    const shows = watched || total > 10_000;
    const lines = async function* () {
      let done = 0;
      if (!json) yield BYTE_ORDER_MARK + csvLine(LEAD_COLUMNS);
      for await (const batch of allLeads(database.db, filter)) {
        yield batch.map((lead) => (json ? `${JSON.stringify(leadRecord(lead))}\n` : leadCsv(lead))).join('');
        done += batch.length;
        if (shows) remark(`\r${done} of ${total} leads`);
      }
      remark(`${shows ? '\r' : ''}${done} of ${total} leads exported.\n`);
    };
    if (out) await pipeline(lines, createWriteStream(resolve(out), { mode: 0o600 }));
    else await pipeline(lines, stdout, { end: false });
    if (folder) await copyFiles(site, filter, folder);
    return undefined;
  };

/** Copies the files of leads, named by lead and without trust in the visitor's name. */
async function copyFiles({ database, files, remark, resolve }: Site, filter: LeadFilter, out: string): Promise<void> {
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  const rows = await filesOfLeads(database.db, filter);
  for (const { lead, stored } of rows) {
    const found = await files.read(`${UPLOADS}/${stored}`);
    if (!found) throw new StartError(`${files.locate(`${UPLOADS}/${stored}`)} is not there.`);
    const target = path.join(folder, `${lead.slice(0, 8)}-${stored}`);
    await pipeline(found.stream, createWriteStream(target, { mode: 0o600 }));
  }
  remark(`${rows.length} files copied to ${folder}.\n`);
}
