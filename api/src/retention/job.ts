import type { Db } from '../db/database';
import type { FileStore } from '../files/file-store';
import type { ScheduledJob } from '../jobs/runner';
import type { Config } from '../settings/config';
import { applyRetention } from './retention';

/** Applies the retention every night. */
export const retentionJob = (db: Db, store: FileStore, config: Config): ScheduledJob => ({
  name: 'retention',
  schedule: '17 21 * * *',
  run: async () => void (await applyRetention(db, store, config)),
});
