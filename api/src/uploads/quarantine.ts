import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inArray } from 'drizzle-orm';
import type { Db } from '../db/database';
import { files as fileRows } from '../db/tables/schema';
import type { FileStore, ListedFile } from '../files/file-store';
import { QUARANTINE, UPLOADS } from '../files/file-store';
import { fromDisk, fromMemory } from '../files/open-files';

/** Longer than an upload can take. */
const UPLOAD_MAY_TAKE_MS = 60 * 60_000;
const BATCH = 500;

/**
 * Moves what killed processes left of uploads, and what the database does not know, out of the way, with a report beside it.
 * Nothing is erased: a wrong or restored database must not cost visitors' files.
 * @param incoming folder of this process in which uploads arrive
 * @param alone no other process uses the folder, so whatever is unfinished is abandoned
 * @returns a sentence when something was moved
 */
export async function sweepUploads(
  db: Db,
  files: FileStore,
  incoming: string,
  alone: boolean,
): Promise<string | undefined> {
  const before = Date.now() - (alone ? 0 : UPLOAD_MAY_TAKE_MS);
  const unfinished = await unfinishedIn(incoming, before);
  const unknown = await unknownIn(db, files, before);
  if (unfinished.length + unknown.length === 0) return undefined;
  const folder = `${QUARANTINE}/${new Date().toISOString().replaceAll(':', '-')}`;
  for (const { name } of unfinished) {
    const local = path.join(incoming, name);
    await files.write(`${folder}/${name}`, await fromDisk(local, 'application/octet-stream'));
    await rm(local);
  }
  for (const { name } of unknown) await files.move(`${UPLOADS}/${name}`, `${folder}/${name}`);
  const moved = [
    ...unfinished.map((file) => noteOf(file, 'unfinished upload')),
    ...unknown.map((file) => noteOf(file, 'not known to the database')),
  ];
  const report = Buffer.from(`${JSON.stringify(moved, null, 2)}\n`);
  await files.write(`${folder}/report.json`, fromMemory(report, 'application/json'));
  return `${moved.length} files that the database does not know were moved to ${files.locate(folder)}; see report.json there.`;
}

/** A file that was moved away, as the report tells of it. */
const noteOf = ({ name, bytes, modifiedAt }: ListedFile, why: string) => ({
  name,
  bytes,
  /** When it was last written. */
  written: modifiedAt.toISOString(),
  why,
});

const unfinishedIn = async (incoming: string, before: number): Promise<ListedFile[]> => {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const found: ListedFile[] = [];
  for (const name of await readdir(incoming)) {
    const { size, mtime } = await stat(path.join(incoming, name));
    if (mtime.getTime() <= before) found.push({ name, bytes: size, modifiedAt: mtime });
  }
  return found;
};

/** Whole files that no row names. */
const unknownIn = async (db: Db, files: FileStore, before: number): Promise<ListedFile[]> => {
  const whole: ListedFile[] = [];
  for await (const file of files.list(UPLOADS)) if (file.modifiedAt.getTime() <= before) whole.push(file);
  const known = new Set<string>();
  for (let index = 0; index < whole.length; index += BATCH) {
    const names = whole.slice(index, index + BATCH).map(({ name }) => name);
    const rows = await db
      .select({ name: fileRows.storedName })
      .from(fileRows)
      .where(inArray(fileRows.storedName, names));
    for (const { name } of rows) known.add(name);
  }
  return whole.filter(({ name }) => !known.has(name));
};
