import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { backupAlarm } from '../src/backup/history';
import { openDatabase } from '../src/db/database';
import { runWith } from './helpers/cli';
import { startSite } from './helpers/site';

jest.setTimeout(60_000);

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-no-site-'));
});
afterEach(() => rm(base, { recursive: true }));

const EVERY: string[][] = [
  ['backup', '/tmp/never.gz'],
  ['leads', 'list'],
  ['orders', 'reconcile'],
  ['mails', 'list'],
  ['posts', 'publish', '/tmp/never.md'],
];

describe('a command without the settings of the site', () => {
  test.each(EVERY)('makes no database: %s %s', async (...words) => {
    const dataDir = path.join(base, 'var');
    const { code, stdout, stderr } = await runWith({ DATA_DIR: dataDir }, ...words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `DATA_DIR ${dataDir} holds no site; run this with the settings of the site (DATA_DIR or DATABASE_URL).\n`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('makes no tables in a database of somebody else', async () => {
    const empty = await createTestDatabase();
    const { code, stderr } = await runWith({ DATABASE_URL: empty.url, DATA_DIR: base }, 'leads', 'list');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database of DATABASE_URL holds no site;/)]);
    expect(await empty.query("select 1 from information_schema.tables where table_schema = 'public'")).toEqual([]);
    await empty.close();
  });

  test('restores nowhere', async () => {
    const { code, stderr } = await runWith({}, 'restore', path.join(base, 'a.gz'));
    expect([code, stderr]).toEqual([1, 'Say where to: set DATA_DIR or DATABASE_URL to an empty place.\n']);
  });

  test('restores no file that is none, and leaves no database behind', async () => {
    const dataDir = path.join(base, 'var');
    const { code, stderr } = await runWith({ DATA_DIR: dataDir }, 'restore', path.join(base, 'a.gz'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/a\.gz is not there; nothing was restored\.\n$/)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('saves nothing of tables that no site has used', async () => {
    const empty = await createTestDatabase();
    await (await openDatabase({ databaseUrl: empty.url, databasePool: 2, dataDir: base }, 'site', jest.fn())).close();
    const target = path.join(base, 'a.gz');
    const { code, stderr } = await runWith({ DATABASE_URL: empty.url, DATA_DIR: base }, 'backup', target);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database of DATABASE_URL holds no site;/)]);
    expect(existsSync(target)).toBe(false);
    await empty.close();
  });

  test('says in production which setting is missing', async () => {
    const env = { NODE_ENV: 'production', DATA_DIR: base };
    const { code, stderr } = await runWith(env, 'backup', path.join(base, 'a.gz'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL is missing: name your PostgreSQL server/)]);
    expect(await readdir(base)).toEqual([]);
  });
});

test('the age and the size of back-ups are watched', async () => {
  const site = await startSite();
  const { database, alarms } = site.context;
  const check = () => backupAlarm(database.db, alarms, 26).run(new AbortController().signal);
  const raised = async () =>
    (await site.database.query<{ name: string }>('select name from alarms order by name')).map(({ name }) => name);
  const env = { DATABASE_URL: site.database.url, DATA_DIR: site.dataDir };
  const backup = () => runWith(env, 'backup', path.join(base, 'site.gz'));

  await check();
  expect(await raised()).toEqual([]);
  await site.database.query("update installation set created_at = now() - interval '27 hours'");
  await check();
  expect(await raised()).toEqual(['backup-old']);
  expect((await backup()).code).toBe(0);
  await check();
  expect(await raised()).toEqual([]);
  await site.database.query('update backups set bytes = bytes * 3');
  expect((await backup()).stderr).toMatch(/the one before had \d+ kB/);
  await check();
  expect(await raised()).toEqual(['backup-shrank']);
  await site.stop();
});
