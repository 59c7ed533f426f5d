import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Queries } from '../db/database';
import { enquiries, files } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import { inBatches } from '../support/in-batches';
import type { StoredFile } from '../uploads/store';
import { columns, REPEAT_WINDOW_MS, type Submission } from './submission';
import { isSuspect } from './suspicion';

/** A second call for the same enquiry: it is saved now, and may have noticed what the first did not. */
const SECOND_CALL = {
  target: enquiries.submissionKey,
  set: {
    mailOnly: sql`${enquiries.mailOnly} and excluded.mail_only`,
    signals: sql`array(select distinct unnest(${enquiries.signals} || excluded.signals) order by 1)`,
    // What the office has cleared stays so, however often the same calls are repeated.
    status: sql`case when excluded.signals <@ ${enquiries.signals} then ${enquiries.status} else excluded.status end`,
  },
};

/** Enquiries that come at the same moment are written together: one statement, and one wait for the disk. */
const BATCHES = { largest: 64, atOnce: 4 };

/** Keeps enquiries without mail. When its promise is fulfilled, the enquiry is on disk, once. */
export function enquirySaver(db: Db): (submission: Submission) => Promise<void> {
  const insert = inBatches(BATCHES, async (submissions: readonly Submission[]) => {
    // A statement may touch a row once.
    const rows = [...new Map(submissions.map((one) => [one.key.key, columns(one, false)])).values()];
    // In one order everywhere: two batches with the same repeats must not wait for each other.
    rows.sort((a, b) => (a.submissionKey < b.submissionKey ? -1 : 1));
    await db.insert(enquiries).values(rows).onConflictDoUpdate(SECOND_CALL);
    return submissions;
  });
  return async (submission) => void (await insert(await underItsKey(db, submission)));
}

const describe = ({ originalName, mediaType, bytes }: StoredFile): string =>
  `${originalName} (${mediaType}, ${Math.ceil(bytes / 1024)} kB)`;

/** Where the owner gets the file of an enquiry: in the office, or else by a command on the server. */
const placeOf = (officeOrigin: string, enquiryId: string): string =>
  officeOrigin
    ? `${officeOrigin}/enquiries/${enquiryId}`
    : `npm run api -- leads show ${enquiryId.slice(0, 8)} --files FOLDER   (on the server: it copies the file into the folder)`;

interface SaveOptions {
  file?: StoredFile | undefined;
  officeOrigin: string;
  /** The e-mail call of a browser that goes on to save. */
  mailOnly?: boolean;
}

/**
 * Keeps an enquiry with its file, if it has one, and queues its mail: all or nothing. When this returns, it is on disk.
 * @returns false when it had been mailed before, so that the file at hand is one too many
 */
export async function saveAndMail(
  db: Db,
  outgoing: Outgoing,
  given: Submission,
  { file, officeOrigin, mailOnly = false }: SaveOptions,
): Promise<boolean> {
  const isFirst = await db.transaction(async (tx) => {
    const submission = await underItsKey(tx, given);
    const { form, fields, key, signs, notice } = submission;
    const [enquiry] = await tx
      .insert(enquiries)
      .values(columns(submission, mailOnly))
      .onConflictDoUpdate(SECOND_CALL)
      .returning({ id: enquiries.id });
    if (!enquiry) throw new Error('An enquiry was neither new nor known.');
    const about = file && { file: describe(file), file_at: placeOf(officeOrigin, enquiry.id) };
    const content = { form, fields: { ...fields, ...about }, suspect: isSuspect(signs), signals: [...signs], notice };
    const isQueued = await outgoing.add(tx, { key: key.key, email: fields.email, content });
    if (isQueued && file) {
      const { storedName, originalName, mediaType, bytes } = file;
      await tx
        .insert(files)
        .values({ id: randomUUID(), enquiryId: enquiry.id, storedName, originalName, mediaType, bytes });
    }
    return isQueued;
  });
  outgoing.wake();
  return isFirst;
}

/** A submission without an id has the key of the same content that was kept shortly before, if there is one. */
async function underItsKey(db: Queries, submission: Submission): Promise<Submission> {
  const { previous } = submission.key;
  if (!previous) return submission;
  const since = new Date(Date.now() - REPEAT_WINDOW_MS);
  const found = await db
    .select({ one: sql`1` })
    .from(enquiries)
    .where(and(eq(enquiries.submissionKey, previous), gt(enquiries.createdAt, since)))
    .limit(1);
  return found.length > 0 ? { ...submission, key: { key: previous } } : submission;
}
