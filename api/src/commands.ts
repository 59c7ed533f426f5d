import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { hasCluster } from '@wholepage/database/cluster';
import { isAway } from '@wholepage/database/is-away';
import { Command, CommanderError } from 'commander';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import pg from 'pg';
import { officeSecret } from '../wire/office/secret';
import { noteBackup, shrinkageOf } from './backup/history';
import { requireBackup, restoreBackup } from './backup/restore';
import { writeBackup } from './backup/write';
import { type Database, openDatabase } from './db/database';
import { FORMS, type FormName, mails } from './db/tables/schema';
import type { LeadFilter } from './enquiries/leads';
import { allLeads, countLeads, filesOfLeads, findLeads, type Lead, leadRecord } from './enquiries/leads';
import { answersInWords, FURTHER_FIELDS } from './enquiries/submission';
import { createAnnounce } from './enrolments/announce';
import { ApiError, messageOf, StartError } from './errors';
import type { FileStore } from './files/file-store';
import { UPLOADS } from './files/file-store';
import { openFiles } from './files/open-files';
import { composeMail } from './mail/message';
import { queueMail } from './mail/queue';
import { faultOf, openTransport, probeMessage } from './mail/transport';
import { settleProblems } from './orders/problems';
import { createProviderClient } from './orders/provider';
import { openOrders, reconcile, reconcileDisputes } from './orders/reconcile';
import { publishPost } from './posts/publish';
import { ownerSource } from './settings/company';
import { type Config, readConfig, requireDatabaseSetting } from './settings/config';
import { BYTE_ORDER_MARK, csvLine } from './support/csv';
import { localTime, momentOf, offsetTime, setSiteZone, siteZone, spokenTime } from './support/site-zone';

/*
 * `npm run api -- …`: the business commands, for a machine without a browser. Everything else the owner does in the office.
 */

/** Where a command gets its settings, and where it writes. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Someone is watching: progress is welcome. */
  watched: boolean;
}

/** What a command works with. */
interface Site {
  config: Config;
  database: Database;
  files: FileStore;
  stdout: NodeJS.WritableStream;
  watched: boolean;
  print(line: string): void;
  /** For progress and remarks: they go to stderr, so that output can be piped. */
  remark(text: string): void;
  /** A path as the person meant it: npm runs commands in the root folder, whatever folder it was called in. */
  resolve(file: string): string;
}

/** @returns the exit code, when it is not 0 */
type Work = (site: Site) => Promise<number | undefined>;

/** Runs the command that the words name. @returns the exit code */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = programOf(terminal, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(
      words.filter((word) => word !== '--'),
      { from: 'user' },
    );
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const what = sentenceOf(error) ?? (types.isNativeError(error) ? error.stack : String(error));
    terminal.stderr.write(`${what}\n`);
    return 1;
  }
}

/** What of an error the person can mend, in one sentence; undefined for a fault of ours, which needs its stack. */
const sentenceOf = (error: unknown): string | undefined => {
  if (!types.isNativeError(error)) return undefined;
  const { code = '', path: file } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || error instanceof ApiError) return error.message;
  const why = code === 'ENOENT' ? 'it, or its folder, is not there' : messageOf(error);
  if (file !== undefined && /^E[A-Z]+$/.test(code)) return `${file} cannot be used (${why}).`;
  return isAway(error) ? `The database cannot do this now (${messageOf(error)}).` : undefined;
};

const JSON_OPTION = ['--json', 'for a program'] as const;
const FILES_OPTION = ['--files <folder>', 'copies the files that came along there, each named by its lead'] as const;
const FORM_OPTION = ['--form <form>', `of one form: ${FORMS.join(', ')}`] as const;
const SINCE_OPTION = ['--since <when>', 'since a date (2026-11-01) or for a time (36h, 7d, 2w)'] as const;

