import { rm } from 'node:fs/promises';
import path from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { enrolments } from '../db/enrolments-schema';
import { enquiries, files, honeypotCatches, mails } from '../db/schema';
import { webhookEvents } from '../db/webhooks-schema';
import { type FileStore, QUARANTINE, UPLOADS } from '../files/file-store';

/** How much of a person's data was erased. */
export interface Forgotten {
  enquiries: number;
  files: number;
  mails: number;
  /** Mails that had been written to the outbox. */
  outbox: number;
  honeypotCatches: number;
  enrolments: number;
  /** Webhooks that held the address, and are kept without what they told. */
  webhooks: number;
}

const removeFile = async (file: string): Promise<number> => {
  try {
    await rm(file);
    return 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};

/** Matches the address where it is not a part of a longer one. */
const addressPattern = (address: string): string =>
  `(^|[^a-z0-9._%+-])${address.replaceAll(/[^a-z0-9@]/g, '\\$&')}($|[^a-z0-9-])`;

/** Where the files may lie: among the uploads, or moved away while another database was in use. */
const placesOf = async (files: FileStore, names: readonly string[]): Promise<string[]> => {
  const moved = (await files.folders(QUARANTINE)).map((name) => `${QUARANTINE}/${name}`);
  return [UPLOADS, ...moved].flatMap((folder) => names.map((name) => `${folder}/${name}`));
};

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

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
  const erased = await db.transaction(async (tx) => {
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
    const told = await tx
      .update(webhookEvents)
      .set({ payload: { erased: true } })
      .where(
        sql`lower(coalesce(${webhookEvents.payload}->>'body', ${webhookEvents.payload}::text)) ~ ${addressPattern(address)}`,
      )
      .returning({ id: webhookEvents.id });
    return { uploaded, gone, mailed, caught, enrolled, told };
  });
  const outbox = erased.mailed.flatMap(({ id }) =>
    ['.eml', '.eml.part'].map((end) => path.join(dataDir, 'outbox', id + end)),
  );
  const names = erased.uploaded.map(({ storedName }) => storedName);
  const uploads = await placesOf(store, names);
  const result = {
    enquiries: erased.gone.length,
    files: (await Promise.all(uploads.map((file) => store.remove(file)))).filter(Boolean).length,
    mails: erased.mailed.length,
    outbox: sum(await Promise.all(outbox.map(removeFile))),
    honeypotCatches: erased.caught.length,
    enrolments: erased.enrolled.length,
    webhooks: erased.told.length,
  };
  // Deleted rows stay readable in the database's files until they are vacuumed.
  await db.execute(sql`vacuum enquiries, files, mails, honeypot_catches, enrolments, webhook_events`);
  return result;
}
