import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { messageOf, StartError } from './errors';

/** SQL files with their journal, as drizzle-kit makes them. */
export interface Migrations {
  folder: string;
  /** Table that lists the applied migrations; each set of migrations has a table of its own. */
  table: string;
}

/** The `when` of the last applied migration of each set, by the set's table. */
export type Schema = Readonly<Record<string, number>>;

interface Options {
  migrations: readonly Migrations[];
  /** Name in messages: "helpdesk database". */
  name: string;
  /** Setting of the database's address, for messages. */
  setting: string;
  /** The last migrations to apply: a back-up goes into tables of the schema that it was made from. Default: all. */
  until?: Schema | undefined;
  /** Runs within the same transaction, after all migrations. */
  finish?(client: pg.Client): Promise<void>;
  patience?: typeof PATIENCE;
}

/**
 * How a migration waits for a table that is in use. Later queries queue behind the migration, so each try is short, and
 * a pause lets them pass before the next.
 */
const PATIENCE = { lockTimeoutMs: 2000, pauseMs: 1000, tries: 20 };

/** Opens a connection outside the pool. */
export async function connect(target: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const LOCKED_OUT: readonly unknown[] = ['55P03', '40P01'];

/** Advisory lock of migrations, because several processes may start at once. */
const MIGRATION_LOCK = 7_301_003;

/**
 * Applies the migrations that are new to the database, which may be in use meanwhile.
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
      // The lock belongs to the transaction, not the session: PgBouncer in transaction mode gives sessions to other
      // clients, and a session's lock would stay behind in them.
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
 * Applies the migrations that are newer than the last one in their table. The table is drizzle-orm's, whose own
 * migrator weighs 16 MB.
 */
async function applyNew(client: pg.Client, { folder, table }: Migrations, until?: Schema): Promise<number> {
  const journal = await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8');
  // `tag`: the file's name without `.sql`. `when`: its creation in ms since 1970. Migrations run in the order of this list.
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
