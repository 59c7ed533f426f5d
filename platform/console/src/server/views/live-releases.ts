import type { ReleaseManifest } from '@wholepage/contracts/release';
import { readRelease } from '@wholepage/releases/manifest';
import { follow } from '@wholepage/releases/registry/follow';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';
import { LRUCache } from 'lru-cache';

/** Manifests of what is live. */
export type LiveReleases = Pick<ReleaseManifest, 'app' | 'version' | 'fragments' | 'routes'>[];

/** Releases never change. */
const manifests = new LRUCache<string, LiveReleases[number]>({ max: 500 });

/** Of each app the live release, as composers follow it; those that cannot be read are left out. */
export async function readLiveReleases(store: WritableStore): Promise<LiveReleases> {
  const { registry } = await lastRegistry(store);
  const { apps } = await follow(store, registry);
  const read = Object.entries(apps).map(async ([app, { live }]) => {
    const version = live?.metadata.version;
    if (version === undefined) return [];
    const key = `${store.place} ${app} ${version}`;
    const known = manifests.get(key);
    if (known) return [known];
    const manifest = await readRelease(store, app, version).then(
      (found) => found.manifest,
      () => undefined,
    );
    if (!manifest) return [];
    const { fragments, routes } = manifest;
    const kept = { app, version, fragments, routes };
    manifests.set(key, kept);
    return [kept];
  });
  return (await Promise.all(read)).flat().sort((one, other) => (one.app < other.app ? -1 : 1));
}
