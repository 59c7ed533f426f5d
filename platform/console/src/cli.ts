import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '@wholepage/database/errors';
import { writeAudit } from '@wholepage/sign-in/tables';
import { moveTables } from '@wholepage/staff-kit/command';
import { PEOPLE_COMMANDS, peopleUsage, runPeople } from '@wholepage/staff-kit/people';
import { openConsoleDatabase } from './server/app';
import { expectCause } from './server/causes';
import { tryHook } from './server/outgoing';
import { MANAGES, RIGHTS } from './server/rights';
import { NO_NOTIFY } from './server/routes';
import { readConsoleSettings } from './server/settings';

const USAGE = `Usage: npm run wholepage -- console   starts the console of releases
${peopleUsage('npm run wholepage -- console', 'admin|viewer|releaser:APP,APP')}
       npm run wholepage -- console try-notify   sends one message to NOTIFY_URL
       npm run wholepage -- console expect ID --why TEXT   marks an error as expected; without --why it is expected no longer
       npm run wholepage -- console backup FILE | restore FILE    people, audit, evidence and errors, in one file; restore needs an empty database`;

/** A command makes no database, but for one that a back-up is restored into. */
const openDatabase = (mayCreate = false) =>
  openConsoleDatabase(readConsoleSettings(), (text) => process.stderr.write(`${text}\n`), mayCreate);

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
  const { pool, close } = await openDatabase();
  try {
    await expectCause(pool, id, why ? { by, at: new Date().toISOString(), why } : null);
    const action = why ? 'expect error' : 'expect error no longer';
    await writeAudit(pool, { actor: by, action, subject: id, detail: { why: why ?? '' } });
    process.stdout.write(why ? `${id} is expected: ${why}\n` : `${id} is expected no longer.\n`);
  } finally {
    await close();
  }
}

/** Sends one message to the chat. @throws Error in one sentence */
async function tryNotify(): Promise<void> {
  const { notify, signIn } = readConsoleSettings();
  if (!notify) throw new Error(NO_NOTIFY);
  const by = `${userInfo().username}, by command`;
  const { pool, close } = await openDatabase();
  try {
    await writeAudit(pool, { actor: by, action: 'try NOTIFY_URL', subject: 'site' });
  } finally {
    await close();
  }
  await tryHook(notify.url, { by, origin: signIn.origin });
  process.stdout.write('The chat took the message.\n');
}

/** Rows that are of no use in another database. */
const LEFT_OUT = ['sessions', 'attempts', 'digests', 'composers'];

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command !== undefined && PEOPLE_COMMANDS.includes(command))
    return runPeople(command, words, {
      signIn: readConsoleSettings().signIn,
      rights: RIGHTS,
      manages: MANAGES,
      openDatabase: () => openDatabase(),
    });
  if (command === 'backup' || command === 'restore')
    return moveTables(command, words, {
      service: readConsoleSettings().service,
      typed: 'npm run wholepage -- console',
      leaveOut: LEFT_OUT,
      openDatabase,
    });
  if (command === 'expect') return expectError(words);
  if (command === 'try-notify') return tryNotify();
  process.stdout.write(`${USAGE}\n`);
  if (command !== '--help') process.exitCode = 1;
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
