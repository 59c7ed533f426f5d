import type { Alarms } from '../../alarms/alarms';
import type { Db } from '../../db/database';
import type { ScheduledJob } from '../../jobs/job';
import { unreconciled } from './due';

/** A provider that answers again within the hour has cost nothing: its webhooks come, too. */
const TOO_LONG_SECONDS = 60 * 60;

/** Raises an alarm while the provider has not answered for an order for more than an hour after it was time. */
export const reconcileAlarm = (db: Db, alarms: Alarms): ScheduledJob => ({
  name: 'reconcile-alarm',
  schedule: '* * * * *',
  run: async () => {
    const { oldestSeconds, waiting } = await unreconciled(db);
    if (oldestSeconds <= TOO_LONG_SECONDS) return alarms.clear('orders-unreconciled');
    const minutes = Math.floor(oldestSeconds / 60);
    await alarms.raise(
      'orders-unreconciled',
      `${waiting} orders could not be compared with the payment provider, the oldest for ${minutes} minutes; see npm run api -- orders reconcile.`,
    );
  },
});
