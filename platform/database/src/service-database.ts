import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type ClusterConnection, clusterDirOf, hasCluster } from './cluster/cluster';
import { openEmbedded } from './embedded';
import { messageOf, StartError } from './errors';
import { connect, type Migrations, migrateDatabase, type Schema } from './migrate';

/** Advisory lock: processes of one service that start at once make the role and the database once. */
const ROLE_LOCK = 7_301_005;

/** Reads or makes the role's password, beside the server's own. Its file appears whole: no role signs in with an empty one. */
async function passwordOf(dataDir: string, service: string): Promise<string> {
  const file = path.join(clusterDirOf(dataDir), `${service}-password`);
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (known) return known;
  await writeFile(`${file}.draft`, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.draft`, file);
  return passwordOf(dataDir, service);
}

/** Returns the role and the database of a service, made at first need. The role can connect to that database only. */
export async function serviceRole(admin: ClusterConnection, service: string, dataDir: string) {
  const client = await connect(admin);
  await using ended = new AsyncDisposableStack();
  ended.defer(() => client.end());
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
}

export interface ServiceDatabaseOptions {
  /** Name of the role and of the database in the embedded server. */
  service: string;
  /** Address of a database. Default: the embedded server. */
  url?: string | undefined;
  /** Setting that holds `url`, for error messages. */
  setting: string;
  dataDir: string;
  migrations: readonly Migrations[];
  /** Tables that the service may add to and never change. */
  appendOnly: readonly string[];
  onTrouble(text: string): void;
  /** False for commands: a command without its settings would make an empty database and work on it. Default: true. */
  mayCreate?: boolean | undefined;
  /** The last migrations that are applied. Default: all. */
  until?: Schema | undefined;
}

export type ServiceDatabase = Awaited<ReturnType<typeof openServiceDatabase>>;

/** Applies new migrations as the owner of the tables. In the embedded server the service's role owns nothing. */
const migrateService = (owner: pg.ClientConfig, role: string | undefined, options: ServiceDatabaseOptions) =>
  migrateDatabase(owner, {
    ...options,
    name: `${options.service} database`,
    finish: async (client) => {
      if (!role) return;
      await client.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
      await client.query(`grant usage on all sequences in schema public to ${role}`);
      for (const table of options.appendOnly)
        await client.query(`revoke update, delete, truncate on ${client.escapeIdentifier(table)} from ${role}`);
    },
  });

/** Opens a pool with timeouts, so that no connection is held for ever. @param statementMs the timeout of a statement */
export function openPool(
  target: pg.PoolConfig,
  onTrouble: (text: string) => void,
  { max = 10, statementMs = 10_000 } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...target,
    max,
    connectionTimeoutMillis: Math.min(statementMs, 5000),
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Timestamps arrive as text and are parsed as ISO 8601, whatever `datestyle` the server sets.
    onConnect: (client) => client.query('set datestyle to iso'),
  });
  // `end` does not wait for the connections, which the server may end first as it stops.
  pool.on('error', (error) => pool.ending || onTrouble(`An idle database connection ended: ${messageOf(error)}`));
  // A connection that dies between two queries of a transaction emits `error` on its client only. Without a listener
  // that would end the process. The next query on the connection fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs work on a connection of the pool, and destroys the connection when the work fails. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Opens a service's own database: that of `url`, or one with a role of its own in the embedded server. The server is
 * started when no other process has done so. The role cannot reach the server's other databases.
 * @throws StartError in one sentence that names the setting
 */
export async function openServiceDatabase(options: ServiceDatabaseOptions) {
  const { service, url, dataDir, onTrouble } = options;
  await using opened = new AsyncDisposableStack();
  const open = async (owner: pg.ClientConfig, own = owner, role?: string) => {
    const schema = await migrateService(owner, role, options);
    const pool = openPool(own, onTrouble);
    opened.defer(() => pool.end());
    const all = opened.move();
    const close = () => all.disposeAsync();
    return { pool, schema, close, [Symbol.asyncDispose]: close };
  };
  if (url) return await open({ connectionString: url });
  if (options.mayCreate === false && !(await hasCluster(dataDir)))
    throw new StartError(
      `There is no database in DATA_DIR ${dataDir}: start the ${service} there once, or name the folder in which it runs.`,
    );
  const embedded = await openEmbedded(dataDir, 'command', onTrouble);
  opened.defer(embedded.close);
  const { role, own } = await serviceRole(embedded.connection, service, dataDir);
  return await open({ ...embedded.connection, database: own.database }, own, role);
}
