import { and, ne } from 'drizzle-orm';
import type { Db } from '../db/database';
import { mails } from '../db/tables/schema';
import { folderFiles, OUTBOX, removeFiles } from '../files/file-store';
import { olderThan } from './older-than';

/** Erases mails that are no longer queued, and what the outbox has of them. @returns how many */
export const eraseMails = async (db: Db, dataDir: string, days: number): Promise<number> => {
  const gone = await db
    .delete(mails)
    .where(and(ne(mails.status, 'queued'), olderThan(mails.createdAt, days)))
    .returning({ id: mails.id });
  await removeFiles(
    folderFiles(dataDir),
    gone.map(({ id }) => `${OUTBOX}/${id}.eml`),
  );
  return gone.length;
};
