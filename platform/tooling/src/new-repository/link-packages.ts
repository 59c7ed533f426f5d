import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths';

/** The pinned package manager, as `npm exec` takes it. */
export async function packageManager(): Promise<string> {
  const root = await readFile(join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(root) as { packageManager: string }).packageManager;
}

/**
 * Links the packages of a remote that is new into it, and notes them in the lockfile.
 * @param root folder of the workspace
 * @param options more of the package manager's own, such as `--lockfile-only`
 * @throws when that fails, saying how to do it again
 */
export async function linkPackages(root = ROOT, ...options: string[]): Promise<void> {
  const pnpm = await packageManager();
  const install = ['install', '--no-frozen-lockfile', '--prefer-offline', '--reporter=append-only', ...options];
  const child = spawn('npm', ['exec', '--yes', `--package=${pnpm}`, '--', 'pnpm', ...install], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, CI: '1' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  throw new Error(`Its packages could not be linked. Check the network, then: npx ${pnpm} install`);
}
