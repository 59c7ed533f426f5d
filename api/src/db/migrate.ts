import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { messageOf, StartError } from '../errors';
import { MIGRATIONS_DIR } from '../paths';

/** drizzle's migrator takes no lock of its own, and several processes may start at once. */
const MIGRATION_LOCK = 7_301_003;

/**
 * Applies the SQL files of `migrations/` that the database has not seen yet.
 * @throws StartError when the server cannot be reached or a migration fails; a failed one leaves nothing behind
 */
export async function migrateDatabase(target: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database server cannot be reached (${messageOf(error)}); check DATABASE_URL.`, {
      cause: error,
    });
  }
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_DIR });
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
