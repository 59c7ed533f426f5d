import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Database, Queries } from '../db/database';
import { messageOf } from '../errors';

/** Schema of the tables that hold the jobs. */
const SCHEMA = 'jobs';

/**
 * The job runner on the pool that everything else uses. It polls and holds no session, so that PgBouncer in transaction
 * mode may stand in between.
 * @param supervises also looks after the schedule and after jobs that nobody finishes
 */
export function createBoss(
  { pool }: Pick<Database, 'pool'>,
  onTrouble: (text: string) => void,
  supervises: boolean,
): PgBoss {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: async (text, values) => pool.query(text, values) },
    supervise: supervises,
    schedule: supervises,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
    reindex: false,
    persistWarnings: false,
  });
  boss.on('error', (error) => onTrouble(`A job could not be worked on: ${messageOf(error)}`));
  return boss;
}

/** Asks for a job within the caller's transaction: it exists when that is committed. */
export const sendWithin = (boss: PgBoss, queries: Queries, name: string, data: object, key: string) =>
  boss.send(name, data, { singletonKey: key, db: fromDrizzle(queries, sql) });
