import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { messageOf, StartError } from './errors';

/** SQL files with their journal, as drizzle-kit makes them. */
export interface Migrations {
  folder: string;
  /** Where the applied ones are noted; each set of migrations has a table of its own. */
  table: string;
}

/** Of each set of migrations, by its table: the `when` of the last one that the tables of a database have seen. */
export type Schema = Readonly<Record<string, number>>;

interface Options {
  migrations: readonly Migrations[];
  /** For messages: "helpdesk database". */
  name: string;
  /** Names the setting of its address in messages. */
  setting: string;
  /** The last that are applied: a back-up is put into the tables that it was made of. Default: all. */
  until?: Schema | undefined;
  /** Done within the same transaction, when all are applied. */
  finish?(client: pg.Client): Promise<void>;
  patience?: typeof PATIENCE;
}

/**
 * How a migration waits for a table that is in use. Everybody who comes after it waits behind it, so each try is short, and
 * lets them pass before the next.
 */
const PATIENCE = { lockTimeoutMs: 2000, pauseMs: 1000, tries: 20 };

/** A connection beside the pool. */
export async function connect(target: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A lock did not come free in time, or who has it waited for the migration. */
const LOCKED_OUT: readonly unknown[] = ['55P03', '40P01'];

/** Several processes may start at once. */
const MIGRATION_LOCK = 7_301_003;

/**
 * Applies the migrations that the database has not seen yet, while it may be in use.
 * @throws StartError when the server cannot be reached or a migration fails; then none is applied
 */
export async function migrateDatabase(target: pg.ClientConfig, options: Options): Promise<Schema> {
  const { migrations, name, setting, until, finish, patience = PATIENCE } = options;
  const client = await connect(target).catch((cause: unknown) => {
    throw new StartError(`The database lets nobody in (${messageOf(cause)}): check it and ${setting}.`, { cause });
  });
  const apply = async (triesLeft: number): Promise<Schema> => {
    try {
      const schema: Record<string, number> = {};
      await client.query('begin; set local lock_timeout = 0; set local statement_timeout = 0');
      // Of the transaction and not of the session: PgBouncer in transaction mode gives sessions to others, and a lock would
      // stay behind in them.
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await client.query(`set local lock_timeout = ${patience.lockTimeoutMs}`);
      for (const each of migrations) schema[each.table] = await applyNew(client, each, until);
      await finish?.(client);
      await client.query('commit');
      return schema;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!LOCKED_OUT.includes((error as { code?: unknown }).code) || triesLeft === 0) throw error;
      await wait(patience.pauseMs);
      return apply(triesLeft - 1);
    }
  };
  try {
    return await apply(patience.tries - 1);
  } catch (cause) {
    throw new StartError(`A migration of the ${name} failed (${messageOf(cause)}); the database is as it was before.`, {
      cause,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Applies the migrations that are newer than the last one noted. The notes are those of drizzle-orm, whose own migrator
 * brings 16 MB for this.
 */
async function applyNew(client: pg.Client, { folder, table }: Migrations, until?: Schema): Promise<number> {
  const journal = await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8');
  // Of each its file's name without `.sql`, and when it was made, in ms since 1970: they are applied in this order.
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] };
  const notes = `drizzle.${client.escapeIdentifier(table)}`;
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${notes} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await client.query<{ last: string | null }>(`select max(created_at) as last from ${notes}`);
  let last = Number(rows[0]?.last ?? -1);
  const end = until ? (until[table] ?? -1) : Number.MAX_VALUE;
  for (const { tag, when } of entries.filter((entry) => entry.when > last && entry.when <= end)) {
    const text = await readFile(path.join(folder, `${tag}.sql`), 'utf8');
    await client.query(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await client.query(`insert into ${notes} (hash, created_at) values ($1, $2)`, [hash, when]);
    last = when;
  }
  return last;
}
