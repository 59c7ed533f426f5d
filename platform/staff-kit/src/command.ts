import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreServiceBackup, writeServiceBackup } from '@wholepage/database/service-backup';
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

interface TablesCommand {
  service: string;
  /** Tables whose rows are of no use in another database. */
  leaveOut: readonly string[];
  openDatabase(mayCreate: boolean): Promise<ServiceDatabase>;
}

/** `backup FILE` and `restore FILE`: writes a service's tables into a file, or puts them into an empty database. @throws Error in one sentence */
export async function moveTables(
  command: 'backup' | 'restore',
  [file, ...more]: readonly string[],
  { service, leaveOut, openDatabase }: TablesCommand,
): Promise<void> {
  if (!file || more.length > 0) throw new Error(`Name one file: npm run ${service} -- ${command} FILE`);
  const { pool, close } = await openDatabase(command === 'restore');
  try {
    const path = resolve(process.env['INIT_CWD'] ?? '', file);
    const rows =
      command === 'backup'
        ? await writeServiceBackup(pool, path, { service, leaveOut })
        : await restoreServiceBackup(pool, path, service);
    process.stdout.write(`${rows} rows are ${command === 'backup' ? 'in' : 'restored from'} ${file}.\n`);
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
