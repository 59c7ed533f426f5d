import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { messageOf, StartError } from '../errors';
import { MIGRATIONS_DIR } from '../paths';

/** drizzle's migrator takes no lock of its own, and several processes may start at once. */
const MIGRATION_LOCK = 7_301_003;
/** A change of a table that waits for a long query makes everybody else wait behind it: it gives up instead. */
const LOCK_TIMEOUT_MS = 5_000;

const connect = async (target: pg.PoolConfig): Promise<pg.Client> => {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, lock_timeout: LOCK_TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Does work that one process at a time may do. The lock belongs to a transaction and not to a session: PgBouncer in
 * transaction mode gives sessions to others, and a lock would stay behind in them.
 */
const alone = async (target: pg.PoolConfig, work: () => Promise<void>): Promise<void> => {
  const holder = await connect(target);
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

/**
 * Applies the SQL files of `migrations/` that the database has not seen yet.
 * @throws StartError when the server cannot be reached or a migration fails; a failed one leaves nothing behind
 */
export async function migrateDatabase(target: pg.PoolConfig): Promise<void> {
  let client: pg.Client;
  try {
    client = await connect(target);
  } catch (error) {
    throw new StartError(`The database server cannot be reached (${messageOf(error)}); check DATABASE_URL.`, {
      cause: error,
    });
  }
  try {
    await alone(target, () => migrate(drizzle(client), { migrationsFolder: MIGRATIONS_DIR }));
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new StartError(
      `A migration of the database failed (${messageOf(cause)}); the database is as it was before.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
