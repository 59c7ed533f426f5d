import type { Template } from '@wholepage/database/testing/test-database';
import { openDatabase } from '../../src/db/database';
import { openJobs } from '../../src/jobs/runner';

const silently = () => undefined;

/** Template with the site's and its jobs' tables, as the first start creates them. */
export const SITE_TABLES: Template = {
  name: 'site_tables',
  async fill(databaseUrl) {
    const database = await openDatabase({ databaseUrl, databasePool: 2, dataDir: '/nonexistent' }, 'site', silently);
    const jobs = await openJobs({ database, onTrouble: silently });
    await jobs.stop();
    await database.close();
  },
};
