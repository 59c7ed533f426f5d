import path from 'node:path';
import { types } from 'node:util';
import { hasCluster } from '@wholepage/database/cluster';
import { isAway } from '@wholepage/database/is-away';
import type { Schema } from '@wholepage/database/migrate';
import { Command, CommanderError } from 'commander';
import pg from 'pg';
import { FORM_NAMES } from '../wire/forms';
import { officeSecret } from '../wire/office/caller';
import { requireBackup, restoreBackup, writeBackup } from './backup/backup';
import { noteBackup, shrinkageOf } from './backup/history';
import { openDatabase } from './db/database';
import { exportLeads, listLeads, showLead } from './enquiries/leads';
import { ApiError, messageOf, StartError } from './errors';
import { openFiles } from './files/file-store';
import { listMails, retryMails, testMail } from './mail/commands';
import { queueMail } from './mail/queue';
import { ownerSource } from './mail/transport';
import { settleProblems } from './orders/problems';
import { createProviderClient } from './orders/provider';
import { askAgain, openOrders, reconcile, reconcileNewest } from './orders/reconcile';
import { publishPost } from './posts/publish';
import { type Config, readConfig, requireDatabaseSetting } from './settings/config';
import { minute, type Options, type Site, type Terminal, type Work } from './support/terminal';

/* `npm run api -- …`: the business commands, for a machine without a browser. Everything else the owner does in the office. */

