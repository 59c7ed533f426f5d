import { hash, randomUUID } from 'node:crypto';
import { and, getTableColumns, getTableName, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { RETENTION_DAYS } from 'site/notice';
import type { Caller } from '../wire/office/caller';
import type { PersonKind } from '../wire/office/words';
import { courseLabel } from '../wire/orders';
import type { FileStorage } from './backup/backup';
import type { Context } from './context';
import type { Database, Db, Queries } from './db/database';
import {
  courseChanges,
  disputes,
  enrolments,
  orders,
  paymentProblems,
  payments,
  refundRequests,
  refunds,
  webhookEvents,
} from './db/tables/orders-schema';
import { alarms, enquiries, enquiryNotes, enquiryReplies, files, fullNameOf, mails } from './db/tables/schema';
import { digitsOf } from './enrolments/save';
import { type FileStore, folderFiles, OUTBOX, QUARANTINE, UPLOADS } from './files/file-store';
import type { JobQueue } from './jobs/runner';
import { audit } from './office/access';

/**
 * Kinds of text columns:
 * - `person`: personal data: identity, own words, or others' words about a person. Shown, exported, erased, kept for a time;
 * - `id`: ids, keys, states and codes, which identify nobody by themselves;
 * - `staff`: who of the office acted, for the audit;
 * - `content`: what the owner publishes or configures;
 * - `network`: visitors' addresses, for a minute.
 */
type Columns = Partial<Record<'person' | 'id' | 'staff' | 'content' | 'network', string>>;

/** A table with personal data, and its rules. */
interface Held {
  table: PgTable;
  /** Every text column, by kind. */
  columns: Columns;
  /** SQL of whether a row is about a person. @param email in lower case */
  of(email: string): SQL;
  /** What is erased: the row (default), its `person` columns, or nothing, if it has none. */
  goes?: 'text' | 'nothing';
  /** Rows that stay nevertheless, because accounting needs them. */
  keeps?: SQL;
  /** Retention; left out where rows go with another row. */
  after?: readonly {
    days: keyof typeof RETENTION_DAYS;
    since: AnyPgColumn;
    where?: SQL;
    /** Overrides the rule above. */
    goes?: 'row';
  }[];
}

const byEmail = (column: AnyPgColumn | SQL) => (email: string) => sql`lower(${column}) = ${email}`;
const ofEnquiry = (column: AnyPgColumn) => (email: string) =>
  sql`${column} in (select id from enquiries where lower(email) = ${email})`;

const ordersOf = (email: string) =>
  sql`select o.id from orders o join enrolments e on e.id = o.enrolment_id where lower(e.email) = ${email}`;
const paymentsOf = (email: string) => sql`select id from payments where order_id in (${ordersOf(email)})`;
const ofPayment = (column: AnyPgColumn) => (email: string) => sql`${column} in (${paymentsOf(email)})`;

/** Returns a pattern for an address that is not part of a longer one. */
const addressPattern = (email: string): string =>
  `(^|[^a-z0-9._%+-])${email.replaceAll(/[^a-z0-9@]/g, '\\$&')}($|[^a-z0-9-])`;

/** SQL of a person's phone numbers without country code, as `like` patterns. */
const phonesOf = (email: string) => sql`array(
  select '%' || ${digitsOf(sql`phone`)} || '%'
  from (select phone from enquiries where lower(email) = ${email} union select phone from enrolments where lower(email) = ${email}) known
  where length(${digitsOf(sql`phone`)}) = 10)`;

/** SQL of whether free text contains a person's e-mail address or phone number, in any notation. */
const names = (text: AnyPgColumn | SQL) => (email: string) =>
  sql`(lower(${text}) ~ ${addressPattern(email)} or translate(${text}, ' ()./-', '') like any(${phonesOf(email)}))`;

/**
 * SQL of whether the office's text mentions a person: by address, number, order, payment, or a name of at least two
 * words. A first name alone is ambiguous.
 */
const mentions = (text: AnyPgColumn) => (email: string) =>
  sql`(${names(text)(email)} or lower(${text}) ~ any(array(
  select '(^|[^[:alnum:]])' || regexp_replace(lower(known), '([].^$*+?(){}|\\\\[-])', '\\\\\\1', 'g') || '($|[^[:alnum:]])' from (
    select name as known from (
      select trim(${fullNameOf(enquiries)}) as name from enquiries where lower(email) = ${email}
      union select trim(name) from enrolments where lower(email) = ${email}) called where name ~ '\\S\\s+\\S'
    union select unnest(array[id::text, receipt, provider_order_id]) from orders where id in (${ordersOf(email)})
    union select id from payments where order_id in (${ordersOf(email)})) them where known is not null)))`;

/** Combines two conditions. */
const either = (one: (email: string) => SQL, other: (email: string) => SQL) => (email: string) =>
  sql`(${one(email)} or ${other(email)})`;

/** SQL of a webhook's text; the raw body of an unreadable one. */
const payloadText = sql`coalesce(${webhookEvents.payload}->>'body', ${webhookEvents.payload}::text)`;
/** SQL of whether a webhook contains the provider's id of a person's order or payment. */
const namesIds = (email: string) => sql`${payloadText} like any(array(
  select '%' || id || '%' from payments where order_id in (${ordersOf(email)})
  union select '%' || provider_order_id || '%' from orders where id in (${ordersOf(email)}) and provider_order_id is not null))`;

const IS_PAID = sql`exists (select from orders o join payments p on p.order_id = o.id
  where o.enrolment_id = ${enrolments.id} and (p.captured or p.status = 'authorized'))`;

/**
 * The only list of personal data. View, export, erasure and retention follow it, in this order: rows that lead to a person last.
 */
const HELD: Readonly<Record<PersonKind, Held>> = {
  refund_requests: {
    table: refundRequests,
    columns: { person: 'reason error', id: 'payment_id state refund_id', staff: 'requested_by' },
    of: either(ofPayment(refundRequests.paymentId), mentions(refundRequests.reason)),
    goes: 'text',
    after: [{ days: 'enrolments', since: refundRequests.createdAt }],
  },
  problems: {
    table: paymentProblems,
    columns: { person: 'reason', id: 'payment_id kind other_payment_id currency text' },
    of: either(ofPayment(paymentProblems.paymentId), mentions(paymentProblems.reason)),
    goes: 'text',
    after: [{ days: 'enrolments', since: paymentProblems.createdAt }],
  },
  webhooks: {
    table: webhookEvents,
    columns: { person: 'payload', id: 'id type outcome' },
    of: either(names(payloadText), namesIds),
    goes: 'text',
    after: [{ days: 'webhooks', since: webhookEvents.createdAt, goes: 'row' }],
  },
  refunds: {
    table: refunds,
    columns: { id: 'id payment_id status' },
    of: ofPayment(refunds.paymentId),
    goes: 'nothing',
  },
  disputes: {
    table: disputes,
    columns: { id: 'id payment_id status' },
    of: ofPayment(disputes.paymentId),
    goes: 'nothing',
  },
  payments: {
    table: payments,
    columns: { person: 'error_description', id: 'id status currency method error_code' },
    of: either((email) => sql`${payments.orderId} in (${ordersOf(email)})`, names(payments.errorDescription)),
    goes: 'text',
    after: [{ days: 'enrolments', since: payments.createdAt }],
  },
  price_changes: {
    table: courseChanges,
    columns: { person: 'reason', content: 'variant status place next_dates', staff: 'changed_by' },
    of: mentions(courseChanges.reason),
    goes: 'text',
    after: [{ days: 'enrolments', since: courseChanges.createdAt }],
  },
  // Alarms end with their cause, and are raised again while it lasts.
  alarms: { table: alarms, columns: { person: 'text', id: 'name' }, of: names(alarms.text) },
  mails: {
    table: mails,
    columns: { person: 'fields message email last_error', id: 'submission_key form signals notice status fault' },
    of: byEmail(mails.email),
    after: [{ days: 'mails', since: mails.createdAt, where: sql`${mails.status} <> 'queued'` }],
  },
  files: {
    table: files,
    columns: { person: 'original_name', id: 'stored_name media_type' },
    of: ofEnquiry(files.enquiryId),
  },
  notes: {
    table: enquiryNotes,
    columns: { person: 'text', staff: 'author_id author' },
    of: ofEnquiry(enquiryNotes.enquiryId),
  },
  replies: {
    table: enquiryReplies,
    columns: { person: 'to subject text', staff: 'author' },
    of: ofEnquiry(enquiryReplies.enquiryId),
  },
  enquiries: {
    table: enquiries,
    columns: {
      person: 'fname lname name email phone subject message answers words',
      id: 'submission_key form status signals notice stage',
      staff: 'assignee',
    },
    of: byEmail(enquiries.email),
    after: [
      { days: 'enquiries', since: enquiries.createdAt, where: sql`${enquiries.status} = 'new'` },
      { days: 'suspects', since: enquiries.createdAt, where: sql`${enquiries.status} = 'suspect'` },
    ],
  },
  orders: {
    table: orders,
    columns: { id: 'submission_key attempt receipt currency course format status provider_order_id' },
    of: (email) => sql`${orders.id} in (${ordersOf(email)})`,
    goes: 'nothing',
  },
  // An order loses its reference to an erased enrolment.
  enrolments: {
    table: enrolments,
    columns: { person: 'name email phone', id: 'submission_key course format notice' },
    of: byEmail(enrolments.email),
    keeps: IS_PAID,
    after: [{ days: 'enrolments', since: enrolments.createdAt }],
  },
};
const KINDS = Object.keys(HELD) as PersonKind[];

/** Tables whose text columns hold no personal data of visitors. */
const OTHER_TABLES: Readonly<Record<string, Columns>> = {
  'public.courses': { content: 'variant status place next_dates' },
  'public.enrolment_attempts': { id: 'attempt' },
  'public.posts': {
    content: 'slug title excerpt author cover_path status content meta_title meta_description meta_keywords markdown',
    staff: 'updated_by',
  },
  'public.post_revisions': { content: 'snapshot', staff: 'by' },
  'public.post_redirects': { content: 'slug' },
  'public.post_previews': { content: 'post' },
  'public.reply_templates': { content: 'name subject text' },
  // Append-only: rows hold ids, and a tag for people.
  'public.office_audit': { staff: 'actor_id actor', id: 'area action record detail' },
  'public.site_facts': { content: 'name value', staff: 'by' },
  'public.site_fact_revisions': { content: 'name value', staff: 'by' },
  'public.fact_previews': { content: 'name value', staff: 'by' },
  'limiter.counts': { network: 'bucket' },
  'limiter.admitted': { network: 'bucket', id: 'submission' },
};

/** All tables with text columns, by schema and name, except the schemas of jobs, which hold ids, and of migrations. */
export const TEXT_COLUMNS: Readonly<Record<string, Columns>> = {
  ...Object.fromEntries(Object.values(HELD).map(({ table, columns }) => [`public.${getTableName(table)}`, columns])),
  ...OTHER_TABLES,
};

/* Shown and exported */

type Row = Record<string, unknown>;

const addressOf = (email: string): string => email.trim().toLowerCase();

/** Collects all data on a person, by e-mail address in any case. */
export async function collectPerson(db: Db, email: string) {
  const address = addressOf(email);
  const found = await Promise.all(
    KINDS.map(async (kind) => [kind, await db.select().from(HELD[kind].table).where(HELD[kind].of(address))] as const),
  );
  const held = Object.fromEntries(found) as Record<PersonKind, Row[]>;
  return { email: address, at: new Date(), ...held };
}

/* Erased */

type Gone = Partial<Record<PersonKind, Row[]>>;

const ERASED_TEXT = 'erased';
const ERASED_JSON = '{"erased": true}';

/** Erases matching rows of a kind, or their text. @returns the erased rows */
async function erase(
  tx: Queries,
  kind: PersonKind,
  where: SQL | undefined,
  goes: 'row' | Held['goes'] = HELD[kind].goes ?? 'row',
): Promise<Row[]> {
  const { table, columns } = HELD[kind];
  if (goes === 'nothing') return (await tx.execute(sql`select * from ${table} where ${where}`)).rows;
  if (goes === 'row') return (await tx.execute(sql`delete from ${table} where ${where} returning *`)).rows;
  const wanted = columns.person?.split(' ') ?? [];
  const emptied = Object.values(getTableColumns(table)).filter(({ name }) => wanted.includes(name));
  const emptyOf = (column: AnyPgColumn): string | null => {
    if (column.getSQLType() === 'jsonb') return ERASED_JSON;
    return column.notNull ? ERASED_TEXT : null;
  };
  const set = emptied.map((column) => sql`${sql.identifier(column.name)} = ${emptyOf(column)}`);
  const had = emptied.map((column) => sql`${column}::text <> ${emptyOf(column) ?? ''}`);
  const values = sql.join(set, sql`, `);
  return (await tx.execute(sql`update ${table} set ${values} where ${and(where, or(...had))} returning *`)).rows;
}

const textsOf = (rows: readonly Row[] | undefined, name: string): string[] =>
  (rows ?? []).map((row) => String(row[name]));

/** Removes the files of erased rows before the commit: a bucket that is away keeps the rows, by which a retry finds the files. */
export const removeFilesOf = async ({ files: store, dataDir }: FileStorage, gone: Gone): Promise<Gone> => {
  await eraseUploads(store, textsOf(gone.files, 'stored_name'));
  await eraseOutbox(dataDir, textsOf(gone.mails, 'id'));
  return gone;
};

/** Erases uploads, also from quarantine, where they are moved while another database is in use. */
const eraseUploads = async (store: FileStore, storedNames: readonly string[]): Promise<void> => {
  const moved = storedNames.length > 0 ? await store.folders(QUARANTINE) : [];
  const folders = [UPLOADS, ...moved.map((name) => `${QUARANTINE}/${name}`)];
  const paths = folders.flatMap((folder) => storedNames.map((name) => `${folder}/${name}`));
  await Promise.all(paths.map(store.remove));
};

/** Erases mails written to files, unfinished ones included. */
const eraseOutbox = async (dataDir: string, mailIds: readonly string[]): Promise<void> => {
  const paths = mailIds.flatMap((id) => ['.eml', '.eml.part'].map((end) => `${OUTBOX}/${id}${end}`));
  await Promise.all(paths.map(folderFiles(dataDir).remove));
};

const DAY_MS = 24 * 60 * 60_000;
const BOOKS = 'Books of account must show it.';

/** Returns what is not erased: here, and beyond this program. */
async function staysOf(tx: Queries, email: string, gone: Gone) {
  const kept = await tx.select().from(enrolments).where(HELD.enrolments.of(email));
  const { rows: backups } = await tx.execute(sql`select 1 from backups limit 1`);
  const sent = gone.mails?.filter(({ status }) => status === 'sent').length ?? 0;
  const isPaying = Boolean(gone.payments?.length || gone.refund_requests?.length);
  const forGood: [is: boolean, what: string, why: string][] = [
    [Boolean(gone.orders?.length), 'Orders, payments, refunds and disputes: sums, moments and ids', BOOKS],
    [isPaying, "The payment provider's records, reasons of refunds among them", 'Only the provider can erase them.'],
    [sent > 0, `Mails that were delivered: ${sent}`, 'They are in mailboxes: erase them there.'],
    [backups.length > 0, 'Back-ups made before', 'Delete old ones, and erase again after a restore.'],
    [true, 'Audit: who looked this person up, by a tag in place of the address', 'It proves what was done.'],
  ];
  return [
    ...kept.map(({ course, format, createdAt }) => ({
      what: `The enrolment in the ${courseLabel(course, format)}: name, e-mail address and phone number of the buyer`,
      why: `The course was paid for. ${BOOKS}`,
      until: new Date(createdAt.getTime() + RETENTION_DAYS.enrolments * DAY_MS),
    })),
    ...forGood.flatMap(([is, what, why]) => (is ? [{ what, why, until: null }] : [])),
  ];
}

type Needed = Pick<Context, 'database' | 'files' | 'config' | 'jobs' | 'vacuumQueue'>;

/** Returns a tag that links a person's audit entries without their address. */
export const tagOf = (email: string): string => hash('sha256', `person:${addressOf(email)}`).slice(0, 12);

/**
 * Erases a person's data by e-mail address: rows in one transaction, then files and queued mails. Data for accounting stays.
 * @param caller for the audit; undefined outside the office
 * @returns what was erased, and what stays
 */
export async function erasePerson(needed: Needed, email: string, caller?: Caller) {
  const address = addressOf(email);
  const answer = await needed.database.db.transaction(async (tx) => {
    const gone: Gone = {};
    // The locks wait for a payment, a reply or a notice that is being stored with its mails, and then count it.
    for (const { table, of } of [HELD.orders, HELD.enrolments, HELD.enquiries])
      await tx.execute(sql`select 1 from ${table} where ${of(address)} order by id for update`);
    for (const kind of KINDS) {
      const { of, keeps } = HELD[kind];
      gone[kind] = await erase(tx, kind, and(of(address), keeps && not(keeps)));
    }
    await needed.jobs.request(tx, needed.vacuumQueue, randomUUID(), {});
    const counts = KINDS.filter((kind) => HELD[kind].goes !== 'nothing').map((kind) => [kind, gone[kind]?.length ?? 0]);
    const erased = Object.fromEntries(counts);
    if (caller) await audit(tx, caller, { area: 'people', action: 'erase', record: tagOf(email), detail: erased });
    const stays = await staysOf(tx, address, gone);
    await removeFilesOf({ files: needed.files, dataDir: needed.config.dataDir }, gone);
    return { erased, stays };
  });
  needed.jobs.wake(needed.vacuumQueue.name);
  return answer;
}

/** Job that vacuums, because deleted rows stay readable in the database's files until then. It may take long, and is retried. */
export const vacuumAfterErasing = (database: Pick<Database, 'vacuum'>): JobQueue<object> => ({
  name: 'vacuum',
  concurrency: 1,
  retryDelaySeconds: 60,
  retryLimit: 20,
  run: () => database.vacuum(KINDS.map((kind) => getTableName(HELD[kind].table))),
});

/* Retention */

type Outdated = Record<keyof typeof RETENTION_DAYS, number>;

const BATCH = 500;

/** Erases data past its retention. 0 days keep a kind for ever. */
export async function applyRetention(
  db: Db,
  store: FileStore,
  dataDir: string,
  retentionDays = RETENTION_DAYS,
): Promise<Outdated> {
  const erased: Outdated = { enquiries: 0, suspects: 0, mails: 0, quarantine: 0, enrolments: 0, webhooks: 0 };
  for (const kind of KINDS) {
    for (const { days, since, where, goes } of HELD[kind].after ?? []) {
      if (retentionDays[days] === 0) continue;
      const isDue = and(sql`${since} < now() - ${retentionDays[days]} * interval '1 day'`, where);
      for (let found = BATCH; found === BATCH; ) {
        const gone = await db.transaction(async (tx) =>
          removeFilesOf({ files: store, dataDir }, await eraseBatch(tx, kind, isDue, goes)),
        );
        found = gone[kind]?.length ?? 0;
        erased[days] += HELD[kind].goes === 'text' && !goes ? 0 : found;
      }
    }
  }
  if (retentionDays.quarantine > 0) erased.quarantine = await eraseQuarantine(store, retentionDays.quarantine);
  return erased;
}

async function eraseBatch(tx: Queries, kind: PersonKind, isDue: SQL | undefined, goes?: 'row'): Promise<Gone> {
  const { table } = HELD[kind];
  if (HELD[kind].goes === 'text' && !goes) return { [kind]: await erase(tx, kind, isDue) };
  const { rows } = await tx.execute(sql`select id from ${table} where ${isDue} limit ${BATCH} for update`);
  if (rows.length === 0) return {};
  const ids = rows.map(({ id }) => id);
  const uploads = kind === 'enquiries' ? await erase(tx, 'files', sql`${files.enquiryId} in ${ids}`) : [];
  return { files: uploads, [kind]: await erase(tx, kind, sql`id in ${ids}`, goes) };
}

/** Returns the time in a quarantine folder's name. */
const quarantinedAt = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

/** Erases files quarantined more than so many days ago. @returns number of erased folders */
const eraseQuarantine = async (store: FileStore, days: number): Promise<number> => {
  let erased = 0;
  for (const name of await store.folders(QUARANTINE)) {
    if (!(Date.now() - quarantinedAt(name) > days * DAY_MS)) continue;
    const folder = `${QUARANTINE}/${name}`;
    for await (const file of store.list(folder)) await store.remove(`${folder}/${file.name}`);
    erased += 1;
  }
  return erased;
};
