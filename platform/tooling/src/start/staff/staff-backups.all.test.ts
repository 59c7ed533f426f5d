import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openEmbedded } from '@wholepage/database/embedded';
import { ROOT } from '../../paths';
import { tsxModules } from '../../run/spawn';
import { moveStaffTables, type SavedService, staffFile } from './staff-backups';

jest.setTimeout(180_000);

const CONSOLE: SavedService = { name: 'console', folder: join(ROOT, 'platform', 'console'), savesTables: true };
const OFFICE: SavedService = { name: 'office', folder: join(ROOT, 'office'), savesTables: true };

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'staff-backups-'));
  // Under root, PostgreSQL runs as its own user and must enter this folder.
  await chmod(base, 0o755);
});
afterAll(() => rm(base, { recursive: true, force: true }));

const environment = async (name: string) => {
  const DATA_DIR = join(base, name);
  await mkdir(DATA_DIR);
  return { ...process.env, DATA_DIR, INIT_CWD: base };
};
const commandOf =
  ({ folder }: SavedService) =>
  (env: NodeJS.ProcessEnv, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['--import', tsxModules(), join(folder, 'src', 'cli.ts'), ...words], { env });
const console_ = commandOf(CONSOLE);
const office = commandOf(OFFICE);

test("the tables of console and office are saved beside the site's back-up, and are restored with it", async () => {
  const file = join(base, 'site.gz');
  const [from, to] = [await environment('from'), await environment('to')];
  // The console was never used: no database is created and nothing is saved.
  expect(await moveStaffTables('backup', file, [CONSOLE, OFFICE], { env: from })).toEqual([]);
  // The site has run before; the console creates its tables beside the site's.
  await (await openEmbedded(from.DATA_DIR, 'site', () => undefined)).close();
  await console_(from, 'invite', 'Asha', '--right', 'admin');
  await office(from, 'invite', 'Ravi', '--right', 'owner');
  expect(await moveStaffTables('backup', file, [CONSOLE, OFFICE], { env: from })).toEqual(['console', 'office']);
  expect(await moveStaffTables('restore', join(base, 'other.gz'), [CONSOLE], { env: to })).toEqual([]);
  expect(await moveStaffTables('restore', file, [CONSOLE, OFFICE], { env: to })).toEqual(['console', 'office']);
  for (const [service, run] of [['console', console_] as const, ['office', office] as const]) {
    const again = staffFile(join(base, 'again.gz'), service);
    const rowsOf = async (env: NodeJS.ProcessEnv) => Number.parseInt((await run(env, 'backup', again)).stdout, 10);
    const rows = await rowsOf(to);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBe(await rowsOf(from));
  }
  await expect(moveStaffTables('restore', file, [CONSOLE], { env: to })).rejects.toThrow(/^restore .+ ended with 1/);
});
