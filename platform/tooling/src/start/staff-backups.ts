import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StaffService } from '@wholepage/contracts/site';
import { ROOT } from '../paths';
import { tsxModules } from '../run/tsx';

/** Runs a program with these words; what it prints goes where ours goes. @throws Error when it fails */
export async function runProgram(file: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['--import', tsxModules(), file, ...words], { env, stdio: 'inherit' });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: what it says above is the reason.`);
}

/** Where the tables of a service of staff are saved, beside the site's own. */
export const staffFile = (file: string, service: string): string => `${file}.${service}`;

/** Whether a service has a database: to save what nobody has used would make one. */
function hasDatabase(name: string, env: NodeJS.ProcessEnv): boolean {
  const dataDir = resolve(ROOT, env['DATA_DIR'] || 'var');
  return (
    Boolean(env[`${name.toUpperCase()}_DATABASE_URL`]) || existsSync(join(dataDir, 'postgres', `${name}-password`))
  );
}

/** A service whose tables are saved, with its folder as an absolute path. */
export type SavedService = Pick<StaffService, 'name' | 'folder' | 'savesTables'>;

/**
 * Saves the tables of the services of staff that have any, or puts back what was saved.
 * @param file the site's own back-up, as an absolute path
 * @returns names of those services
 * @throws Error when one of them fails
 */
export async function moveStaffTables(
  command: 'backup' | 'restore',
  file: string,
  staff: readonly SavedService[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const wanted = staff.filter(
    ({ name, savesTables }) =>
      savesTables && (command === 'backup' ? hasDatabase(name, env) : existsSync(staffFile(file, name))),
  );
  for (const { name, folder } of wanted)
    await runProgram(join(folder, 'src', 'cli.ts'), [command, staffFile(file, name)], env);
  return wanted.map(({ name }) => name);
}
