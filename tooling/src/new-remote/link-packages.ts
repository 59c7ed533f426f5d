import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths';

/**
 * Links the packages of a remote that is new into it, and notes them in the lockfile.
 * @throws when that fails, saying how to do it again
 */
export async function linkPackages(): Promise<void> {
  const { packageManager } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const install = ['install', '--no-frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  const child = spawn('npm', ['exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', ...install], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, CI: '1' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  throw new Error(`Its packages could not be linked. Check the network, then: npx ${packageManager} install`);
}
