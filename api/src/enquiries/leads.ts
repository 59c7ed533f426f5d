import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { FORM_NAMES, type FormName } from '../../wire/forms';
import { enquiries, files as fileRows } from '../db/tables/schema';
import { StartError } from '../errors';
import { UPLOADS } from '../files/file-store';
import { mailState } from '../mail/commands';
import { momentOf, spokenTime } from '../support/site-zone';
import { heading, listPrinter, minute, type Options, type Site, type Work } from '../support/terminal';
import { enquiriesCsv, readEnquiries, type WholeEnquiry } from './read';
import { answersInWords } from './submission';

/* `npm run api -- leads …`: enquiries on the command line. */

const leadRecord = ({ place: _place, assignee: _assignee, ...lead }: WholeEnquiry) => lead;

/** Filter of leads; all without conditions. */
interface LeadFilter {
  form?: FormName | undefined;
  since?: Date | undefined;
  id?: string | undefined;
}

const conditions = ({ form, since, id }: LeadFilter): SQL | undefined =>
  and(
    form && eq(enquiries.form, form),
    since && gte(enquiries.createdAt, since),
    id ? sql`starts_with(${enquiries.id}::text, ${id})` : undefined,
  );

const SPANS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** @throws StartError when a value is invalid */
function readFilter({ form, since }: Options): LeadFilter {
  if (form !== undefined && !FORM_NAMES.includes(form as FormName))
    throw new StartError(`--form takes one of ${FORM_NAMES.join(', ')}; "${form}" is none of them.`);
  const filter: LeadFilter = { form: form as FormName | undefined };
  if (since === undefined) return filter;
  const span = /^(\d{1,5})([hdw])$/.exec(since);
  const moment = span ? new Date(Date.now() - Number(span[1]) * (SPANS[span[2] ?? ''] ?? 0)) : momentOf(since);
  if (!moment)
    throw new StartError(`--since takes a date such as 2026-11-01 or a time such as 7d; "${since}" is neither.`);
  return { ...filter, since: moment };
}

export const listLeads: Work = async (site, options) => {
  const headings = ['id', heading('received'), 'form', 'status', 'name', 'e-mail', 'mail', 'files'];
  const list = listPrinter(site, options, headings, 'No leads.');
  const [failed, refused, unserved]: [WholeEnquiry[], WholeEnquiry[], WholeEnquiry[]] = [[], [], []];
  for await (const batch of readEnquiries(site.database.db, conditions(readFilter(options)))) {
    for (const lead of batch) {
      list.add(leadRecord(lead), rowOfLead(lead));
      if (lead.mail_status === 'failed') failed.push(lead);
      else if (lead.mail_status === 'queued' && lead.mail_fault)
        (lead.mail_fault === 'server' ? unserved : refused).push(lead);
    }
  }
  list.end();
  const { remark } = site;
  remarkOn(remark, failed, 'given up and will not be tried again: npm run api -- mails retry');
  remarkOn(remark, unserved, 'not taken by any mail server and will be tried again for 30 days: look at SMTP_URL');
  remarkOn(remark, refused, 'refused and will be tried again: mend Company in the office or SMTP_URL');
};

const rowOfLead = (lead: WholeEnquiry): string[] => {
  const mail = lead.mail_status === null ? '-' : mailState({ status: lead.mail_status, fault: lead.mail_fault });
  return [
    lead.id.slice(0, 8),
    minute(lead.created_at),
    lead.form,
    lead.status,
    lead.name.slice(0, 30),
    lead.email.slice(0, 40),
    (lead.saved ? '' : 'mail only, ') + mail,
    lead.files > 0 ? String(lead.files) : '',
  ];
};

/** Reports leads whose mail was not sent, with the mail server's reason. */
const remarkOn = (remark: (text: string) => void, leads: readonly WholeEnquiry[], what: string): void => {
  if (leads.length === 0) return;
  remark(`\n${leads.length} ${leads.length === 1 ? 'mail was' : 'mails were'} ${what}\n`);
  for (const { id, mail_attempts: tries, mail_error: why } of leads)
    remark(`  ${id.slice(0, 8)}  ${tries} ${tries === 1 ? 'try' : 'tries'}: ${why ?? ''}\n`);
};

