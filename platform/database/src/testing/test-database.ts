import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, openEmbedded } from '../embedded';

/** One server for all test files and runs: a start costs half a second, a database in it a few milliseconds. */
const SERVER_DIR = path.join(os.tmpdir(), `api-tests-${process.getuid?.() ?? 'user'}`);

/** Tests need no durability, and with it, dropping a database took twelve times as long. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A test's own database on a real PostgreSQL. */
export interface TestDatabase {
  url: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Tables that many databases start from: made once, then copied. */
export interface Template {
  /** Lower-case letters and underscores, which SQL needs no quotes for. */
  name: string;
  fill(url: string): Promise<void>;
}

/** The server, with one connection for all databases that a test file makes and drops: each connection is a process. */
interface Held {
  server: EmbeddedPostgres;
  admin: pg.Client;
}

/** Runs work under a lock of this name: one at a time across all test files. */
async function alone<T>({ admin }: Held, name: string, work: () => Promise<T>): Promise<T> {
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  return work().finally(() => admin.query('select pg_advisory_unlock(hashtext($1))', [name]));
}

/** Sets the password with one round of hashing. Each connection repeats the rounds; 4,096 are for passwords of people. */
const hashOnce = (held: Held): Promise<void> =>
  alone(held, 'password', async () => {
    const { admin, server } = held;
    const { user, password } = server.connection;
    const known = 'select from pg_authid where rolname = $1 and rolpassword like $2';
    if ((await admin.query(known, [user, 'SCRAM-SHA-256$1:%'])).rowCount) return;
    await admin.query(`set scram_iterations = 1; alter role ${user} password '${password}'`);
  });

async function hold(): Promise<Held> {
  const server = await openEmbedded(SERVER_DIR, 'command', () => undefined, { settings: SETTINGS });
  const admin = new pg.Client(server.connection);
  admin.on('error', () => undefined);
  await admin.connect();
  const held = { server, admin };
  await hashOnce(held);
  return held;
}

const urlOf = ({ connection: { user, password, host, port } }: EmbeddedPostgres, name: string): string =>
  `postgres://${user}:${password}@${host}:${port}/${name}`;

/** A database can be renamed only while nobody is connected, and a backend may outlive its connection for a moment. */
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
const makeTemplate = (held: Held, { name, fill }: Template): Promise<void> =>
  alone(held, name, async () => {
    const { admin, server } = held;
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_${process.pid}`;
    await admin.query(`create database ${unfinished}`);
    await fill(urlOf(server, unfinished));
    await rename(admin, unfinished, name);
  });

const templates = new Map<string, Promise<void>>();

function ensureTemplate(held: Held, template: Template): Promise<void> {
  const made = templates.get(template.name) ?? makeTemplate(held, template);
  templates.set(template.name, made);
  return made;
}

/** The server, held from a test file's first database to the file's end. The last holder stops it. */
let holding: Promise<Held> | undefined;
let databases = 0;
let isOver = false;

async function letGo(): Promise<void> {
  if (!isOver || databases > 0) return;
  const held = await holding;
  holding = undefined;
  templates.clear();
  await held?.admin.end();
  await held?.server.close();
}

// This hook runs before those of the test file, which may close its databases.
afterAll(async () => {
  isOver = true;
  await letGo();
});

/** @param template without one, the database is empty */
export async function createTestDatabase(template?: Template): Promise<TestDatabase> {
  holding ??= hold();
  const held = await holding;
  const { server, admin } = held;
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  if (template) await ensureTemplate(held, template);
  // The default strategy writes each block to the write-ahead log.
  await admin.query(`create database ${name} template ${template?.name ?? 'template1'} strategy file_copy`);
  databases += 1;
  const pool = new pg.Pool({ ...server.connection, database: name, max: 2 });
  pool.on('error', () => undefined);
  return {
    url: urlOf(server, name),
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: async () => {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
      databases -= 1;
      await letGo();
    },
  };
}
