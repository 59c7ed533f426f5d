import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveStaffTables, type SavedService, staffFile, takeWithout } from './staff-backups';

const CONSOLE: SavedService = { name: 'console', folder: 'nowhere', savesTables: true };
const OFFICE: SavedService = { name: 'office', folder: 'nowhere', savesTables: false };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staff-backups-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'site.gz');
const env = () => ({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/site' });

test('a back-up of a site with a database elsewhere does not leave the console out in silence', async () => {
  await expect(moveStaffTables('backup', file(), [CONSOLE, OFFICE], { env: env() })).rejects.toThrow(
    "The tables of console are left out: CONSOLE_DATABASE_URL is empty, and the site's database is elsewhere (DATABASE_URL). Set it, or say --without console where no console runs.",
  );
  await expect(moveStaffTables('backup', file(), [CONSOLE], { env: env(), without: ['console'] })).resolves.toEqual([]);
  // In the embedded PostgreSQL nobody has used the console yet.
  await expect(moveStaffTables('backup', file(), [CONSOLE], { env: { DATA_DIR: folder } })).resolves.toEqual([]);
});

test('a restore there asks where the tables go, when some were saved', async () => {
  await expect(moveStaffTables('restore', file(), [CONSOLE], { env: env() })).resolves.toEqual([]);
  await writeFile(staffFile(file(), 'console'), '');
  await expect(moveStaffTables('restore', file(), [CONSOLE], { env: env() })).rejects.toThrow(
    'CONSOLE_DATABASE_URL is empty',
  );
});

test('--without is taken out of the words, and takes only names that are there', () => {
  expect(takeWithout(['a.gz', '--without', 'console', '--json'], [CONSOLE, OFFICE])).toEqual({
    without: ['console'],
    rest: ['a.gz', '--json'],
  });
  for (const words of [['--without'], ['--without', 'office']])
    expect(() => takeWithout(words, [CONSOLE, OFFICE])).toThrow(/^--without .*say one of console\.$/);
});
