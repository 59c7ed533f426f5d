import pg from 'pg';

/** drizzle's migrator takes no lock of its own, and several processes may start at once. */
const MIGRATION_LOCK = 7_301_003;

/** A connection beside the pool. @param lockTimeoutMs how long its statements wait for locks; 0 for ever */
export const connect = async (target: pg.PoolConfig, lockTimeoutMs: number): Promise<pg.Client> => {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, lock_timeout: lockTimeoutMs });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Does work that one process at a time may do. The lock belongs to a transaction and not to a session. PgBouncer in
 * transaction mode gives sessions to others, and a lock would stay behind in them.
 */
export const alone = async (target: pg.PoolConfig, work: () => Promise<void>): Promise<void> => {
  const holder = await connect(target, 0);
  try {
    await holder.query('begin');
    await holder.query('set local lock_timeout = 0');
    await holder.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await work();
    await holder.query('commit');
  } finally {
    await holder.end().catch(() => undefined);
  }
};
