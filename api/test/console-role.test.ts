import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import { openServiceDatabase } from '@wholepage/database/service-database';
import pg from 'pg';

let dataDir: string;
beforeAll(async () => {
  const base = await mkdtemp(join(tmpdir(), 'console-role-'));
  // PostgreSQL runs as its own user under root.
  await chmod(base, 0o755);
  dataDir = join(base, 'var');
});
afterAll(() => rm(dirname(dataDir), { recursive: true, force: true }));

test("the console's database user reads and changes no lead, by whatever way it tries", async () => {
  const site = await openEmbedded(dataDir, 'site', () => undefined);
  const owner = new pg.Client(site.connection);
  await owner.connect();
  await owner.query(
    `create table leads_like (id int, email text); insert into leads_like values (1, 'meena@example.com')`,
  );
  const console = await openServiceDatabase({
    service: 'console',
    setting: 'CONSOLE_DATABASE_URL',
    dataDir,
    migrations: [],
    appendOnly: [],
    onTrouble: () => undefined,
  });
  try {
    const { user, password } = console.pool.options;
    const { database } = site.connection;
    const other = new pg.Client({ ...site.connection, user, password: password as string });
    await expect(other.connect()).rejects.toThrow(`permission denied for database "${database}"`);
    for (const text of [
      'select * from leads_like',
      `select * from ${database}.public.leads_like`,
      'create extension dblink',
      'create extension postgres_fdw',
      `copy (select 1) to program 'cat'`,
      `copy people_stolen from '/etc/passwd'`,
      `select pg_read_file('postgresql.conf')`,
      `select pg_ls_dir('.')`,
      `set role ${pg.escapeIdentifier(site.connection.user)}`,
      `alter role ${pg.escapeIdentifier(user ?? '')} superuser`,
      `alter role ${pg.escapeIdentifier(site.connection.user)} password 'mine'`,
      `grant ${pg.escapeIdentifier(site.connection.user)} to ${pg.escapeIdentifier(user ?? '')}`,
      `drop database ${pg.escapeIdentifier(database)}`,
      `select rolpassword from pg_authid`,
      'create table mine (id int)',
    ])
      await expect(console.pool.query(text)).rejects.toThrow(
        /permission denied|must be|does not exist|not implemented|Only roles/,
      );
    expect((await owner.query('select email from leads_like')).rows).toEqual([{ email: 'meena@example.com' }]);
  } finally {
    await console.close();
    await owner.end();
    await site.close();
  }
});
