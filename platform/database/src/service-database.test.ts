import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { openEmbedded } from './embedded';
import { connect } from './migrate';
import { tablesInOrder } from './service-backup';
import { openPool, openServiceDatabase, type ServiceDatabaseOptions } from './service-database';

const FIRST = { '0000_first': 'create table things (id int);--> statement-breakpoint\ncreate table story (id int);' };

/** Writes migrations as drizzle-kit does, one a millisecond. */
async function writeMigrations(folder: string, migrations: Record<string, string>): Promise<void> {
  await mkdir(path.join(folder, 'meta'), { recursive: true });
  const entries = Object.keys(migrations).map((tag, idx) => ({
    ...{ idx, tag, version: '7', when: idx + 1, breakpoints: true },
  }));
  await writeFile(
    path.join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  for (const [tag, text] of Object.entries(migrations)) await writeFile(path.join(folder, `${tag}.sql`), text);
}

let dataDir: string;
let folder: string;
beforeAll(async () => {
  const base = await mkdtemp(path.join(os.tmpdir(), 'service-database-'));
  dataDir = path.join(base, 'var');
  // PostgreSQL runs as its own user under root, and mkdtemp makes folders that only their owner may enter.
  await chmod(base, 0o755);
  folder = path.join(base, 'migrations');
  await writeMigrations(folder, FIRST);
});
afterAll(() => rm(path.dirname(dataDir), { recursive: true, force: true }));

const open = (more: Partial<ServiceDatabaseOptions> = {}) =>
  openServiceDatabase({
    service: 'helpdesk',
    setting: 'HELPDESK_DATABASE_URL',
    dataDir,
    migrations: [{ folder, table: 'applied' }],
    appendOnly: ['story'],
    onTrouble: () => undefined,
    ...more,
  });

test('a service has its own database, cannot reach another, and cannot change what it may only add to', async () => {
  // A start that was killed left these.
  const left = ['.password-999999999', 'postgres.new-999999999'];
  for (const name of left) await mkdir(path.join(dataDir, name), { recursive: true });
  const site = await openEmbedded(dataDir, 'site', () => undefined);
  expect((await readdir(dataDir)).filter((name) => left.includes(name))).toEqual([]);
  const [one, other] = await Promise.all([open(), open()]);
  try {
    await one.pool.query('insert into things values (1)');
    await one.pool.query('insert into story values (1)');
    expect((await other.pool.query('select id from things')).rows).toEqual([{ id: 1 }]);
    for (const text of ['update story set id = 2', 'delete from story', 'truncate story', 'drop table story'])
      await expect(one.pool.query(text)).rejects.toThrow(/permission denied|must be owner/);

    const { user, password } = one.pool.options;
    const elsewhere = new pg.Client({ ...site.connection, user, password: password as string });
    await expect(elsewhere.connect()).rejects.toThrow('permission denied for database "postgres"');
  } finally {
    await Promise.all([one.close(), other.close()]);
    await site.close();
  }
});

test('a connection that the server ends is reported, and not after the pool has ended', async () => {
  const site = await openEmbedded(dataDir, 'site', () => undefined);
  const troubles: string[] = [];
  const pool = openPool(site.connection, (text) => troubles.push(text));
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const gone = new Promise((resolve) => pool.once('error', (error) => resolve(error)));
  const admin = await connect(site.connection);
  await admin.query('select pg_terminate_backend($1)', [rows[0].pid]);
  const error = await gone;
  await admin.end();
  await pool.end();
  pool.emit('error', error);
  expect(troubles).toEqual([expect.stringMatching(/^An idle database connection ended: terminating/)]);
  await site.close();
});

test('a service starts again after a full disk has left an empty password', async () => {
  const site = await openEmbedded(dataDir, 'site', () => undefined);
  await (await open()).close();
  const file = path.join(dataDir, 'postgres', 'helpdesk-password');
  await writeFile(file, '');
  const { pool, close } = await open();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect((await readFile(file, 'utf8')).length).toBeGreaterThan(30);
  await close();
  await site.close();
});

test('a database that drizzle-orm migrated gets what is new, and nothing of a migration that fails', async () => {
  const site = await openEmbedded(dataDir, 'site', () => undefined);
  const later = path.join(path.dirname(dataDir), 'later');
  const admin = await connect(site.connection);
  await admin.query('create database before');
  await admin.end();
  const { user, password, host, port } = site.connection;
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/before`;
  const client = await connect({ connectionString: url });
  const applied = async () => (await client.query('select created_at, hash from drizzle.applied order by 1')).rows;
  try {
    await migrate(drizzle(client), { migrationsFolder: folder, migrationsTable: 'applied' });
    const before = await applied();
    const broken = { '0001_more': 'create table more (id int);', '0002_wrong': 'create table more (id int);' };
    await writeMigrations(later, { ...FIRST, ...broken });
    const reopen = () => open({ url, migrations: [{ folder: later, table: 'applied' }] });
    await expect(reopen()).rejects.toThrow(
      'A migration of the helpdesk database failed (relation "more" already exists); the database is as it was before.',
    );
    expect(await applied()).toEqual(before);
    await writeMigrations(later, { ...FIRST, '0001_more': 'select pg_terminate_backend(pg_backend_pid())' });
    await expect(reopen()).rejects.toThrow('failed (terminating connection due to administrator command)');
    const more = 'create table more (id int); select pg_sleep(0.05);';
    await writeMigrations(later, { ...FIRST, '0001_more': more });
    // A statement timeout of the whole database does not apply to migrations.
    await client.query("alter database before set statement_timeout = '20ms'");
    await (await reopen()).close();
    await (await reopen()).close();
    expect(await applied()).toEqual([...before, { created_at: '2', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    // drizzle-orm finds nothing new in the database.
    await migrate(drizzle(client), { migrationsFolder: later, migrationsTable: 'applied' });
    expect(await applied()).toHaveLength(2);
  } finally {
    await client.end();
    await site.close();
  }
});

test('a back-up takes tables after those that they refer to, whatever their names', async () => {
  const site = await openEmbedded(dataDir, 'site', () => undefined);
  const names = path.join(path.dirname(dataDir), 'names');
  const tables = 'create table "user" (id int primary key); create table "Bill" (id int references "user" (id));';
  await writeMigrations(names, { '0000_names': tables });
  const { pool, close } = await open({
    service: 'names',
    migrations: [{ folder: names, table: 'applied' }],
    appendOnly: [],
  });
  const client = await pool.connect();
  try {
    expect((await tablesInOrder(client)).map(({ name }) => name)).toEqual(['user', 'Bill']);
  } finally {
    client.release();
    await close();
    await site.close();
  }
});

test('a database that cannot be reached is reported in one sentence that names the setting', async () => {
  const away = openServiceDatabase({
    service: 'helpdesk',
    url: 'postgres://nobody@127.0.0.1:1/none',
    setting: 'HELPDESK_DATABASE_URL',
    dataDir,
    migrations: [],
    appendOnly: [],
    onTrouble: () => undefined,
  });
  await expect(away).rejects.toThrow(/^The database lets nobody in \(.*\): check it and HELPDESK_DATABASE_URL\.$/);
});

test('a command makes no database where no service ever ran, and says what to do', async () => {
  const elsewhere = path.join(path.dirname(dataDir), 'elsewhere');
  await expect(open({ dataDir: elsewhere, mayCreate: false })).rejects.toThrow(
    `There is no database in DATA_DIR ${elsewhere}: start the helpdesk there once`,
  );
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
});
