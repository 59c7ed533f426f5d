import { inArray } from 'drizzle-orm';
import type { Caller } from '../../../../wire/office/caller';
import type { Db } from '../../../db/database';
import { enquiryReplies } from '../../../db/tables/office-schema';
import { enquiries, files, mails } from '../../../db/tables/schema';
import { eraseOutbox, eraseUploads } from '../../../enquiries/forget/files';
import type { FileStore } from '../../../files/file-store';
import { audit } from '../../access';
import { replyKeyOf } from '../replies/reply-key';

interface Deps {
  db: Db;
  files: FileStore;
  dataDir: string;
}

/** Erases enquiries with their files, notes, replies and mails. @returns how many there were */
export async function deleteEnquiries(
  { db, files: store, dataDir }: Deps,
  caller: Caller,
  ids: readonly string[],
): Promise<number> {
  const gone = await db.transaction(async (tx) => {
    const uploads = await tx
      .select()
      .from(files)
      .where(inArray(files.enquiryId, [...ids]));
    const replies = await tx
      .select({ id: enquiryReplies.id })
      .from(enquiryReplies)
      .where(inArray(enquiryReplies.enquiryId, [...ids]));
    const rows = await tx
      .delete(enquiries)
      .where(inArray(enquiries.id, [...ids]))
      .returning({ id: enquiries.id, key: enquiries.submissionKey });
    if (rows.length === 0) return { rows, uploads: [], mailed: [] };
    const keys = [...rows.flatMap(({ key }) => [key, `restored:${key}`]), ...replies.map(({ id }) => replyKeyOf(id))];
    const mailed = await tx.delete(mails).where(inArray(mails.submissionKey, keys)).returning({ id: mails.id });
    await audit(
      tx,
      caller,
      rows.map(({ id }) => ({ area: 'inbox', action: 'delete', record: id })),
    );
    return { rows, uploads, mailed };
  });
  // Rows first: a file without a row is found by the next start, a row without its file would be a lie.
  await eraseUploads(
    store,
    gone.uploads.map(({ storedName }) => storedName),
  );
  await eraseOutbox(
    dataDir,
    gone.mailed.map(({ id }) => id),
  );
  return gone.rows.length;
}
