import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { mails } from '../../db/tables/schema';
import type { JobQueue, ScheduledJob } from '../../jobs/job';
import type { JobRunner } from '../../jobs/runner';
import type { MailJob } from './outgoing';

const SWEEP_BATCH = 500;

/**
 * Asks for every mail that waits. Mails that have a job get no second one. This is for mails of a restored database, of
 * a release with another queue, and those that a person sends again.
 */
export const mailSweep = (db: Db, jobs: JobRunner, queue: JobQueue<MailJob>): ScheduledJob => ({
  name: 'mail-sweep',
  schedule: '* * * * *',
  run: async () => {
    const due = await db
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.status, 'queued'), lte(mails.nextAttemptAt, sql`now()`)))
      .orderBy(asc(mails.queuedAt))
      .limit(SWEEP_BATCH);
    for (const { id } of due) await jobs.request(db, queue, id, { mailId: id });
  },
});
