import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, openEmbedded } from '../embedded';

/** One server for all test files and runs: a start costs half a second, a database in it a few milliseconds. */
const SERVER_DIR = path.join(os.tmpdir(), `api-tests-${process.getuid?.() ?? 'user'}`);

/** What is lost when the machine stops is no loss here. To drop a database took twelve times as long. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A database of one's own on a real PostgreSQL. */
export interface TestDatabase {
  url: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Tables that many databases begin with. They are made once, and copied. */
export interface Template {
  /** In plain letters. */
  name: string;
  fill(url: string): Promise<void>;
}

async function asAdmin<T>(server: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server.connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

const admin = (server: EmbeddedPostgres, text: string): Promise<unknown> =>
  asAdmin(server, (client) => client.query(text));

const urlOf = ({ connection: { user, password, host, port } }: EmbeddedPostgres, name: string): string =>
  `postgres://${user}:${password}@${host}:${port}/${name}`;

/** A backend may outlive its connection for a moment, and a database is renamed when nobody is in it. */
const RENAME_TRIES = 50;

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  for (let left = RENAME_TRIES; ; left -= 1) {
    try {
      await client.query(`alter database ${from} rename to ${to}`);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await client.query('select pg_sleep(0.02)');
    }
  }
}

/** Makes the template, unless another test file has. */
const ensureTemplate = (server: EmbeddedPostgres, { name, fill }: Template): Promise<void> =>
  asAdmin(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_${process.pid}`;
    await client.query(`create database ${unfinished}`);
    await fill(urlOf(server, unfinished));
    await rename(client, unfinished, name);
  });

/** The server, from the first database of a test file to its end: who leaves last stops it. */
let held: Promise<EmbeddedPostgres> | undefined;
let databases = 0;
let isOver = false;

async function letGo(): Promise<void> {
  if (!isOver || databases > 0) return;
  const server = await held;
  held = undefined;
  await server?.close();
}

// This runs before those of the file, which may close its databases.
afterAll(async () => {
  isOver = true;
  await letGo();
});

/** @param template without one, the database is empty */
export async function createTestDatabase(template?: Template): Promise<TestDatabase> {
  held ??= openEmbedded(SERVER_DIR, 'command', () => undefined, { settings: SETTINGS });
  const server = await held;
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  if (template) await ensureTemplate(server, template);
  // The other strategy writes each block to the log.
  await admin(server, `create database ${name} template ${template?.name ?? 'template1'} strategy file_copy`);
  databases += 1;
  const pool = new pg.Pool({ ...server.connection, database: name, max: 2 });
  pool.on('error', () => undefined);
  return {
    url: urlOf(server, name),
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: async () => {
      await pool.end();
      await admin(server, `drop database ${name} with (force)`);
      databases -= 1;
      await letGo();
    },
  };
}
