import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from './embedded';
import { openServiceDatabase, type ServiceDatabaseOptions } from './service-database';

let dataDir: string;
let folder: string;
beforeAll(async () => {
  const base = await mkdtemp(path.join(os.tmpdir(), 'service-database-'));
  dataDir = path.join(base, 'var');
  // PostgreSQL runs as its own user under root, and mkdtemp makes folders that only their owner may enter.
  await chmod(base, 0o755);
  folder = path.join(base, 'migrations');
  await mkdir(path.join(folder, 'meta'), { recursive: true });
  await writeFile(
    path.join(folder, 'meta', '_journal.json'),
    JSON.stringify({
      version: '7',
      dialect: 'postgresql',
      entries: [{ idx: 0, version: '7', when: 1, tag: '0000_first', breakpoints: true }],
    }),
  );
  await writeFile(
    path.join(folder, '0000_first.sql'),
    'create table things (id int);--> statement-breakpoint\ncreate table story (id int);',
  );
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
  const site = await openEmbedded(dataDir, 'site', () => undefined);
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
  await expect(away).rejects.toThrow(/^The database cannot be reached \(.*\); check HELPDESK_DATABASE_URL\.$/);
});

test('a command makes no database where no service ever ran, and says what to do', async () => {
  const elsewhere = path.join(path.dirname(dataDir), 'elsewhere');
  await expect(open({ dataDir: elsewhere, mayCreate: false })).rejects.toThrow(
    `There is no database in DATA_DIR ${elsewhere}: start the helpdesk there once`,
  );
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
});
