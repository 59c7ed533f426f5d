import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { enrolments, webhookEvents } from '../db/tables/orders-schema';
import { enquiries, files, honeypotCatches, mails } from '../db/tables/schema';
import { type FileStore, folderFiles, OUTBOX, QUARANTINE, removeFiles, UPLOADS } from '../files/file-store';

/** How much of a person's data was erased. */
interface Forgotten {
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

/** Matches the address where it is not a part of a longer one. */
const addressPattern = (address: string): string =>
  `(^|[^a-z0-9._%+-])${address.replaceAll(/[^a-z0-9@]/g, '\\$&')}($|[^a-z0-9-])`;

/**
 * Erases the rows of a person, all or none. @returns what was erased, for the files that belong to it
 * @param address in lower case
 */
function eraseRows(db: Db, address: string) {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: enquiries.id, submissionKey: enquiries.submissionKey })
      .from(enquiries)
      .where(eq(sql`lower(${enquiries.email})`, address));
    const ids = found.map(({ id }) => id);
    const uploaded = ids.length > 0 ? await tx.delete(files).where(inArray(files.enquiryId, ids)).returning() : [];
    const gone =
      ids.length > 0
        ? await tx.delete(enquiries).where(inArray(enquiries.id, ids)).returning({ id: enquiries.id })
        : [];
    const mailed = await tx
      .delete(mails)
      .where(eq(sql`lower(${mails.email})`, address))
      .returning({ id: mails.id });
    const caught = await tx
      .delete(honeypotCatches)
      .where(eq(sql`lower(${honeypotCatches.fields}->>'email')`, address))
      .returning({ id: honeypotCatches.id });
    const enrolled = await tx
      .delete(enrolments)
      .where(eq(sql`lower(${enrolments.email})`, address))
      .returning({ id: enrolments.id });
    const webhooks = await tx
      .update(webhookEvents)
      .set({ payload: { erased: true } })
      .where(
        sql`lower(coalesce(${webhookEvents.payload}->>'body', ${webhookEvents.payload}::text)) ~ ${addressPattern(address)}`,
      )
      .returning({ id: webhookEvents.id });
    return { uploaded, gone, mailed, caught, enrolled, webhooks };
  });
}

/** Where the files may lie: among the uploads, or moved away while another database was in use. */
const placesOf = async (files: FileStore, names: readonly string[]): Promise<string[]> => {
  const moved = (await files.folders(QUARANTINE)).map((name) => `${QUARANTINE}/${name}`);
  return [UPLOADS, ...moved].flatMap((folder) => names.map((name) => `${folder}/${name}`));
};

/** Erases uploads wherever they lie. @returns how many there were */
export const eraseUploads = async (store: FileStore, names: readonly string[]): Promise<number> =>
  removeFiles(store, await placesOf(store, names));

/** Erases mails that were written to files, half-written ones too. @returns how many files there were */
export const eraseOutbox = (dataDir: string, mailIds: readonly string[]): Promise<number> =>
  removeFiles(
    folderFiles(dataDir),
    mailIds.flatMap((id) => ['.eml', '.eml.part'].map((end) => `${OUTBOX}/${id}${end}`)),
  );
