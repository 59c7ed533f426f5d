import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where files go that the database does not know, beside `uploads/` in the data folder. */
export const QUARANTINE_DIR = 'quarantine';

/** A file that was moved away. */
export interface Quarantined {
  name: string;
  bytes: number;
  /** When it was last written. */
  written: string;
  why: 'unfinished upload' | 'not known to the database';
}

const filesOlderThan = async (folder: string, before: number): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isFile() && (await stat(file)).mtimeMs <= before) found.push(file);
  }
  return found;
};

const move = async (file: string, target: string, why: Quarantined['why']): Promise<Quarantined> => {
  const { size, mtime } = await stat(file);
  await rename(file, path.join(target, path.basename(file)));
  return { name: path.basename(file), bytes: size, written: mtime.toISOString(), why };
};

/**
 * Moves what the database does not know out of the way, with a report beside it. Nothing is erased: a wrong or restored
 * database must not cost visitors' files.
 * @param known says which of these names the database knows
 * @returns the folder and what is in it, or undefined when everything is known
 */
export async function quarantineUnknown(
  uploadsDir: string,
  known: (names: string[]) => Promise<ReadonlySet<string>>,
  ageMs: number,
): Promise<{ folder: string; moved: Quarantined[] } | undefined> {
  const before = Date.now() - ageMs;
  const unfinished = await filesOlderThan(path.join(uploadsDir, 'incoming'), before);
  const whole = await filesOlderThan(uploadsDir, before);
  const kept = await known(whole.map((file) => path.basename(file)));
  const unknown = whole.filter((file) => !kept.has(path.basename(file)));
  if (unfinished.length + unknown.length === 0) return undefined;
  const folder = path.join(path.dirname(uploadsDir), QUARANTINE_DIR, new Date().toISOString().replaceAll(':', '-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moved: Quarantined[] = [];
  for (const file of unfinished) moved.push(await move(file, folder, 'unfinished upload'));
  for (const file of unknown) moved.push(await move(file, folder, 'not known to the database'));
  await writeFile(path.join(folder, 'report.json'), `${JSON.stringify(moved, null, 2)}\n`, { mode: 0o600 });
  return { folder, moved };
}
