import { inArray } from 'drizzle-orm';
import type { Db } from '../db/database';
import { files } from '../db/schema';
import type { UploadStore } from './store';

/** Longer than an upload can take. */
const UPLOAD_MAY_TAKE_MS = 60 * 60_000;
const BATCH = 500;

/**
 * Removes what killed processes left of uploads.
 * @param alone no other process uses the folder, so whatever is unfinished is abandoned
 */
export async function sweepUploads(db: Db, store: UploadStore, alone: boolean): Promise<number> {
  const known = async (names: string[]): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (let index = 0; index < names.length; index += BATCH) {
      const rows = await db
        .select({ name: files.storedName })
        .from(files)
        .where(inArray(files.storedName, names.slice(index, index + BATCH)));
      for (const row of rows) found.add(row.name);
    }
    return found;
  };
  return store.sweep(known, alone ? 0 : UPLOAD_MAY_TAKE_MS);
}
