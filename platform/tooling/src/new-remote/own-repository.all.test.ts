import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { siteDefinition } from '../site/definition';
import { planRemote, remoteRepository } from './new-remote';

/** The longest name that an app can have. */
const NAME = 'mf-uniforms-for-everyone-working-at-seas';
const TIMEOUT_MS = 240_000;
const run = promisify(execFile);
/** As typed in a shell: where packages come from, and nothing of the tests. */
const { NODE_ENV: _ofTests, ...env } = process.env;

let folder: string;
const inFolder = (program: string, ...words: string[]) =>
  run(program, words, { cwd: folder, env: { ...env, CI: '1' } });

beforeAll(async () => {
  const plan = planRemote([NAME, '/uniforms-at-sea'], undefined, [], await siteDefinition());
  folder = await remoteRepository(plan, join(await mkdtemp(join(tmpdir(), 'own-repository-')), 'made'));
  const { packageManager } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  await inFolder('npx', '--yes', packageManager, 'install', '--frozen-lockfile');
}, TIMEOUT_MS);
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

test(
  'a remote in a repository of its own holds its types, its rules and its tests, and builds, as it was made',
  async () => {
    await inFolder('npm', 'run', 'typecheck');
    await inFolder('npm', 'run', 'lint');
    expect((await inFolder('npm', 'test')).stderr).toMatch(/Tests: +2 passed, 2 total/);
    expect((await inFolder('npm', 'run', 'build', NAME)).stdout).toContain(`${NAME}: built`);
  },
  TIMEOUT_MS,
);
