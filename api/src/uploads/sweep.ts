import { inArray } from 'drizzle-orm';
import type { Db } from '../db/database';
import { files as fileRows } from '../db/tables/schema';
import type { FileStore } from '../files/file-store';
import { quarantineUnknown } from './quarantine';

/** Longer than an upload can take. */
const UPLOAD_MAY_TAKE_MS = 60 * 60_000;
const BATCH = 500;

/**
 * Moves what killed processes left of uploads into quarantine.
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
  const known = async (names: string[]): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (let index = 0; index < names.length; index += BATCH) {
      const rows = await db
        .select({ name: fileRows.storedName })
        .from(fileRows)
        .where(inArray(fileRows.storedName, names.slice(index, index + BATCH)));
      for (const row of rows) found.add(row.name);
    }
    return found;
  };
  const result = await quarantineUnknown({ files, incoming, known, ageMs: alone ? 0 : UPLOAD_MAY_TAKE_MS });
  return (
    result &&
    `${result.moved.length} files that the database does not know were moved to ${result.folder}; see report.json there.`
  );
}
