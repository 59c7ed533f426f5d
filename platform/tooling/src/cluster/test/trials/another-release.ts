import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppName } from '@wholepage/contracts/version';
import { publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { buildApp } from '../../../build/build-app';
import type { Cluster } from '../../start/start-cluster';

/**
 * Publishes what is built under another version, as a team's next release.
 * @param name the version's last part
 * @returns both versions
 */
export async function anotherRelease(
  { releaseEnv }: Pick<Cluster, 'releaseEnv'>,
  app: AppName,
  name = 'next',
): Promise<{ old: string; next: string }> {
  const { manifest, dir } = await buildApp(app);
  const next = `${manifest.version}.${name}`;
  const folder = await mkdtemp(join(tmpdir(), 'next-release-'));
  try {
    const copy = join(folder, next);
    await cp(dir, copy, { recursive: true });
    await symlink(join(dirname(dir), 'assets'), join(folder, 'assets'));
    const file = join(copy, 'release.json');
    const written = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...written, version: next }));
    await publish(releaseEnv.RELEASES_URL ?? '', app, next, copy, environmentTrust(releaseEnv));
    return { old: manifest.version, next };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
