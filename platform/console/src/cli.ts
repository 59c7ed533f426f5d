import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '@wholepage/database/errors';
import { writeAudit } from '@wholepage/sign-in/audit';
import { buildAndStart, moveTables, runInvite } from '@wholepage/staff-kit/command';
import { expectCause } from './server/observed/read-causes';
import { openConsoleDatabase } from './server/open-database';
import { RIGHTS } from './server/rights';
import { readConsoleSettings } from './server/settings';

const USAGE = `Usage: npm run console   builds and starts the console of releases
       npm run console -- invite NAME --right admin|viewer|releaser:APP,APP   prints a link that signs NAME in once
       npm run console -- expect ID --why TEXT   marks an error as expected; without --why it is expected no longer
       npm run console -- backup FILE | restore FILE    people, audit, evidence and errors, in one file; restore needs an empty database`;

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

/** Rows that are of no use in another database. */
const LEFT_OUT = ['sessions', 'attempts', 'digests', 'composers'];

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command === 'invite')
    return runInvite(words, {
      signIn: readConsoleSettings().signIn,
      rights: RIGHTS,
      openDatabase: () => openDatabase(),
    });
  if (command === 'backup' || command === 'restore')
    return moveTables(command, words, { service: readConsoleSettings().service, leaveOut: LEFT_OUT, openDatabase });
  if (command === 'expect') return expectError(words);
  if (command !== undefined) {
    process.stdout.write(`${USAGE}\n`);
    if (command !== '--help') process.exitCode = 1;
    return;
  }
  const { CONSOLE } = await import('../scripts/build-console');
  await buildAndStart(CONSOLE);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
