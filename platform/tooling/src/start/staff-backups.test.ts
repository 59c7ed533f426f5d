import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openEmbedded } from '@wholepage/database/embedded';
import { ROOT } from '../paths';
import { tsxModules } from '../run/tsx';
import { moveStaffTables, type SavedService, staffFile } from './staff-backups';

jest.setTimeout(180_000);

const CONSOLE: SavedService = { name: 'console', folder: join(ROOT, 'platform', 'console'), savesTables: true };
const OFFICE: SavedService = { name: 'office', folder: join(ROOT, 'office') };

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'staff-backups-'));
  // PostgreSQL runs as its own user under root.
  await chmod(base, 0o755);
});
afterAll(() => rm(base, { recursive: true, force: true }));

const environment = async (name: string) => {
  const DATA_DIR = join(base, name);
  await mkdir(DATA_DIR);
  return { ...process.env, DATA_DIR, INIT_CWD: base };
};
const console_ = (env: NodeJS.ProcessEnv, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['--import', tsxModules(), join(CONSOLE.folder, 'src', 'cli.ts'), ...words], {
    env,
  });

test("the console's tables are saved beside the site's back-up, and are restored with it", async () => {
  const file = join(base, 'site.gz');
  const [from, to] = [await environment('from'), await environment('to')];
  // Nobody has used the console yet: nothing is made, nothing is saved.
  expect(await moveStaffTables('backup', file, [CONSOLE, OFFICE], from)).toEqual([]);
  // The site has run there; the console makes its own tables beside the site's.
  await (await openEmbedded(from.DATA_DIR, 'site', () => undefined)).close();
  await console_(from, 'invite', 'Asha', '--right', 'admin');
  expect(await moveStaffTables('backup', file, [CONSOLE, OFFICE], from)).toEqual(['console']);
  expect(await moveStaffTables('restore', join(base, 'other.gz'), [CONSOLE], to)).toEqual([]);
  expect(await moveStaffTables('restore', file, [CONSOLE, OFFICE], to)).toEqual(['console']);
  const again = staffFile(join(base, 'again.gz'), 'console');
  const rowsOf = async (env: NodeJS.ProcessEnv) => Number.parseInt((await console_(env, 'backup', again)).stdout, 10);
  const rows = await rowsOf(to);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBe(await rowsOf(from));
  await expect(moveStaffTables('restore', file, [CONSOLE], to)).rejects.toThrow(/^restore .+ ended with 1/);
});
