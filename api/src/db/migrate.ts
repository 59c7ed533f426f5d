import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { messageOf, StartError } from '../errors';
import { MIGRATIONS_DIR } from '../settings/paths';
import { alone, connect } from './migration-lock';

const LOCK_NOT_AVAILABLE = '55P03';

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
const isLockedOut = (error: unknown): boolean => (causeOf(error) as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

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
