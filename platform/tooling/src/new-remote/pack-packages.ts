import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleComposer } from '../build/build-server';
import { packageDir, packagePath } from '../paths';
import { packageManager } from './link-packages';

const run = promisify(execFile);

/** What a remote is built, tested, verified and released with. */
export const PACKED = ['contracts', 'federation', 'releases', 'remote-kit', 'shell-kit', 'composer', 'tooling'];

/**
 * Packs the packages that a remote needs, and unpacks them into a folder: each becomes a package of the repository that
 * is made there. The composer travels within the tooling, for whoever verifies a release has none running.
 */
export async function packPackages(folder: string): Promise<void> {
  const pnpm = await packageManager();
  const archives = join(folder, '.packed');
  await mkdir(archives, { recursive: true });
  for (const name of PACKED) {
    const pack = ['exec', '--yes', `--package=${pnpm}`, '--', 'pnpm', 'pack', '--pack-destination', archives];
    await run('npm', pack, { cwd: packageDir(name) });
    const archive =
      (await readdir(archives)).find((file) => file.startsWith(`${name}-`) || file.startsWith(`wholepage-${name}-`)) ??
      '';
    const target = join(folder, packagePath(name));
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', join(archives, archive), '-C', target, '--strip-components=1']);
  }
  await rm(archives, { recursive: true });
  await bundleComposer(join(folder, packagePath('tooling'), 'composer'));
}
