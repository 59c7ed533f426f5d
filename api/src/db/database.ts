import { AsyncLocalStorage } from 'node:async_hooks';
import { openEmbedded, type Role } from '@wholepage/database/embedded';
import { isAway } from '@wholepage/database/is-away';
import { connect, migrateDatabase, type Schema } from '@wholepage/database/migrate';
import { openPool, withClient } from '@wholepage/database/service-database';
import type { Trace } from '@wholepage/telemetry/trace';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { messageOf, StartError } from '../errors';
import type { Config } from '../settings/config';
import { MIGRATIONS_DIR } from '../settings/paths';

export type Db = NodePgDatabase;
/** The database, or a transaction on it. */
export type Queries = Db | Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = Awaited<ReturnType<typeof openDatabase>>;

export const MIGRATION = {
  name: 'database',
  setting: 'DATABASE_URL',
  migrations: [{ folder: MIGRATIONS_DIR, table: '__drizzle_migrations' }],
};

type Settings = Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>;

/**
 * Opens the database of `DATABASE_URL`, or else the embedded one, and migrates it.
 * @param before checks the database before it is migrated
 * @param until the last migrations to apply
 * @throws StartError when it is unreachable, its folder unusable, or a migration fails
 */
export async function openDatabase(
  config: Settings,
  role: Role,
  onTrouble: (text: string) => void,
  before: (target: pg.PoolConfig) => Promise<void> = async () => undefined,
  until?: Schema,
) {
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config.dataDir, role, onTrouble);
  const target: pg.PoolConfig = embedded ? embedded.connection : { connectionString: config.databaseUrl };
  const forReads = Math.max(1, Math.floor(config.databasePool / 4));
  const pool = openPool(target, onTrouble, { max: Math.max(2, config.databasePool - forReads) });
  const readPool = openPool(target, onTrouble, { max: forReads, statementMs: READ_MS });
  for (const each of [pool, readPool]) traceStatements(each);
  const close = async () => {
    await Promise.all([pool.end(), readPool.end()]);
    await embedded?.close();
  };
  try {
    await before(target);
    await migrateDatabase(target, { ...MIGRATION, until });
  } catch (error) {
    await close();
    throw error instanceof StartError
      ? error
      : new StartError(`The database failed: ${messageOf(error)}.`, { cause: error });
  }
  /** @param problemOf returns what is wrong with the rows */
  const ask = (text: string, problemOf = (_rows: unknown[]): string | undefined => undefined): Promise<void> =>
    withClient(pool, async (client) => {
      const { rows } = await client.query({ text, query_timeout: 1000 } as pg.QueryConfig);
      const problem = problemOf(rows);
      if (problem) throw new Error(problem);
    });
  return {
    db: withTransactions(pool),
    /** Pool of its own for reads, so that queries waiting for a lock cannot exhaust it. */
    reads: drizzle(readPool),
    pool,
    /** @throws when the database does not answer within a second */
    ping: () => ask('select 1'),
    /** Migrates tables of an earlier release. */
    migrate: async (): Promise<void> => void (await migrateDatabase(target, MIGRATION)),
    /**
     * Makes the database write to its disk: a message in the write-ahead log and a commit, without a trace in tables. A
     * read-only session may do so, too, so that `transaction_read_only` is read beside it.
     * @throws when it cannot, or not within a second
     */
    probeWrite: () =>
      ask(
        `select current_setting('transaction_read_only') as read_only, pg_logical_emit_message(true, 'readiness', '')`,
        ([row]) => ((row as { read_only?: unknown }).read_only === 'off' ? undefined : 'the database is read-only'),
      ),
    /** Vacuums tables, so that deleted rows get overwritten; without a timeout. */
    vacuum: async (tables: readonly string[]): Promise<void> => {
      const client = await connect(target);
      await client.query(`vacuum ${tables.join(', ')}`).finally(() => client.end());
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Replaces Drizzle's transactions. Drizzle leaks the connection of a transaction that fails at its beginning, which
 * would exhaust the pool, and returns a dead connection to it.
 */
function withTransactions(pool: pg.Pool): Db {
  const db: Db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const result = await drizzle(client).transaction(work, config);
      client.release();
      return result;
    } catch (error) {
      client.release(isAway(error));
      throw error;
    }
  };
  return db;
}

/** Timeout of reads. A page of posts takes some milliseconds; after this, the composer's cached page serves better. */
const READ_MS = 2000;

type AnyQuery = (...args: unknown[]) => unknown;

/** Adds the current trace to a statement as a comment, which the server's log and statistics show. */
const withComment = (query: unknown): unknown => {
  const trace = currentTrace.getStore();
  if (!trace) return query;
  const comment = ` /*traceparent='${trace.traceparent}'*/`;
  if (typeof query === 'string') return query + comment;
  const { text } = query as { text?: unknown };
  return typeof text === 'string' ? { ...(query as object), text: text + comment } : query;
};

/** Makes every connection of a pool name the trace in its statements. */
function traceStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as AnyQuery;
    client.query = ((first: unknown, ...rest: unknown[]) => query(withComment(first), ...rest)) as typeof client.query;
  });
}

/** Span of the request that the running code serves. */
export const currentTrace = new AsyncLocalStorage<Trace>();
