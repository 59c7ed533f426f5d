import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageDir, ROOT } from '../paths';

const RUN = join(ROOT, 'platform', 'tooling', 'cli', 'run.mjs');

test('a program of a package runs where it is typed, and nowhere else', () => {
  const call = (cwd: string) =>
    spawnSync(process.execPath, [RUN, 'drizzle-kit', '--version'], { cwd, encoding: 'utf8' });
  expect(call(packageDir('api')).stdout).toContain('drizzle-kit');
  expect(call(ROOT).stderr).toContain('No package here has a program "drizzle-kit".');
});
