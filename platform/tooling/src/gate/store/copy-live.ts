import { SHELL } from '@wholepage/contracts/version';
import { ReleaseError } from '@wholepage/releases/errors';
import { promote } from '@wholepage/releases/promote';
import { allReleases } from '@wholepage/releases/registry/deployments';
import { REGISTRY_FILE, readRegistry } from '@wholepage/releases/registry/registry';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { copyRelease } from './copy-release';

/** What is live, the shell first: the others are promoted on it. */
export async function copyLive(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  app: string,
): Promise<Record<string, string>> {
  // Before the very first release there is no registry.
  const registry = (await from.revision(REGISTRY_FILE)) ? await readRegistry(from) : { microFrontends: {} };
  const live = Object.entries(allReleases(registry).apps).flatMap(([name, one]) =>
    one.live ? [[name, one.live.metadata.version] as const] : [],
  );
  if (app !== SHELL && !live.some(([name]) => name === SHELL))
    throw new ReleaseError(
      `${from.place} has no live shell to try ${app} in. Set RELEASES_URL to the site's store, or release the shell first.`,
    );
  for (const [name, version] of live.sort(([name]) => (name === SHELL ? -1 : 1))) {
    await copyRelease(from, to, trust, name, version);
    await promote(to, name, version, { why: 'verify', trust });
  }
  return Object.fromEntries(live);
}
