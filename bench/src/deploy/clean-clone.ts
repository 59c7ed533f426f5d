import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@wholepage/tooling/paths';

const run = promisify(execFile);

export interface CleanClone {
  folder: string;
  git(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** What is committed, in a folder where nothing was installed or built: as a runner of a pipeline has it. */
export async function cloneHere(): Promise<CleanClone> {
  const base = await mkdtemp(join(tmpdir(), 'clean-'));
  // What runs there as another user has to get in.
  await chmod(base, 0o755);
  const folder = join(base, 'site');
  await run('git', ['clone', '--quiet', '--no-hardlinks', `file://${ROOT}`, folder]);
  const author = ['-c', 'user.name=Soak', '-c', 'user.email=soak@example.com'];
  return {
    folder,
    git: async (...args) => (await run('git', ['-C', folder, ...author, ...args])).stdout.trim(),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

/** The environment of a clean machine: the path, and nothing of the settings of whoever runs this. */
export const cleanEnvironment = (folder: string): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'TMPDIR', 'LANG', 'npm_config_registry', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY']
      .map((name) => [name, process.env[name]] as const)
      .concat([['HOME', process.env.HOME ?? folder]])
      .filter(([, value]) => value !== undefined),
  );