export const showLead: Work = async (site, { files: folder, json }, [id = '']) => {
  const { database, print } = site;
  const filter = { id: id.toLowerCase() };
  const { value: found = [] } = await readEnquiries(database.db, conditions(filter), 2).next();
  const [lead] = found;
  if (!lead) throw new StartError(`There is no lead ${id}.`);
  if (found.length > 1) throw new StartError(`Several leads begin with ${id}; give more of the id.`);
  if (folder) await copyFiles(site, lead, folder);
  if (json) {
    print(JSON.stringify(leadRecord(lead)));
    return;
  }
  const mail = `${lead.mail_status}, ${lead.mail_attempts} attempts${lead.mail_error ? `, ${lead.mail_error}` : ''}`;
  const lines: [string, unknown][] = [
    ['id', lead.id],
    ['received', spokenTime(lead.created_at)],
    ['form', lead.form],
    ['status', [lead.status, ...lead.signals].join(', ')],
    ['name', lead.name],
    ['e-mail', lead.email],
    ['phone', lead.phone],
    ['subject', lead.subject],
    ['files', lead.files || undefined],
    ['mail', lead.mail_status ? mail : 'none of ours'],
    ['saved', lead.saved ? undefined : 'no: only the mail arrived'],
  ];
  for (const [label, value] of lines) if (value) print(`${label.padEnd(9)} ${String(value)}`);
  for (const { label, value } of answersInWords(lead)) print(`${label}: ${value}`);
  if (lead.message) print(`\n${lead.message}`);
};

export const exportLeads: Work = async (site, options) => {
  const { database, stdout, watched, remark, resolve } = site;
  const { out, files: folder, json } = options;
  const filter = readFilter(options);
  const total = await database.db.$count(enquiries, conditions(filter));
  const shows = watched || total > 10_000;
  const batches = async function* () {
    let done = 0;
    for await (const batch of readEnquiries(database.db, conditions(filter))) {
      yield batch;
      done += batch.length;
      if (shows) remark(`\r${done} of ${total} leads`);
    }
    remark(`${shows ? '\r' : ''}${done} of ${total} leads exported.\n`);
  };
  const jsonLines = async function* () {
    for await (const batch of batches()) yield batch.map((lead) => `${JSON.stringify(leadRecord(lead))}\n`).join('');
  };
  const lines = json ? jsonLines() : enquiriesCsv(database.db, batches());
  if (out) await pipeline(lines, createWriteStream(resolve(out), { mode: 0o600 }));
  else await pipeline(lines, stdout, { end: false });
  if (folder) await copyFiles(site, filter, folder);
};

/** Copies the files of leads, named by lead, because the visitor's file name is not trusted. */
async function copyFiles({ database, files, remark, resolve }: Site, filter: LeadFilter, out: string): Promise<void> {
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  const rows = await database.db
    .select({ lead: enquiries.id, stored: fileRows.storedName })
    .from(fileRows)
    .innerJoin(enquiries, eq(enquiries.id, fileRows.enquiryId))
    .where(conditions(filter))
    .orderBy(asc(fileRows.createdAt));
  const missing: string[] = [];
  for (const { lead, stored } of rows) {
    const found = await files.read(`${UPLOADS}/${stored}`);
    const target = path.join(folder, `${lead.slice(0, 8)}-${stored}`);
    if (found) await pipeline(found.stream, createWriteStream(target, { mode: 0o600 }));
    else missing.push(files.locate(`${UPLOADS}/${stored}`));
  }
  remark(`${rows.length - missing.length} files copied to ${folder}.\n`);
  if (missing.length > 0) throw new StartError(`${missing.join(', ')} is not there; the others are copied.`);
}
