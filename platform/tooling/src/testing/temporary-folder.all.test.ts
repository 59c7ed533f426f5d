import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageDir } from '../paths';

const inJest = (file: string): string => join(packageDir('tooling'), 'jest', file);

const LEAVES = `
const { existsSync, mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
test('leaves a folder, and fails', () => {
  expect(existsSync(mkdtempSync(tmpdir() + '/left-by-a-test-'))).toBe(false);
});
`;

/** Runs Jest as `npm test` does. @returns its output */
const runJest = (config: object, temporary: string): Promise<string> =>
  new Promise((resolve) => {
    const jest = createRequire(__filename).resolve('jest/bin/jest');
    const args = [jest, '--config', JSON.stringify(config), '--cacheDirectory', join(temporary, '..', 'cache')];
    const env = { ...process.env, TMPDIR: temporary };
    execFile(process.execPath, args, { env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

test('what tests leave among the temporary files goes with their run, failed or not', async () => {
  const rootDir = await mkdtemp(join(tmpdir(), 'run-'));
  const temporary = await mkdtemp(join(rootDir, 'temporary-'));
  await writeFile(join(rootDir, 'leaves.test.cjs'), LEAVES);
  const said = await runJest(
    {
      rootDir,
      testMatch: ['<rootDir>/*.test.cjs'],
      globalSetup: inJest('global-setup.mjs'),
      globalTeardown: inJest('global-teardown.mjs'),
    },
    temporary,
  );
  expect(said).toContain('1 failed, 1 total');
  expect(await readdir(temporary)).toEqual([]);
  await rm(rootDir, { recursive: true });
});
