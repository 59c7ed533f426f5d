import { publish } from '@wholepage/releases/publish';
import { followLast } from '@wholepage/releases/registry/follow';
import { environmentTrust, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { type BuiltRelease, builtRelease } from '../build/reuse/reuse';
import { workspaceApps } from '../paths';
import { type AppBuilder, buildAppsBy } from './build/build-all';

/** Promotes builds of the sources, unless live already or rolled back before. @param place the store, as in RELEASES_URL */
function publisherTo(place: string, env: NodeJS.ProcessEnv) {
  const trust = environmentTrust(env);
  const privatePlace = privateStorePlace(env);
  let published = Promise.resolve();

  const isWanted = async ({ manifest: { app, version } }: BuiltRelease): Promise<boolean> => {
    const store = openWritableStore(place, trust);
    // Only the steps that composers follow count, not the registry alone. Before the first release there are none.
    const live = (await followLast(store).catch(() => undefined))?.apps[app]?.live;
    return live?.metadata.version !== version && !live?.extras.takenBack?.includes(version);
  };

  return {
    /** Queues a release for the store. Visitors get it after `goLive`, which also reports failures. */
    publish(release: BuiltRelease): void {
      const { app, version } = release.manifest;
      published = published.then(async () => {
        if (await isWanted(release)) await publish(place, app, version, release.dir, trust, privatePlace);
      });
      published.catch(() => {});
    },

    async goLive(releases: readonly BuiltRelease[], say: (line: string) => void): Promise<void> {
      await published;
      const wanted: BuiltRelease[] = [];
      for (const release of releases) if (await isWanted(release)) wanted.push(release);
      if (wanted.length > 0)
        say('Made live without the gate, as on a machine of your own (npm run verify -- APP runs it):');
      for (const { manifest } of wanted) {
        const { app, version } = manifest;
        await promote(place, app, version, { why: 'npm start: the sources make this release', trust });
        say(`  ${app}: ${version} is live`);
      }
    },
  };
}

/** Builds the changed apps, and makes them live when all builds succeed. In production only the gate decides what goes live. */
export async function releaseSources(
  builders: readonly AppBuilder[],
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (env.NODE_ENV === 'production')
    return say('Nothing is promoted: in production a release goes live by npm run release -- APP, through the gate.');
  if (/^https?:/.test(env.RELEASES_URL ?? '')) {
    await buildAppsBy(builders, say);
    return;
  }
  const publisher = publisherTo(storePlace(env), env);
  const releases = await buildAppsBy(builders, say, (built) => publisher.publish(built));
  await publisher.goLive(releases, say);
}

/** Publishes and promotes the builds of all apps. @throws Error when one is not built */
export async function publishAll(
  place: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const publisher = publisherTo(place, env);
  const releases: BuiltRelease[] = [];
  for (const app of workspaceApps()) {
    const release = await builtRelease(app);
    if (!release) throw new Error(`${app} is not built from these sources: build it, and change nothing meanwhile.`);
    publisher.publish(release);
    releases.push(release);
  }
  await publisher.goLive(releases, say);
}
