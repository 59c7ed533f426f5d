import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { backupAlarm } from '../src/backup/history';
import { BACKUP, RESTORE } from '../src/cli/backup-commands';
import { ENROLMENTS } from '../src/cli/enrolments/commands';
import { LEADS } from '../src/cli/leads/commands';
import { MAILS } from '../src/cli/mails/commands';
import { ORDERS } from '../src/cli/orders/commands';
import { POSTS } from '../src/cli/posts/commands';
import type { Commands } from '../src/cli/support/command';
import { runCommand } from '../src/cli/support/run';
import { openDatabase } from '../src/db/database';
import { startSite } from './helpers/site';

jest.setTimeout(60_000);

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-no-site-'));
});
afterEach(() => rm(base, { recursive: true }));

const command = async (program: string, commands: Commands, env: NodeJS.ProcessEnv, ...words: string[]) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runCommand(program, commands, { words, env, stdout, stderr, watched: false });
  const texts = [stdout.end(), stderr.end()].map(async (stream) => (await stream.toArray()).join(''));
  return { code, stdout: (await texts[0]) ?? '', stderr: (await texts[1]) ?? '' };
};

const EVERY: [string, Commands, string[]][] = [
  ['backup', BACKUP, ['/tmp/never.gz']],
  ['leads', LEADS, ['list']],
  ['leads', LEADS, ['forget', 'a@b.example']],
  ['enrolments', ENROLMENTS, ['list']],
  ['orders', ORDERS, ['list']],
  ['mails', MAILS, ['list']],
  ['posts', POSTS, ['list']],
];

describe('a command without the settings of the site', () => {
  test.each(EVERY)('makes no database: %s %#', async (program, commands, words) => {
    const dataDir = path.join(base, 'var');
    const { code, stdout, stderr } = await command(program, commands, { DATA_DIR: dataDir }, ...words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `DATA_DIR ${dataDir} holds no site; run this with the settings of the site (DATA_DIR or DATABASE_URL).\n`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('makes no tables in a database of somebody else', async () => {
    const empty = await createTestDatabase();
    const { code, stderr } = await command('leads', LEADS, { DATABASE_URL: empty.url, DATA_DIR: base }, 'list');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database of DATABASE_URL holds no site;/)]);
    expect(await empty.query("select 1 from information_schema.tables where table_schema = 'public'")).toEqual([]);
    await empty.close();
  });

  test('restores nowhere', async () => {
    const { code, stderr } = await command('restore', RESTORE, {}, path.join(base, 'a.gz'));
    expect([code, stderr]).toEqual([1, 'Say where to: set DATA_DIR or DATABASE_URL to an empty place.\n']);
  });

  test('restores no file that is none, and leaves no database behind', async () => {
    const dataDir = path.join(base, 'var');
    const { code, stderr } = await command('restore', RESTORE, { DATA_DIR: dataDir }, path.join(base, 'a.gz'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/a\.gz is not there; nothing was restored\.\n$/)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('saves nothing of tables that no site has used', async () => {
    const empty = await createTestDatabase();
    await (await openDatabase({ databaseUrl: empty.url, databasePool: 2, dataDir: base }, 'site', jest.fn())).close();
    const target = path.join(base, 'a.gz');
    const { code, stderr } = await command('backup', BACKUP, { DATABASE_URL: empty.url, DATA_DIR: base }, target);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database of DATABASE_URL holds no site;/)]);
    expect(existsSync(target)).toBe(false);
    await empty.close();
  });

  test('says in production which setting is missing', async () => {
    const env = { NODE_ENV: 'production', DATA_DIR: base };
    const { code, stderr } = await command('backup', BACKUP, env, path.join(base, 'a.gz'));
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
  const backup = () => command('backup', BACKUP, env, path.join(base, 'site.gz'));

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
