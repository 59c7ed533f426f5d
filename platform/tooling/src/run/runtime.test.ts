import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { ROOT } from '../paths';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const [, pinned = ''] = /^nodeVersion: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? [];
const versionOf = (node: string): string => execFileSync(node, ['-p', 'process.version'], { encoding: 'utf8' }).trim();

it('runs the tests, and what they start, on the pinned Node or a newer one of its major version', () => {
  expect(satisfies(process.version, `^${pinned}`)).toBe(true);
  expect(versionOf(process.execPath)).toBe(process.version);
});

it('has Node itself first on the path of every script, not a shell that would keep its signals', () => {
  const link = join(ROOT, 'node_modules', '.bin', 'node');
  expect(satisfies(versionOf(link), `^${pinned}`)).toBe(true);
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