function programOf(terminal: Terminal, ended: (code: number) => void): Command {
  const at = (file: string) => path.resolve(terminal.env.INIT_CWD ?? process.cwd(), file);
  const run = async (work: Work, place?: Parameters<typeof withSite>[2]) =>
    ended((await withSite(terminal, work, place)) ?? 0);

  const program = new Command('npm run api --')
    .description('Business commands, for a machine without a browser. The office does the rest.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .addHelpText(
      'after',
      `
Examples:
  npm run api -- leads list --form modal --since 7d
  npm run api -- leads export --out leads.csv --files uploads
  npm run api -- posts publish post.md
  npm run api -- backup site.gz`,
    );

  const leads = program.command('leads').description('what visitors sent');
  leads
    .command('list')
    .description('what came in, oldest first, with the state of each mail')
    .option(...FORM_OPTION)
    .option(...SINCE_OPTION)
    .option(...JSON_OPTION)
    .action((options) => run(listLeads(readFilter(options), options.json)));
  leads
    .command('show <id>')
    .description('one lead in full; the beginning of its id is enough')
    .option(...FILES_OPTION)
    .option(...JSON_OPTION)
    .action((id, options) => run(showLead(id, options)));
  leads
    .command('export')
    .description('for a spreadsheet, as CSV')
    .option(...FORM_OPTION)
    .option(...SINCE_OPTION)
    .option('--out <file>', 'a file that only its owner can read, instead of the terminal')
    .option(...FILES_OPTION)
    .option(...JSON_OPTION)
    .action((options) => run(exportLeads(readFilter(options), options)));

  const posts = program.command('posts').description('the blog');
  posts
    .command('publish <file.md...>')
    .description('publishes Markdown files with front matter')
    .option('--replace', 'puts them in the place of those with the same address')
    .option(...JSON_OPTION)
    .action((markdown, options) => run(publishFiles(markdown, options)));

  const mail = program.command('mails').description('the mail queue');
  mail
    .command('list')
    .description('mails that wait or were given up, oldest first')
    .option('--failed', 'only those that were given up')
    .option('--all', 'those that were sent, too')
    .option(...JSON_OPTION)
    .action((options) => run(listMails(options)));
  mail
    .command('retry [id]')
    .description('sends again what was given up: one mail, or all of them')
    .option('--drop', 'gives them up for good instead, so that the alarm ends; also one that is refused and waits')
    .option(...JSON_OPTION)
    .action((id, options) => run(options.drop ? dropMails(id, options.json) : retryMails(id, options.json)));
  mail
    .command('test')
    .description('mails the owner now, as the site does, and says what the mail server answers')
    .option(...JSON_OPTION)
    .action((options) => run(testMail(options.json)));

  const order = program.command('orders').description('course orders and their money');
  order
    .command('reconcile')
    .description('asks the provider now for every order of which something may still come')
    .option(...JSON_OPTION)
    .action((options) => run(reconcileOrders(options.json)));
  order
    .command('settle <payment>')
    .description(
      'takes note that captured money is dealt with, or that both payments are meant, so that its alarm ends',
    )
    .option(...JSON_OPTION)
    .action((payment, options) => run(settleProblem(payment, options.json)));

  program
    .command('backup <file>')
    .description('database and files at this moment, also while the site is running')
    .option(...JSON_OPTION)
    .action((file, options) => run(backup(at(file), options.json)));
  program
    .command('restore <file>')
    .description('into an empty database and an empty DATA_DIR, while no site is running there')
    .option(...JSON_OPTION)
    // A file that is none leaves no database behind.
    .action((file, options) =>
      run(restore(at(file), options.json), { fills: true, check: () => requireBackup(at(file)) }),
    );
  return program;
}

/**
 * Does work on the database and the files that the settings name.
 * @param fills the work puts a site into an empty database. Any other command needs one that a site has used
 * @param check looks at what the person gave, before there is a database. @throws StartError
 */
async function withSite(
  { env, stdout, stderr, watched }: Terminal,
  work: Work,
  { fills = false, check }: { fills?: boolean; check?: () => Promise<void> } = {},
): Promise<number | undefined> {
  const config = readConfig(env);
  setSiteZone(config.timeZone);
  await requirePlace(config, env, fills);
  await check?.();
  const remark = (text: string) => void stderr.write(text);
  // A running site shares its database; without one, the embedded database runs for the time of the command.
  const database = await openDatabase(
    config,
    'command',
    (text) => remark(`${text}\n`),
    async (target) => {
      if (!fills) await requireSite(config, target);
    },
  );
  try {
    return await work({
      config,
      database,
      files: openFiles(config),
      stdout,
      watched,
      print: (line) => void stdout.write(`${line}\n`),
      remark,
      resolve: (file) => path.resolve(env.INIT_CWD ?? process.cwd(), file),
    });
  } finally {
    await database.close();
  }
}

const noSite = ({ databaseUrl, dataDir }: Config): StartError => {
  const where = databaseUrl ? 'The database of DATABASE_URL' : `DATA_DIR ${dataDir}`;
  return new StartError(`${where} holds no site; run this with the settings of the site (DATA_DIR or DATABASE_URL).`);
};

/**
 * Sees to it that a command makes no database: a nightly back-up without its settings would go on saving nothing for years.
 * @throws StartError that names the setting that is missing
 */
async function requirePlace(config: Config, env: NodeJS.ProcessEnv, fills: boolean): Promise<void> {
  requireDatabaseSetting(env);
  if (fills && !config.databaseUrl && !env.DATA_DIR)
    throw new StartError('Say where to: set DATA_DIR or DATABASE_URL to an empty place.');
  if (fills || config.databaseUrl || (await hasCluster(config.dataDir))) return;
  throw noSite(config);
}

