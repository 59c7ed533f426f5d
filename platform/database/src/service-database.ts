import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type ClusterConnection, clusterDirOf, hasCluster } from './cluster/cluster';
import { openEmbedded } from './embedded';
import { messageOf, StartError } from './errors';

/** Processes of one service that start at once make the role and the database once. */
const ROLE_LOCK = 7_301_005;

/** A connection beside the pool. */
export async function connect(target: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Kept beside the server's own password, which is as secret. */
async function passwordOf(dataDir: string, service: string): Promise<string> {
  const file = path.join(clusterDirOf(dataDir), `${service}-password`);
  await writeFile(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(file, 'utf8')).trim();
}

/** The role and the database of a service, made at first need. Its role can connect to that database only. */
export async function serviceRole(admin: ClusterConnection, service: string, dataDir: string) {
  const client = await connect(admin);
  try {
    await client.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    const password = await passwordOf(dataDir, service);
    const role = client.escapeIdentifier(service);
    const known = await client.query('select 1 from pg_roles where rolname = $1', [service]);
    const verb = known.rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [service]);
    if (!databases.rowCount) await client.query(`create database ${role}`);
    for (const name of [admin.database, 'template1', service])
      await client.query(`revoke all on database ${client.escapeIdentifier(name)} from public`);
    await client.query(`grant connect on database ${role} to ${role}`);
    return { role, own: { ...admin, user: service, password, database: service } };
  } finally {
    await client.end();
  }
}

/** Two processes of a service may start at once. */
const MIGRATION_LOCK = 7_301_004;

/** SQL files with their journal, as drizzle-kit makes them. */
export interface Migrations {
  folder: string;
  /** Where the applied ones are noted; each set of migrations has a table of its own. */
  table: string;
}

export interface ServiceDatabaseOptions {
  /** Names the role and the database in the embedded server. */
  service: string;
  /** A database of one's own; the embedded server without it. */
  url?: string | undefined;
  /** Names the setting of `url` in error messages. */
  setting: string;
  dataDir: string;
  migrations: readonly Migrations[];
  /** Tables that the service may add to and never change. */
  appendOnly: readonly string[];
  onTrouble(text: string): void;
  /** False for commands: without its settings one would work on an empty database that it made. Default: true. */
  mayCreate?: boolean;
}

export interface ServiceDatabase {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** What drizzle-kit notes of a migration. */
interface JournalEntry {
  /** The file's name without `.sql`. */
  tag: string;
  /** In ms since 1970: migrations are applied in this order. */
  when: number;
}

/**
 * Applies the migrations that are newer than the last one noted, all or none. The notes are those of drizzle-orm, whose own
 * migrator brings 16 MB for this.
 */
async function migrate(client: pg.Client, { folder, table }: Migrations): Promise<void> {
  const journal = await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: JournalEntry[] };
  const notes = `drizzle.${client.escapeIdentifier(table)}`;
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${notes} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await client.query<{ last: string | null }>(`select max(created_at) as last from ${notes}`);
  const last = Number(rows[0]?.last ?? -1);
  await client.query('begin');
  try {
    for (const { tag, when } of entries.filter((entry) => entry.when > last)) {
      const text = await readFile(path.join(folder, `${tag}.sql`), 'utf8');
      await client.query(text);
      const hash = createHash('sha256').update(text).digest('hex');
      await client.query(`insert into ${notes} (hash, created_at) values ($1, $2)`, [hash, when]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Applies what is new, as the owner of the tables. In the embedded server the service itself owns nothing. */
async function migrateService(owner: pg.ClientConfig, role: string | undefined, options: ServiceDatabaseOptions) {
  const client = await connect(owner);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    for (const migrations of options.migrations) await migrate(client, migrations);
    if (!role) return;
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
    await client.query(`grant usage on all sequences in schema public to ${role}`);
    for (const table of options.appendOnly)
      await client.query(`revoke update, delete, truncate on ${client.escapeIdentifier(table)} from ${role}`);
  } catch (error) {
    throw new StartError(`A migration of the ${options.service} database failed: ${messageOf(error)}.`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}

const poolOf = (target: pg.PoolConfig, onTrouble: (text: string) => void): pg.Pool => {
  const pool = new pg.Pool({
    ...target,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  pool.on('error', (error) => onTrouble(`An idle database connection ended: ${messageOf(error)}`));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/**
 * Opens a service's own database. It is that of `url`, or one with a role of its own in the embedded server. That
 * server is started when no other process has done so. The role cannot reach the other databases of the server.
 * @throws StartError in one sentence that names the setting
 */
export async function openServiceDatabase(options: ServiceDatabaseOptions): Promise<ServiceDatabase> {
  const { service, url, dataDir, setting, onTrouble } = options;
  if (url) {
    const target = { connectionString: url };
    await connect(target).then(
      (client) => client.end(),
      (error) => {
        throw new StartError(`The database cannot be reached (${messageOf(error)}); check ${setting}.`, {
          cause: error,
        });
      },
    );
    await migrateService(target, undefined, options);
    const pool = poolOf(target, onTrouble);
    return { pool, close: () => pool.end() };
  }
  if (options.mayCreate === false && !(await hasCluster(dataDir)))
    throw new StartError(
      `There is no database in DATA_DIR ${dataDir}: start the ${service} there once, or name the folder in which it runs.`,
    );
  const embedded = await openEmbedded(dataDir, 'command', onTrouble);
  try {
    const { role, own } = await serviceRole(embedded.connection, service, dataDir);
    await migrateService({ ...embedded.connection, database: own.database }, role, options);
    const pool = poolOf(own, onTrouble);
    return {
      pool,
      close: async () => {
        await pool.end();
        await embedded.close();
      },
    };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}
