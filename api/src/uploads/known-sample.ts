import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { files as fileRows } from '../db/tables/schema';
import type { FileStore } from '../files/file-store';
import { UPLOADS } from '../files/folders';

const SAMPLE = 50;

const someUploads = async (files: FileStore): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of files.list(UPLOADS)) if (names.push(name) === SAMPLE) break;
  return names;
};

/** False when there are uploads and the database knows none of them: then they are not each other's. */
export const mayBelongTogether = async (db: Db, files: FileStore): Promise<boolean> => {
  const names = await someUploads(files);
  if (names.length === 0) return true;
  const known = await db.select({ one: sql`1` }).from(fileRows).where(inArray(fileRows.storedName, names)).limit(1);
  return known.length > 0;
};
