import type { AppName } from 'contracts/version';
import { promote } from 'releases/promote';
import { publish } from 'releases/publish';
import { type AppReleases, releasesOf } from 'releases/registry/deployments';
import { lastRegistry } from 'releases/registry/registry';
import { environmentTrust } from 'releases/settings';
import { openWritableStore } from 'releases/store/open-store';
import type { Trust } from 'releases/trust/trust';
import { workspaceApps } from '../apps';
import { builtRelease } from '../build/built-release';

const before = async (place: string, app: AppName, trust: Trust): Promise<AppReleases> => {
  try {
    return releasesOf((await lastRegistry(openWritableStore(place, trust))).registry, app);
  } catch {
    return {};
  }
};

/** Publishes and promotes what the sources make now, unless it is live or was rolled back from. */
export async function publishAll(
  place: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const trust = environmentTrust(env);
  for (const app of workspaceApps()) {
    const release = await builtRelease(app);
    if (!release) throw new Error(`${app} is not built from these sources: build it, and change nothing meanwhile.`);
    const { manifest, dir } = release;
    const { version } = manifest;
    await publish(place, app, version, dir, trust);
    const { live } = await before(place, app, trust);
    if (live?.metadata.version === version || live?.extras.takenBack?.includes(version)) continue;
    await promote(place, app, version, { why: 'npm start: the sources make this release', trust });
    say(`  ${app}: ${version} is live`);
  }
}
