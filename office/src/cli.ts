import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '@wholepage/database/errors';
import { invite } from '@wholepage/sign-in/invite';
import { ROOT } from './paths';
import { RIGHTS } from './rights';
import { openOfficeDatabase } from './server/open-database';
import { readOfficeSettings } from './server/settings';

const USAGE = `Usage: npm run office   builds and starts the office
       npm run office -- invite NAME --right owner|desk|writer   prints a link that signs NAME in once`;

/** Prints a link for somebody. @throws Error in one sentence */
async function inviteSomebody(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { right: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const settings = readOfficeSettings();
  if (settings.signIn.openId)
    throw new Error('OIDC_ISSUER is set: people sign in with that provider, and OIDC_RIGHTS says what they may do.');
  const [name = '', ...more] = positionals;
  if (more.length > 0) throw new Error(`That is too much: leave out "${more.join(' ')}".`);
  const { pool, close } = await openOfficeDatabase(settings, (text) => process.stderr.write(`${text}\n`));
  try {
    const by = `${userInfo().username}, by command`;
    const { origin } = settings.signIn;
    const link = await invite(pool, { name, rights: values.right ?? [], by, model: RIGHTS, origin });
    process.stdout.write(`${link}\nIt signs ${name} in once, within 15 minutes.\n`);
  } finally {
    await close();
  }
}

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command === 'invite') return inviteSomebody(words);
  if (command !== undefined) {
    process.stdout.write(`${USAGE}\n`);
    if (command !== '--help') process.exitCode = 1;
    return;
  }
  const { buildOffice } = await import('../scripts/build-office');
  await buildOffice();
  const server = join(ROOT, 'office', 'dist', 'server.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', server], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
