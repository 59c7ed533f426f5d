import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Queries } from '../db/database';
import { enquiries, files, mails } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import { inBatches } from '../support/in-batches';
import type { StoredFile } from '../uploads/store';
import { columns, REPEAT_WINDOW_MS, type Submission, type SubmissionKey } from './submission';
import { isSuspect } from './suspicion';

/**
 * Keeps an enquiry. When this returns, it is on disk.
 * @returns the new row's id, or undefined when this submission had been kept before
 */
async function saveEnquiry(db: Queries, submission: Submission): Promise<string | undefined> {
  if (await isRepeat(db, enquiries, submission.key)) return undefined;
  const rows = await db
    .insert(enquiries)
    .values(columns(submission))
    .onConflictDoNothing()
    .returning({ id: enquiries.id });
  return rows[0]?.id;
}

/** Keeps an enquiry and queues its mail: both or neither. */
export async function saveAndMail(db: Db, outgoing: Outgoing, submission: Submission): Promise<void> {
  await db.transaction(async (tx) => {
    await saveEnquiry(tx, submission);
    await queueMail(outgoing, tx, submission);
  });
  outgoing.wake();
}

/** Enquiries that come at the same moment are written together: one statement, and one wait for the disk. */
const BATCHES = { largest: 64, atOnce: 4 };

/** Keeps enquiries without mail. When its promise is fulfilled, the enquiry is on disk, once. */
export function enquirySaver(db: Db): (submission: Submission) => Promise<void> {
  const insert = inBatches(BATCHES, async (submissions: readonly Submission[]) => {
    // In one order everywhere: two batches with the same repeats must not wait for each other.
    const rows = submissions.map(columns).sort((a, b) => (a.submissionKey < b.submissionKey ? -1 : 1));
    await db.insert(enquiries).values(rows).onConflictDoNothing();
    return submissions;
  });
  return async (submission) => {
    if (!(await isRepeat(db, enquiries, submission.key))) await insert(submission);
  };
}

const describe = ({ originalName, mediaType, bytes }: StoredFile): string =>
  `${originalName} (${mediaType}, ${Math.ceil(bytes / 1024)} kB)`;

/** Where the owner gets the file of an enquiry: in the office, or else by a command on the server. */
const placeOf = (officeOrigin: string, enquiryId: string): string =>
  officeOrigin
    ? `${officeOrigin}/enquiries/${enquiryId}`
    : `npm run api -- leads show ${enquiryId.slice(0, 8)} --files FOLDER   (on the server: it copies the file into the folder)`;

/**
 * Keeps an inspiration with its file and queues its mail: all or nothing.
 * @returns false when it had been kept before, so that the file at hand is one too many
 */
export async function saveInspiration(
  db: Db,
  outgoing: Outgoing,
  submission: Submission<'studio'>,
  file: StoredFile | undefined,
  officeOrigin: string,
): Promise<boolean> {
  const fresh = await db.transaction(async (tx) => {
    const enquiryId = await saveEnquiry(tx, submission);
    if (enquiryId && file) {
      const { storedName, originalName, mediaType, bytes } = file;
      await tx.insert(files).values({ id: randomUUID(), enquiryId, storedName, originalName, mediaType, bytes });
    }
    const about = file && enquiryId ? { file: describe(file), file_at: placeOf(officeOrigin, enquiryId) } : {};
    await queueMail(outgoing, tx, submission, about);
    return enquiryId !== undefined;
  });
  outgoing.wake();
  return fresh;
}

/** Queues the mail of a submission, once. When the transaction is committed, it is on disk. */
export async function queueMail(
  outgoing: Outgoing,
  db: Queries,
  { form, fields, key, signs, notice }: Submission,
  more: Record<string, string> = {},
): Promise<void> {
  if (await isRepeat(db, mails, key)) return;
  const content = { form, fields: { ...fields, ...more }, suspect: isSuspect(signs), signals: [...signs], notice };
  await outgoing.add(db, { key: key.key, email: fields.email, content });
}

/** True when the same content, sent without an id, was kept shortly before in `table`. */
const isRepeat = async (db: Queries, table: typeof enquiries | typeof mails, key: SubmissionKey): Promise<boolean> => {
  if (!key.previous) return false;
  const since = new Date(Date.now() - REPEAT_WINDOW_MS);
  const found = await db
    .select({ one: sql`1` })
    .from(table)
    .where(and(eq(table.submissionKey, key.previous), gt(table.createdAt, since)))
    .limit(1);
  return found.length > 0;
};
