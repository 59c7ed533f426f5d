import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Queries } from '../db/database';
import { enquiries, type FormName, files, mails } from '../db/schema';
import type { Outgoing } from '../mail/outgoing';
import type { FormFields } from '../schemas/forms';
import { inBatches } from '../support/in-batches';
import type { StoredFile } from '../uploads/store';
import { REPEAT_WINDOW_MS, type SubmissionKey } from './submission';
import { isSuspect, type Sign } from './suspicion';

/** A form that passed its schema. */
export interface Submission<F extends FormName = FormName> {
  form: F;
  fields: FormFields<F>;
  key: SubmissionKey;
  /** What makes it look like spam. */
  signs: readonly Sign[];
  /** Version of the data protection notice beside the form. */
  notice: string;
}

const columns = ({ form, fields, key, signs, notice }: Submission) => {
  const { number, ...rest } = fields as Record<string, string>;
  return {
    id: randomUUID(),
    submissionKey: key.key,
    form,
    status: isSuspect(signs) ? ('suspect' as const) : ('new' as const),
    signals: [...signs],
    notice,
    email: fields.email,
    phone: number ?? rest.phone ?? '',
    ...(rest.fname !== undefined && { fname: rest.fname }),
    ...(rest.lname !== undefined && { lname: rest.lname }),
    ...(rest.name !== undefined && { name: rest.name }),
    ...(rest.subject !== undefined && { subject: rest.subject }),
    ...(rest.message !== undefined && { message: rest.message }),
  };
};

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

/**
 * Keeps an enquiry. When this returns, it is on disk.
 * @returns the new row's id, or undefined when this submission had been kept before
 */
export async function saveEnquiry(db: Queries, submission: Submission): Promise<string | undefined> {
  if (await isRepeat(db, enquiries, submission.key)) return undefined;
  const rows = await db
    .insert(enquiries)
    .values(columns(submission))
    .onConflictDoNothing()
    .returning({ id: enquiries.id });
  return rows[0]?.id;
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

/** Keeps an enquiry and queues its mail: both or neither. */
export async function saveAndMail(db: Db, outgoing: Outgoing, submission: Submission): Promise<void> {
  await db.transaction(async (tx) => {
    await saveEnquiry(tx, submission);
    await queueMail(outgoing, tx, submission);
  });
  outgoing.wake();
}

const describe = ({ originalName, mediaType, bytes }: StoredFile): string =>
  `${originalName} (${mediaType}, ${Math.ceil(bytes / 1024)} kB)`;

/**
 * Keeps an inspiration with its file and queues its mail: all or nothing.
 * @returns false when it had been kept before, so that the file at hand is one too many
 */
export async function saveInspiration(
  db: Db,
  outgoing: Outgoing,
  submission: Submission<'studio'>,
  file: StoredFile | undefined,
): Promise<boolean> {
  const fresh = await db.transaction(async (tx) => {
    const enquiryId = await saveEnquiry(tx, submission);
    if (enquiryId && file) {
      const { storedName, originalName, mediaType, bytes } = file;
      await tx.insert(files).values({ id: randomUUID(), enquiryId, storedName, originalName, mediaType, bytes });
    }
    await queueMail(outgoing, tx, submission, file ? { file: describe(file) } : {});
    return enquiryId !== undefined;
  });
  outgoing.wake();
  return fresh;
}
