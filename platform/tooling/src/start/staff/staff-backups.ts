import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StaffService } from '@wholepage/contracts/site';
import { ROOT } from '../../paths';
import { UsageError } from '../../run/command';
import { tsxModules } from '../../run/spawn';

/** Runs a program with this process's output. @param said the typed command, for the error @throws Error when it fails */
export async function runProgram(
  file: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  said = words.join(' '),
): Promise<void> {
  const child = spawn(process.execPath, ['--import', tsxModules(), file, ...words], { env, stdio: 'inherit' });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${said} ended with ${code}: what it says above is the reason.`);
}

export const staffFile = (file: string, service: string): string => `${file}.${service}`;

const settingOf = (name: string): string => `${name.toUpperCase()}_DATABASE_URL`;

/** True when a service has a database. A backup of an unused service would create one. */
function hasDatabase(name: string, env: NodeJS.ProcessEnv): boolean {
  const dataDir = resolve(ROOT, env['DATA_DIR'] || 'var');
  return Boolean(env[settingOf(name)]) || existsSync(join(dataDir, 'postgres', `${name}-password`));
}

/** A service whose tables are saved, with the absolute path of its folder. */
export type SavedService = Pick<StaffService, 'name' | 'folder' | 'savesTables'>;

/** Takes each `--without NAME` out of the words. @throws UsageError for a name that no service with tables has */
export function takeWithout(
  words: readonly string[],
  staff: readonly SavedService[],
): { without: string[]; rest: string[] } {
  const names = staff.filter(({ savesTables }) => savesTables).map(({ name }) => name);
  const isName = (at: number) => words[at - 1] === '--without';
  // The added empty word stands for a missing name after the last `--without`.
  const without = [...words, ''].filter((_word, at) => isName(at));
  for (const name of without)
    if (!names.includes(name)) throw new UsageError(`--without ${name}: say one of ${names.join(', ')}.`);
  return { without, rest: words.filter((word, at) => word !== '--without' && !isName(at)) };
}

/** Saves the staff services' tables beside `file`, or restores them. @throws Error, also when no database is set */
export async function moveStaffTables(
  command: 'backup' | 'restore',
  file: string,
  staff: readonly SavedService[],
  { env = process.env, without = [] }: { env?: NodeJS.ProcessEnv; without?: readonly string[] } = {},
): Promise<string[]> {
  const wanted = staff
    .filter(({ name, savesTables }) => savesTables && !without.includes(name))
    .filter(({ name }) => command === 'backup' || existsSync(staffFile(file, name)));
  // On a site with an external database, the console's database is external, too.
  const unknown = wanted.filter(({ name }) => env['DATABASE_URL'] && !hasDatabase(name, env));
  const moved = wanted.filter(
    (service) => !unknown.includes(service) && (command === 'restore' || hasDatabase(service.name, env)),
  );
  for (const { name, folder } of moved)
    await runProgram(join(folder, 'src', 'cli.ts'), [command, staffFile(file, name)], env);
  for (const { name } of unknown)
    throw new Error(
      `The tables of ${name} are left out: ${settingOf(name)} is empty, and the site's database is elsewhere (DATABASE_URL). ` +
        `Set it, or say --without ${name} where no ${name} runs.`,
    );
  return moved.map(({ name }) => name);
}
