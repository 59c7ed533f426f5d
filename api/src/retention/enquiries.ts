import { inArray, type SQL } from 'drizzle-orm';
import type { Db } from '../db/database';
import { enquiries, files } from '../db/tables/schema';
import type { FileStore } from '../files/file-store';
import { removeFiles, UPLOADS } from '../files/file-store';

const BATCH = 500;

/** Rows first: a file without a row is found by the next start, a row without its file would be a lie. */
export const eraseEnquiries = async (db: Db, store: FileStore, condition: SQL | undefined): Promise<number> => {
  for (let erased = 0; ; ) {
    const due = await db.select({ id: enquiries.id }).from(enquiries).where(condition).limit(BATCH);
    if (due.length === 0) return erased;
    const ids = due.map(({ id }) => id);
    const stored = await db.select({ name: files.storedName }).from(files).where(inArray(files.enquiryId, ids));
    await db.delete(enquiries).where(inArray(enquiries.id, ids));
    await removeFiles(
      store,
      stored.map(({ name }) => `${UPLOADS}/${name}`),
    );
    erased += due.length;
  }
};