/** @throws StartError when no site has ever started on the database */
async function requireSite(config: Config, target: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.installation') is not null as there",
    );
    // Tables without an installation are what a restore leaves that was refused.
    if (!rows[0]?.there || (await client.query('select 1 from installation')).rows.length === 0) throw noSite(config);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database server cannot be reached (${messageOf(error)}); check DATABASE_URL.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const SPANS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** @throws StartError when a value is not one */
function readFilter({ form, since }: { form?: string; since?: string }, now = Date.now()): LeadFilter {
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

/* Leads */

const listLeads =
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

const showLead =
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

const exportLeads =
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

/* Posts */

const publishFiles =
  (markdown: readonly string[], { replace = false, json }: { replace?: boolean; json?: boolean }): Work =>
  async ({ config, files, database, print, remark, resolve }) => {
    const [site = ''] = config.siteOrigins;
    const secret = await officeSecret({ ...config.office, ...config });
    const shower = secret && { db: database.db, site, secret };
    for (const file of markdown) {
      const post = await publishPost(database.db, files, resolve(file), { replace, ...(shower && { shower }) });
      if (!post.tried) remark(`${site} makes no page of any post now: look at this one there.\n`);
      const shown = post.publishedAt.getTime() > Date.now() ? 'from then on' : 'shown';
      const state = post.status === 'draft' ? 'draft' : shown;
      if (json) print(JSON.stringify(post));
      else print(`/blog/${post.slug}  ${state}  ${minute(post.publishedAt)}`);
    }
    return undefined;
  };

/* Mails */

const mailState = ({ status, fault }: { status: string; fault: string | null }): string => {
  if (status !== 'queued') return status === 'failed' ? 'GIVEN UP' : status;
  if (fault === 'server') return 'NO SERVER, waits';
  return fault ? 'REFUSED, waits' : 'waiting';
};

const listMails =
  ({ failed, all, json }: { failed?: boolean; all?: boolean; json?: boolean }): Work =>
  async ({ database, print }) => {
    const { id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect } = mails;
    const shown: (typeof mails.$inferSelect.status)[] = failed ? ['failed'] : ['queued', 'failed'];
    const rows = await database.db
      .select({ id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect })
      .from(mails)
      .where(all ? undefined : inArray(status, shown))
      .orderBy(asc(createdAt), asc(id));
    if (json) {
      const records = jsonArrayPrinter(print);
      for (const row of rows) records.add(row);
      records.end();
    } else if (rows.length === 0) print('No mails wait, and none was given up.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.createdAt),
        row.form ?? 'notice',
        row.email.slice(0, 40),
        mailState(row),
        String(row.attempts),
        row.lastError ?? '',
      ]);
      print(table(['id', heading('made'), 'about', 'e-mail', 'state', 'tries', 'why'], cells));
    }
    return undefined;
  };

const beginsWith = (id: string | undefined) => id && sql`starts_with(${mails.id}::text, ${id.toLowerCase()})`;

/** Queues mails that were given up again, as if nobody had tried to deliver them. */
const retryMails =
  (id: string | undefined, json: boolean): Work =>
  async ({ database, print }) => {
    const rows = await database.db
      .update(mails)
      .set({
        status: 'queued',
        queuedAt: sql`now()`,
        nextAttemptAt: sql`now()`,
        attempts: 0,
        fault: null,
        seenAt: null,
      })
      .where(and(eq(mails.status, 'failed'), beginsWith(id) || undefined))
      .returning({ id: mails.id });
    if (id && rows.length === 0) throw new StartError(`No mail that was given up has the id ${id}.`);
    if (json) print(JSON.stringify(rows));
    else
      print(
        `${rows.length} ${rows.length === 1 ? 'mail goes' : 'mails go'} out within a minute while the site is running.`,
      );
    return undefined;
  };

/**
 * Notes that somebody knows of mails that were given up: they stay in the list, and the alarm ends. One that is refused
 * and waits, such as for its content, is given up when it is named.
 */
const dropMails =
  (id: string | undefined, json: boolean): Work =>
  async ({ database, print }) => {
    const isUnseen = and(eq(mails.status, 'failed'), isNull(mails.seenAt));
    const isRefused = and(eq(mails.status, 'queued'), isNotNull(mails.fault));
    const rows = await database.db
      .update(mails)
      .set({ status: 'failed', seenAt: sql`now()`, lease: null })
      .where(id ? and(beginsWith(id) || undefined, or(isUnseen, isRefused)) : isUnseen)
      .returning({ id: mails.id });
    if (id && rows.length === 0) throw new StartError(`No mail that was given up or is refused has the id ${id}.`);
    if (json) print(JSON.stringify(rows));
    else print(`${rows.length} ${rows.length === 1 ? 'mail is' : 'mails are'} given up for good.`);
    return undefined;
  };

