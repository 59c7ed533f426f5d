import { randomUUID } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Registry } from 'contracts/discovery';
import type { ReleaseManifest } from 'contracts/release';
import { type AppName, REMOTES } from 'contracts/version';
import { liveVersion, updateRegistry } from './registry';
import { refuseForeignRoutes } from './routes';
import { folderStore } from './store';
import { readRelease, verifyRelease } from './verify';

const RETAINED_DEPLOYMENTS = 20;

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/**
 * Puts a built release into the store. A release is immutable: one that is there is left as it is.
 * @returns false when it was there already
 */
export async function publish(folder: string, app: AppName, version: string, source: string): Promise<boolean> {
  const target = join(folder, app, version);
  if (await isFolder(target)) return false;
  const arriving = `${target}.arriving-${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await cp(source, arriving, { recursive: true });
    await rename(arriving, target);
    return true;
  } catch (error) {
    await rm(arriving, { recursive: true, force: true });
    // Someone else published the same release meanwhile.
    if (await isFolder(target)) return false;
    throw error;
  }
}

/** The other remotes' live releases; one that cannot be read owns nothing. */
async function liveManifests(folder: string, registry: Registry, app: AppName): Promise<ReleaseManifest[]> {
  const found = await Promise.all(
    REMOTES.filter((name) => name !== app).map(async (name) => {
      const version = liveVersion(registry, name);
      const release = version && (await readRelease(folderStore(folder), name, version).catch(() => undefined));
      return release ? [release.manifest] : [];
    }),
  );
  return found.flat();
}

/** Makes a published release the one that visitors get. Verified first; nothing changes when it does not hold. */
export async function promote(
  folder: string,
  app: AppName,
  version: string,
  action: 'promote' | 'rollback' = 'promote',
) {
  const { manifest, integrity } = await verifyRelease(folderStore(folder), app, version);
  return updateRegistry(folder, async (registry) => {
    if (action === 'promote') refuseForeignRoutes(manifest, await liveManifests(folder, registry, app));
    const previous = liveVersion(registry, app);
    const others = (registry.microFrontends[app] ?? []).filter(({ metadata }) => metadata.version !== version);
    const deployment = {
      url: `/_releases/${app}/${version}/${manifest.entry.browser}`,
      metadata: { integrity, version },
      deployment: { traffic: 100, default: true },
      extras: { contract: manifest.contract, publishedAt: manifest.builtAt },
    };
    const retained = others
      .map((other) => ({ ...other, deployment: { traffic: 0, default: false } }))
      .slice(0, RETAINED_DEPLOYMENTS - 1);
    return {
      registry: { ...registry, microFrontends: { ...registry.microFrontends, [app]: [deployment, ...retained] } },
      entry: { action, app, version, ...(previous && { previous }) },
    };
  });
}
