import type { Db } from '../db/database';
import { enquiries } from '../db/tables/schema';
import { inBatches } from '../support/in-batches';
import { isRepeat } from './repeats';
import { columns, type Submission } from './row';

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