/** Sends the owner a mail at once, past the queue. */
const testMail =
  (json: boolean): Work =>
  async ({ config, database, print, remark }) => {
    const owner = await ownerSource(config, remark)(database.db);
    const { from, to } = owner.mail;
    const transport = openTransport(config);
    const [id, now] = [randomUUID(), new Date()];
    const mail = { id, form: null, fields: null, message: probeMessage(owner, now), email: to };
    try {
      await transport.deliver(id, composeMail({ ...mail, createdAt: now, suspect: false }, owner));
    } catch (error) {
      const answered = (error as { responseCode?: unknown }).responseCode !== undefined;
      const refused = faultOf(error, true) === 'settings' ? 'refused the mail' : 'could not take the mail now';
      throw new StartError(
        `The mail server ${answered ? refused : 'of SMTP_URL did not take the mail'} from ${from} to ${to}: ${messageOf(error)}. Look at SMTP_URL, and at the addresses of the company's mails.`,
      );
    } finally {
      transport.close();
    }
    const where = config.smtpUrl ? 'The mail server took it' : 'It is a file in the outbox, for SMTP_URL is empty';
    if (json) print(JSON.stringify({ sent: true, from, to }));
    else print(`${where}: from ${from} to ${to}.`);
    return undefined;
  };

/* Orders */

/** The API does this by itself, by age; a person may want to know now. */
const reconcileOrders =
  (json: boolean): Work =>
  async ({ config, database: { db }, watched, print, remark }) => {
    const owner = ownerSource(config, remark);
    const announce = createAnnounce({
      outgoing: { add: async (tx, mail) => (await queueMail(tx, mail)) !== undefined },
      owner,
    });
    const reconciler = { db, provider: createProviderClient(config.payment), announce };
    let asked = 0;
    let changed = 0;
    let problems = 0;
    for await (const result of reconcile(reconciler, await openOrders(db))) {
      const { id, before, after, problem } = result;
      asked += 1;
      if (after !== before) changed += 1;
      if (problem) problems += 1;
      if (json) print(JSON.stringify(result));
      else if (problem || after !== before)
        print(`${id.slice(0, 8)}  ${before} → ${after}${problem ? `  ${problem}` : ''}`);
      if (watched) remark(`\r${asked} orders asked for`);
    }
    const questioned = await reconcileDisputes(reconciler);
    changed += questioned.filter(({ before, after }) => before !== after).length;
    remark(`${watched ? '\r' : ''}orders asked for: ${asked}, moved on: ${changed}, with a problem: ${problems}\n`);
    return problems > 0 ? 1 : 0;
  };

/** Notes that a person has dealt with captured money that fits no order, or means both payments of what was paid twice. */
const settleProblem =
  (payment: string, json: boolean): Work =>
  async ({ database, print }) => {
    const settled = await settleProblems(database.db, payment);
    if (settled === 0) throw new StartError(`No money of payment ${payment} waits to be dealt with.`);
    print(json ? JSON.stringify({ payment, settled }) : `Payment ${payment} is dealt with.`);
    return undefined;
  };

/* Back-ups */

const backup =
  (file: string, json: boolean): Work =>
  async ({ config, files, database, print, remark }) => {
    const summary = await writeBackup(database.pool, { files, dataDir: config.dataDir }, file);
    await noteBackup(database.db, file, summary);
    const shrinkage = await shrinkageOf(database.db);
    if (shrinkage) remark(`${shrinkage}\n`);
    const { rows, files: count } = summary;
    print(json ? JSON.stringify({ file, ...summary }) : `Backed up to ${file}: ${rows} rows and ${count} files.`);
    return undefined;
  };

const restore =
  (file: string, json: boolean): Work =>
  async ({ config, files, database, print }) => {
    const summary = await restoreBackup(database.pool, { files, dataDir: config.dataDir }, file);
    const { rows, files: count } = summary;
    print(json ? JSON.stringify({ file, ...summary }) : `Restored from ${file}: ${rows} rows and ${count} files.`);
    return undefined;
  };

/* What is printed */

/** Prints an array record by record, so that a long one needs little memory: one record for each line. */
function jsonArrayPrinter(print: (line: string) => void) {
  let empty = true;
  return {
    add: (record: unknown): void => {
      print(empty ? '[' : ',');
      empty = false;
      print(JSON.stringify(record));
    },
    end: (): void => print(empty ? '[]' : ']'),
  };
}

/** Columns of text under their headings. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map((cell) => cell.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')));
  const widths = headings.map((text, index) => Math.max(text.length, ...plain.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...plain.map(line)].join('\n');
}

/** Date and minute in the site's zone. */
const minute = (moment: Date): string => localTime(moment).slice(0, 16);

/** A heading of a column of {@link minute}, such as `made (Asia/Kolkata)`. */
const heading = (what: string): string => `${what} (${siteZone()})`;
