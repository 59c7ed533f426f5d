import { SHELL } from '@wholepage/contracts/version';
import { ReleaseError } from '@wholepage/releases/errors';
import { promote } from '@wholepage/releases/promote';
import { type AppReleases, allReleases } from '@wholepage/releases/registry/deployments';
import { REGISTRY_FILE, readRegistry } from '@wholepage/releases/registry/registry';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { copyRelease } from './copy-release';

const isRevoked = (error: unknown): boolean =>
  error instanceof ReleaseError && (error.refusal === 'not-signed' || error.refusal === 'not-pinned');

/** Copies the release of an app that composers serve. @returns its version, or why none is believed */
async function copyServed(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  name: string,
  { live, previous }: AppReleases,
): Promise<{ version?: string; refused?: unknown }> {
  let refused: unknown;
  for (const release of [live, previous]) {
    if (!release) continue;
    const { version } = release.metadata;
    try {
      await copyRelease(from, to, trust, name, version);
      return { version };
    } catch (error) {
      if (!isRevoked(error)) throw error;
      refused ??= error;
    }
  }
  return { refused };
}

/**
 * What visitors get, the shell first: the others are promoted on it. In place of a release that nobody believes any more,
 * composers serve the one before it, or none. So a stolen key keeps no team from a release.
 */
export async function copyLive(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  app: string,
): Promise<Record<string, string>> {
  // Before the very first release there is no registry.
  const registry = (await from.revision(REGISTRY_FILE)) ? await readRegistry(from) : { microFrontends: {} };
  const listed = Object.entries(allReleases(registry).apps).filter(([, { live }]) => live);
  if (app !== SHELL && !listed.some(([name]) => name === SHELL))
    throw new ReleaseError(
      `${from.place} has no live shell to try ${app} in. Set RELEASES_URL to the site's store, or release the shell first.`,
    );
  const served: Record<string, string> = {};
  for (const [name, releases] of listed.sort(([name]) => (name === SHELL ? -1 : 1))) {
    const { version, refused } = await copyServed(from, to, trust, name, releases);
    if (name === SHELL && app !== SHELL && refused) throw refused;
    if (!version) continue;
    served[name] = version;
    await promote(to, name, version, { why: 'verify', trust });
  }
  return served;
}
