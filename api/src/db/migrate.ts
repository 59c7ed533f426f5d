import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { messageOf, StartError } from '../errors';
import { MIGRATIONS_DIR } from '../settings/paths';

/** A lock did not come free in time, or who has it waited for the migration. */
const LOCKED_OUT: readonly unknown[] = ['55P03', '40P01'];

/**
 * How a migration waits for a table that is in use. Everybody who comes after it waits behind it, so each try is short, and
 * lets them pass before the next.
 */
interface Patience {
  lockTimeoutMs: number;
  pauseMs: number;
  tries: number;
}

const PATIENCE: Patience = { lockTimeoutMs: 2000, pauseMs: 1000, tries: 20 };

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error);
const isLockedOut = (error: unknown): boolean => LOCKED_OUT.includes((causeOf(error) as { code?: unknown }).code);

interface Options {
  /** Of SQL files with their journal. */
  folder?: string;
  patience?: Patience;
}

/**
 * Applies the SQL files of `migrations/` that the database has not seen yet, while the site may be in use.
 * @throws StartError when the server cannot be reached or a migration fails; a failed one leaves nothing behind
 */
export async function migrateDatabase(
  target: pg.PoolConfig,
  { folder = MIGRATIONS_DIR, patience = PATIENCE }: Options = {},
): Promise<void> {
  let client: pg.Client;
  try {
    client = await connect(target, patience.lockTimeoutMs);
  } catch (error) {
    throw new StartError(`The database server cannot be reached (${messageOf(error)}); check DATABASE_URL.`, {
      cause: error,
    });
  }
  const apply = async (triesLeft: number): Promise<void> => {
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
    } catch (error) {
      if (!isLockedOut(error) || triesLeft === 0) throw error;
      await wait(patience.pauseMs);
      await apply(triesLeft - 1);
    }
  };
  try {
    await alone(target, () => apply(patience.tries - 1));
  } catch (error) {
    throw new StartError(
      `A migration of the database failed (${messageOf(causeOf(error))}); the database is as it was before.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** drizzle's migrator takes no lock of its own, and several processes may start at once. */
const MIGRATION_LOCK = 7_301_003;

/** A connection beside the pool. @param lockTimeoutMs how long its statements wait for locks; 0 for ever */
const connect = async (target: pg.PoolConfig, lockTimeoutMs: number): Promise<pg.Client> => {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, lock_timeout: lockTimeoutMs });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Does work that one process at a time may do. The lock belongs to a transaction and not to a session. PgBouncer in
 * transaction mode gives sessions to others, and a lock would stay behind in them.
 */
const alone = async (target: pg.PoolConfig, work: () => Promise<void>): Promise<void> => {
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
