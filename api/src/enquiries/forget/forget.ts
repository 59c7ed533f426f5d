import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import type { FileStore } from '../../files/file-store';
import { eraseOutbox, eraseUploads } from './files';
import { eraseRows } from './rows';

/** How much of a person's data was erased. */
export interface Forgotten {
  enquiries: number;
  files: number;
  mails: number;
  /** Mails that had been written to the outbox. */
  outbox: number;
  honeypotCatches: number;
  enrolments: number;
  /** Webhooks that held the address: they stay, without their content. */
  webhooks: number;
}

/**
 * Erases everything that came from an e-mail address, however it is written in capitals: rows, files, queued mails and
 * those in the outbox. Webhooks that hold the address lose their content. Mails that a mail server has taken are out of reach. Orders hold no personal data
 * and lose their tie to the person.
 */
export async function forgetPerson(
  db: Db,
  { files: store, dataDir }: { files: FileStore; dataDir: string },
  email: string,
): Promise<Forgotten> {
  const address = email.trim().toLowerCase();
  const erased = await eraseRows(db, address);
  const result = {
    enquiries: erased.gone.length,
    files: await eraseUploads(
      store,
      erased.uploaded.map(({ storedName }) => storedName),
    ),
    mails: erased.mailed.length,
    outbox: await eraseOutbox(
      dataDir,
      erased.mailed.map(({ id }) => id),
    ),
    honeypotCatches: erased.caught.length,
    enrolments: erased.enrolled.length,
    webhooks: erased.webhooks.length,
  };
  // Deleted rows stay readable in the database's files until they are vacuumed.
  await db.execute(
    sql`vacuum enquiries, enquiry_notes, enquiry_replies, files, mails, honeypot_catches, enrolments, webhook_events`,
  );
  return result;
}
