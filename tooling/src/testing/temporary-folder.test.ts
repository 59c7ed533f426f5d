import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageDir } from '../paths';

const RUN = `
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeTemporaryFolder, removeTemporaryFolder } from '${join(packageDir('tooling'), 'jest', 'temporary-folder.mjs')}';
makeTemporaryFolder();
console.log(mkdtempSync(tmpdir() + '/left-by-a-test-'));
removeTemporaryFolder();
`;

test('what tests leave among the temporary files goes with their run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  try {
    const left = execFileSync(process.execPath, ['--input-type=module', '-e', RUN], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder },
    }).trim();
    expect(left.startsWith(join(folder, 'tests-'))).toBe(true);
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
