import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServiceDatabase } from '@wholepage/database/service-database';
import { invite } from '@wholepage/sign-in/invite';
import type { RightsModel } from '@wholepage/sign-in/rights';
import type { SignInSettings } from '@wholepage/sign-in/settings';
import { buildStaff, type StaffBuild } from './build';

interface InviteCommand {
  signIn: SignInSettings;
  rights: RightsModel;
  openDatabase(): Promise<ServiceDatabase>;
}

/** `invite NAME --right RIGHT`: prints a link that signs somebody in once. @throws Error in one sentence */
export async function runInvite(words: readonly string[], { signIn, rights, openDatabase }: InviteCommand) {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { right: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  if (signIn.openId)
    throw new Error('OIDC_ISSUER is set: people sign in with that provider, and OIDC_RIGHTS says what they may do.');
  const [name = '', ...more] = positionals;
  if (more.length > 0) throw new Error(`That is too much: leave out "${more.join(' ')}".`);
  const { pool, close } = await openDatabase();
  try {
    const by = `${userInfo().username}, by command`;
    const link = await invite(pool, { name, rights: values.right ?? [], by, model: rights, origin: signIn.origin });
    process.stdout.write(`${link}\nIt signs ${name} in once, within 15 minutes.\n`);
  } finally {
    await close();
  }
}

/** Builds a service and starts it; ends as it ends. */
export async function buildAndStart(service: StaffBuild): Promise<void> {
  await buildStaff(service);
  const server = join(service.folder, 'dist', 'server.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', server], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
