import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedNode, ROOT, requireStarter } from './runtime.mjs';

const STAMP = join(ROOT, 'node_modules', '.installed');

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'pnpm-lock.yaml')))
    .update(readFileSync(join(ROOT, 'pnpm-workspace.yaml')))
    .digest('hex');

/** Installs the lockfile's packages, unless they are installed. @throws when that fails */
export function install() {
  requireStarter();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted()) return;

  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  console.error(`Installing packages (${packageManager}) …`);
  // `npm exec` fetches the pinned pnpm, so that the machine needs only Node and npm.
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
    { cwd: ROOT, stdio: ['ignore', 2, 2], env: { ...process.env, CI: process.env.CI ?? '1' } },
  );
  if (status !== 0)
    throw new Error(
      'The packages could not be installed, as said above. Check the network, then run the same command again.',
    );
  writeFileSync(STAMP, wanted());
}

/** Returns an environment with the pinned `node` and package programs on PATH, and a compile cache. */
const pinnedEnvironment = (env) => {
  const programs = join(ROOT, 'node_modules', '.bin');
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== programs);
  const cache = join(ROOT, 'node_modules', '.cache', 'node');
  return { NODE_COMPILE_CACHE: cache, ...env, PATH: [programs, ...path].join(delimiter) };
};

/** Returns the script of a program, such as `jest`, from the packages of this folder or the root. */
export function program(name) {
  const packages = [name, `@biomejs/${name}`, { tsc: 'typescript' }[name]].filter(Boolean);
  for (const each of packages) {
    const folder = [process.cwd(), ROOT].map((base) => join(base, 'node_modules', each)).find(existsSync);
    if (!folder) continue;
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return join(folder, typeof bin === 'string' ? bin : bin[name]);
  }
  throw new Error(`No package here has a program "${name}".`);
}

/** Replaces this process by a program under the pinned Node. @param args Node's options, the program's file, its arguments */
export function run(args) {
  const node = pinnedNode();
  const env = pinnedEnvironment(process.env);
  // The process becomes the program, so that no process in between could die alone.
  if (realpathSync(node) === realpathSync(process.execPath)) process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** Runs one of the two above; prints a failure as one sentence. */
export function exitOnError(work) {
  try {
    return work();
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}
