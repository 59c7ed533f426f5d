import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '@wholepage/database/errors';
import { restoreServiceBackup, writeServiceBackup } from '@wholepage/database/service-backup';
import { writeAudit } from '@wholepage/sign-in/audit';
import { invite } from '@wholepage/sign-in/invite';
import { ROOT } from './paths';
import { expectCause } from './server/observed/read-causes';
import { openConsoleDatabase } from './server/open-database';
import { RIGHTS } from './server/rights';
import { readConsoleSettings } from './server/settings';

const USAGE = `Usage: npm run console   builds and starts the console of releases
       npm run console -- invite NAME --right admin|viewer|releaser:APP,APP   prints a link that signs NAME in once
       npm run console -- expect ID --why TEXT   marks an error as expected; without --why it is expected no longer
       npm run console -- backup FILE | restore FILE    people, audit, evidence and errors, in one file; restore needs an empty database`;

/** Prints a link for somebody. @throws Error in one sentence */
async function inviteSomebody(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { right: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const settings = readConsoleSettings();
  if (settings.signIn.openId)
    throw new Error('OIDC_ISSUER is set: people sign in with that provider, and OIDC_RIGHTS says what they may do.');
  const { pool, close } = await openConsoleDatabase(settings, (text) => process.stderr.write(`${text}\n`));
  try {
    const by = `${userInfo().username}, by command`;
    const [name = '', ...more] = positionals;
    if (more.length > 0) throw new Error(`That is too much: leave out "${more.join(' ')}".`);
    const { origin } = settings.signIn;
    const link = await invite(pool, { name, rights: values.right ?? [], by, model: RIGHTS, origin });
    process.stdout.write(`${link}\nIt signs ${name} in once, within 15 minutes.\n`);
  } finally {
    await close();
  }
}

/** Marks an error as expected, or no longer. @throws Error in one sentence */
async function expectError(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { why: { type: 'string' } },
    allowPositionals: true,
  });
  const [id = ''] = positionals;
  const by = `${userInfo().username}, by command`;
  const why = values.why?.slice(0, 500);
  const { pool, close } = await openConsoleDatabase(readConsoleSettings(), (text) => process.stderr.write(`${text}\n`));
  try {
    await expectCause(pool, id, why ? { by, at: new Date().toISOString(), why } : null);
    const action = why ? 'expect error' : 'expect error no longer';
    await writeAudit(pool, { actor: by, action, subject: id, detail: { why: why ?? '' } });
    process.stdout.write(why ? `${id} is expected: ${why}\n` : `${id} is expected no longer.\n`);
  } finally {
    await close();
  }
}

/** Rows that are of no use in another database. */
const LEFT_OUT = ['sessions', 'attempts', 'digests', 'composers'];

/** Writes the console's tables into a file, or puts them into an empty database. @throws StartError in one sentence */
async function moveTables(command: 'backup' | 'restore', [file, ...more]: readonly string[]): Promise<void> {
  if (!file || more.length > 0) throw new Error(`Name one file: npm run console -- ${command} FILE`);
  const settings = readConsoleSettings();
  const { pool, close } = await openConsoleDatabase(settings, (text) => process.stderr.write(`${text}\n`));
  try {
    const { service } = settings;
    const path = resolve(process.env['INIT_CWD'] ?? '', file);
    const rows =
      command === 'backup'
        ? await writeServiceBackup(pool, path, { service, leaveOut: LEFT_OUT })
        : await restoreServiceBackup(pool, path, service);
    process.stdout.write(`${rows} rows are ${command === 'backup' ? 'in' : 'restored from'} ${file}.\n`);
  } finally {
    await close();
  }
}

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command === 'invite') return inviteSomebody(words);
  if (command === 'backup' || command === 'restore') return moveTables(command, words);
  if (command === 'expect') return expectError(words);
  if (command !== undefined) {
    process.stdout.write(`${USAGE}\n`);
    if (command !== '--help') process.exitCode = 1;
    return;
  }
  const { buildConsole } = await import('../scripts/build-console');
  await buildConsole();
  const server = join(ROOT, 'platform', 'console', 'dist', 'server.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', server], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
