import type { Db, Queries } from '../db/database';
import { enquiries } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import { queueMail } from './queue-mail';
import { isRepeat } from './repeats';
import { columns, type Submission } from './row';

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

/** Keeps an enquiry and queues its mail: both or neither. */
export async function saveAndMail(db: Db, outgoing: Outgoing, submission: Submission): Promise<void> {
  await db.transaction(async (tx) => {
    await saveEnquiry(tx, submission);
    await queueMail(outgoing, tx, submission);
  });
  outgoing.wake();
}
