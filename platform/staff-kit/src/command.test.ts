import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { type OwnCommand, runStaff } from './command';
import type { StaffService } from './server';
import type { StaffSettings } from './settings';

jest.mock('node:os', () => ({ ...jest.requireActual<typeof os>('node:os'), userInfo: jest.fn() }));

test('whoever types a command in a container has no account, and is named by the number', async () => {
  jest.mocked(os.userInfo).mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  process.argv = ['node', 'console', 'try-notify'];
  const run = jest.fn<Promise<void>, Parameters<OwnCommand>>(async () => undefined);
  runStaff({ start: 'console', rights: {} } as StaffService, {
    readSettings: jest.fn(),
    saves: 'people',
    own: { 'try-notify': { does: '', run } },
  });
  expect(run).toHaveBeenCalledWith([], {}, expect.any(Function), `user ${process.getuid?.()}, by command`);
});

describe('a back-up of an earlier release', () => {
  const MIGRATIONS = [
    'create table things (id int)',
    'alter table things add is_old boolean; update things set is_old = true',
  ];
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'staff-command-'));
  });
  afterAll(() => rm(base, { recursive: true }));

  /** Makes a release of a service with the first `count` migrations. */
  const release = async (count: number): Promise<StaffService> => {
    const folder = path.join(base, String(count));
    await mkdir(path.join(folder, 'meta'), { recursive: true });
    const entries = MIGRATIONS.slice(0, count).map((_text, at) => ({ tag: String(at), when: at + 1 }));
    await writeFile(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
    for (const { tag } of entries) await writeFile(path.join(folder, `${tag}.sql`), MIGRATIONS[Number(tag)] ?? '');
    return {
      name: 'desk',
      start: 'desk',
      rights: {},
      leaveOut: [],
      migrations: [{ folder, table: 'applied' }],
    } as Partial<StaffService> as never;
  };

  /** Runs the command. @returns its first output */
  const type = (service: StaffService, databaseUrl: string, ...words: string[]) =>
    new Promise<string>((resolve) => {
      const hear = (text: unknown) => {
        resolve(String(text));
        return true;
      };
      jest.spyOn(process.stdout, 'write').mockImplementation(hear);
      jest.spyOn(process.stderr, 'write').mockImplementation(hear);
      jest.spyOn(process, 'exit').mockImplementation();
      process.argv = ['node', 'desk', ...words];
      runStaff(service, { readSettings: () => ({ databaseUrl, dataDir: '' }) as StaffSettings, saves: 'things' });
    });

  test('is brought up to date as its database would have been; one that notes no schema comes back as it is', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase()));
    const [from, to, more] = databases as [(typeof databases)[0], (typeof databases)[0], (typeof databases)[0]];
    const [earlier, later] = [await release(1), await release(2)];
    const file = path.join(base, 'desk.gz');
    await type(earlier, from.url, 'backup', file);
    await from.query('insert into things values (1)');
    expect(await type(earlier, from.url, 'backup', file)).toMatch(/^1 rows are in /);
    expect(await type(later, to.url, 'restore', file)).toMatch(/^1 rows are restored /);
    expect(await to.query('select * from things')).toEqual([{ id: 1, is_old: true }]);
    const newer = path.join(base, 'newer.gz');
    await type(later, to.url, 'backup', newer);
    expect(await type(earlier, more.url, 'restore', newer)).toMatch('This back-up is of a newer release');
    await type(later, more.url, 'backup', path.join(base, 'none.gz'));
    expect(await type(later, more.url, 'restore', file)).toMatch('into a database that no release has used');
    const text = gunzipSync(await readFile(file)).toString();
    await writeFile(file, gzipSync(text.replace(/,"schema":\{[^}]*\}/, '')));
    expect(await type(later, more.url, 'restore', file)).toMatch(/^1 rows are restored /);
    expect(await more.query('select * from things')).toEqual([{ id: 1, is_old: null }]);
    for (const one of databases) await one.close();
  });
});
