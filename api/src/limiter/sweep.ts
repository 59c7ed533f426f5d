import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { admitted, counts } from '../db/tables/limiter-schema';
import type { ScheduledJob } from '../jobs/job';

const A_MINUTE_AGO = sql`now() - interval '1 minute'`;

/** Forgets addresses and submissions that no longer count. */
export const limiterSweep = (db: Db): ScheduledJob => ({
  name: 'limiter-sweep',
  schedule: '*/5 * * * *',
  run: async () => {
    await db.delete(admitted).where(lt(admitted.at, A_MINUTE_AGO));
    await db.delete(counts).where(lt(counts.since, A_MINUTE_AGO));
  },
});