/** Runs a command. @returns its exit code */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const fail = () => {
    code = 1;
  };
  try {
    await programOf({ ...terminal, fail }).parseAsync(
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

/** Returns an error that the person can mend as a sentence; undefined for a bug, whose stack is printed. */
const sentenceOf = (error: unknown): string | undefined => {
  if (!types.isNativeError(error)) return undefined;
  const { code = '', path: file } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || error instanceof ApiError) return error.message;
  const why = code === 'ENOENT' ? 'it, or its folder, is not there' : messageOf(error);
  if (file !== undefined && /^E[A-Z]+$/.test(code)) return `${file} cannot be used (${why}).`;
  return isAway(error) ? `The database cannot do this now (${messageOf(error)}).` : undefined;
};

const OPTIONS: Readonly<Record<keyof Options, readonly [flags: string, about: string]>> = {
  form: ['--form <form>', `of one form: ${FORM_NAMES.join(', ')}`],
  since: ['--since <when>', 'since a date (2026-11-01) or for a time (36h, 7d, 2w)'],
  out: ['--out <file>', 'a file that only its owner can read, instead of the terminal'],
  files: ['--files <folder>', 'copies the files that came along there, each named by its lead'],
  replace: ['--replace', 'puts them in the place of those with the same address'],
  failed: ['--failed', 'only those that were given up'],
  all: ['--all', 'those that were sent, too'],
  drop: ['--drop', 'gives them up for good instead, so that the alarm ends; also one that is refused and waits'],
  json: ['--json', 'for a program'],
};

interface CommandDeclaration {
  about: string;
  /** Its options, beside `--json`. */
  options?: readonly (keyof Options)[];
  work: Work;
  place?: Place;
}

const GROUPS: Readonly<Record<string, string>> = {
  leads: 'what visitors sent',
  posts: 'the blog',
  mails: 'the mail queue',
  orders: 'course orders and their money',
};

const commands = (): Readonly<Record<string, CommandDeclaration>> => ({
  'leads list': {
    about: 'what came in, oldest first, with the state of each mail',
    options: ['form', 'since'],
    work: listLeads,
  },
  'leads show <id>': {
    about: 'one lead in full; the beginning of its id is enough',
    options: ['files'],
    work: showLead,
  },
  'leads export': {
    about: 'for a spreadsheet, as CSV',
    options: ['form', 'since', 'out', 'files'],
    work: exportLeads,
  },
  'posts publish <file.md...>': {
    about: 'publishes Markdown files with front matter',
    options: ['replace'],
    work: publishFiles,
  },
  'mails list': {
    about: 'mails that wait or were given up, oldest first',
    options: ['failed', 'all'],
    work: listMails,
  },
  'mails retry [id]': {
    about: 'sends again what was given up: one mail, or all of them',
    options: ['drop'],
    work: retryMails,
  },
  'mails test': {
    about: 'mails the owner now, as the site does, and says what the mail server answers',
    work: testMail,
  },
  'orders reconcile': {
    about: 'asks the provider now for every order of which something may still come',
    work: reconcileOrders,
  },
  'orders settle <payment>': {
    about: 'takes note that captured money is dealt with, or that both payments are meant, so that its alarm ends',
    work: settleProblem,
  },
  'backup <file>': {
    about: 'database and files at this moment, also while the site is running',
    work: backup,
  },
  'restore <file>': {
    about: 'into an empty database and an empty DATA_DIR, while no site is running there',
    work: restore,
    // Checked first, so that a wrong file creates no database.
    place: { fills: true, check: requireBackup },
  },
});

function programOf(terminal: Terminal & Pick<Site, 'fail'>): Command {
  const program = new Command('npm run api --')
    .description('Business commands, for a machine without a browser. The office does the rest (office --help).')
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
  const groups = new Map(
    Object.entries(GROUPS).map(([name, about]) => [name, program.command(name).description(about)]),
  );
  for (const [usage, { about, options = [], work, place }] of Object.entries(commands())) {
    const [first = '', ...rest] = usage.split(' ');
    const group = groups.get(first);
    const command = (group ?? program).command(group ? rest.join(' ') : usage).description(about);
    for (const name of [...options, 'json'] as const) command.option(...OPTIONS[name]);
    command.action(() => withSite(terminal, command.opts(), command.args, work, place));
  }
  return program;
}

interface Place {
  /** True: fills an empty database. All other commands need one that a site has used. */
  fills?: boolean;
  /** Checks the given file before a database is opened. @returns its schema @throws StartError */
  check?: (file: string) => Promise<Schema>;
}

async function withSite(
  { env, stdout, stderr, watched, fail }: Terminal & Pick<Site, 'fail'>,
  options: Options,
  words: readonly string[],
  work: Work,
  { fills = false, check }: Place = {},
): Promise<void> {
  const config = readConfig(env);
  await requirePlace(config, env, fills);
  const resolve = (file = '') => path.resolve(env.INIT_CWD ?? process.cwd(), file);
  const until = await check?.(resolve(words[0]));
  const print = (line: string) => void stdout.write(`${line}\n`);
  const remark = (text: string) => void stderr.write(text);
  // A running site shares its database; otherwise the embedded one runs during the command.
  await using database = await openDatabase(
    config,
    'command',
    (text) => remark(`${text}\n`),
    async (target) => {
      if (!fills) await requireSite(config, target);
    },
    until,
  );
  const tell = (record: unknown, text: string) => print(options.json ? JSON.stringify(record) : text);
  const files = openFiles(config);
  await work({ config, database, files, stdout, watched, fail, print, tell, remark, resolve }, options, words);
}

const noSite = ({ databaseUrl, dataDir }: Config): StartError => {
  const where = databaseUrl ? 'The database of DATABASE_URL' : `DATA_DIR ${dataDir}`;
  return new StartError(`${where} holds no site; run this with the settings of the site (DATA_DIR or DATABASE_URL).`);
};

/**
 * Keeps commands from creating a database: a nightly back-up without its settings would save an empty one for years.
 * @throws StartError that names the missing setting
 */
async function requirePlace(config: Config, env: NodeJS.ProcessEnv, fills: boolean): Promise<void> {
  requireDatabaseSetting(env);
  if (fills && !config.databaseUrl && !env.DATA_DIR)
    throw new StartError('Say where to: set DATA_DIR or DATABASE_URL to an empty place.');
  if (fills || config.databaseUrl || (await hasCluster(config.dataDir))) return;
  throw noSite(config);
}

/** @throws StartError when no site has started on the database yet */
async function requireSite(config: Config, target: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.installation') is not null as there",
    );
    // A refused restore leaves tables without an installation.
    if (!rows[0]?.there || (await client.query('select 1 from installation')).rows.length === 0) throw noSite(config);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database lets nobody in (${messageOf(error)}): check it and DATABASE_URL.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/* Posts */

const publishFiles: Work = async ({ config, files, database, tell, remark, resolve }, { replace }, names) => {
  const [site] = config.siteOrigins;
  const secret = await officeSecret({ ...config.office, ...config });
  const shower = secret && { db: database.db, site, secret };
  for (const name of names) {
    const post = await publishPost(database.db, files, resolve(name), { replace, ...(shower && { shower }) });
    if (!post.tried) remark(`${site} makes no page of any post now: look at this one there.\n`);
    const shown = post.publishedAt.getTime() > Date.now() ? 'from then on' : 'shown';
    const state = post.status === 'draft' ? 'draft' : shown;
    tell(post, `/blog/${post.slug}  ${state}  ${minute(post.publishedAt)}`);
  }
};

/* Orders */

/** Asks the provider now; the API does so by itself, by the orders' age. */
const reconcileOrders: Work = async ({ config, database: { db }, watched, tell, remark, fail }, { json }) => {
  const reconciler = {
    db,
    provider: createProviderClient(config.payment),
    outgoing: { add: async (tx, mail) => (await queueMail(tx, mail)) !== undefined },
    owner: ownerSource(config, remark),
  } satisfies Parameters<typeof reconcile>[0];
  let asked = 0;
  let changed = 0;
  let problems = 0;
  for await (const result of reconcile(reconciler, await openOrders(db))) {
    const { id, before, after, problem } = result;
    asked += 1;
    if (after !== before) changed += 1;
    if (problem) problems += 1;
    if (json || problem || after !== before)
      tell(result, `${id.slice(0, 8)}  ${before} → ${after}${problem ? `  ${problem}` : ''}`);
    if (watched) remark(`\r${asked} orders asked for`);
  }
  const questioned = await reconcileNewest(reconciler);
  changed += questioned.filter(({ before, after }) => before !== after).length;
  remark(`${watched ? '\r' : ''}orders asked for: ${asked}, moved on: ${changed}, with a problem: ${problems}\n`);
  if (problems > 0) fail();
};

/** Records that a person has dealt with money that matches no order, or accepts both payments of what was paid twice. */
const settleProblem: Work = async ({ database, tell }, _options, [payment = '']) => {
  const settled = await settleProblems(database.db, payment);
  if (settled === 0) throw new StartError(`No money of payment ${payment} waits to be dealt with.`);
  tell({ payment, settled }, `Payment ${payment} is dealt with.`);
};

/* Back-ups */

const backup: Work = async ({ config, files, database, tell, remark, resolve }, _options, [name]) => {
  const file = resolve(name);
  const summary = await writeBackup(database.pool, { files, dataDir: config.dataDir }, file);
  await noteBackup(database.db, file, summary);
  const shrinkage = await shrinkageOf(database.db);
  if (shrinkage) remark(`${shrinkage}\n`);
  tell({ file, ...summary }, `Backed up to ${file}: ${summary.rows} rows and ${summary.files} files.`);
};

const restore: Work = async ({ config, files, database, tell, resolve }, _options, [name]) => {
  const file = resolve(name);
  const summary = await restoreBackup(database.pool, { files, dataDir: config.dataDir }, file);
  await database.migrate();
  await askAgain(database.db);
  tell({ file, ...summary }, `Restored from ${file}: ${summary.rows} rows and ${summary.files} files.`);
};
