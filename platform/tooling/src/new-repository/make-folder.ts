import { mkdir, readdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../run/command';

/**
 * Makes a folder, whole or not at all. npm runs commands in the folder of `package.json`; a path is meant from where the
 * command was typed.
 * @returns its path
 * @throws UsageError when it is there and not empty, or cannot be made
 */
export async function makeFolder(out: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = resolve(process.env['INIT_CWD'] ?? '.', out);
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new UsageError(`${folder} is not empty; name a folder that is new.`);
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder} cannot be made; name another folder.`);
  });
  try {
    await fill(folder);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
