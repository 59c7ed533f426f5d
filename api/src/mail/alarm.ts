import { eq, sql } from 'drizzle-orm';
import type { Alarms } from '../alarms/alarms';
import type { Db } from '../db/database';
import { mails } from '../db/schema';
import type { ScheduledJob } from '../jobs/job';

const TOO_OLD_SECONDS = 15 * 60;

/** How long the oldest mail has been waiting, in seconds, and how many wait. */
export async function mailBacklog(db: Db): Promise<{ oldestSeconds: number; waiting: number }> {
  const [row] = await db
    .select({
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${mails.queuedAt})), 0)::float`,
      waiting: sql<number>`count(*)::int`,
    })
    .from(mails)
    .where(eq(mails.status, 'queued'));
  return row ?? { oldestSeconds: 0, waiting: 0 };
}

/** Raises an alarm while the oldest mail of the queue is older than 15 minutes. */
export const mailAlarm = (db: Db, alarms: Alarms): ScheduledJob => ({
  name: 'mail-alarm',
  schedule: '* * * * *',
  run: async () => {
    const { oldestSeconds, waiting } = await mailBacklog(db);
    if (oldestSeconds <= TOO_OLD_SECONDS) return alarms.clear('mail-queue');
    const minutes = Math.floor(oldestSeconds / 60);
    await alarms.raise(
      'mail-queue',
      `${waiting} mails have not been sent, the oldest for ${minutes} minutes; see npm run mails -- list.`,
    );
  },
});
