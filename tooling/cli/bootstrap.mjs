import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const STAMP = join(ROOT, 'node_modules', '.installed');

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'pnpm-lock.yaml')))
    .digest('hex');

/** Sees to it that Node is new enough and that the packages of the lockfile are installed. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted()) return;

  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  console.log(`Installing packages (${packageManager}) …`);
  // `npm exec` brings the pinned pnpm, so that only Node and npm need to be on the machine.
  const { status } = spawnSync(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${packageManager}`,
      '--',
      'pnpm',
      'install',
      '--frozen-lockfile',
      '--reporter=append-only',
    ],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CI: process.env.CI ?? '1' } },
  );
  if (status !== 0) fail('The packages could not be installed. Check the network, then run the same command again.');
  writeFileSync(STAMP, wanted());
}

/** Runs a TypeScript program in place of this one, signals and exit code included. */
export function run(program, args = process.argv.slice(2)) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, program), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
