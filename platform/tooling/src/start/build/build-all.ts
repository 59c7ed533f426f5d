import { cpus } from 'node:os';
import { workspaceApps } from '../../apps';
import { buildServer, COMPOSER_ENTRIES } from '../../build/build-server';
import { bundleSite } from '../../build/build-site';
import { type BuiltRelease, builtRelease } from '../../build/reuse/built-release';
import { isPacked } from '../../paths';
import { siteDefinition } from '../../site/definition';
import { buildProgramOf } from '../service-program';
import { AppBuilder, type UseOfMemory } from './app-builder';

/** As many as there are processors. */
export const appBuilders = (say: (line: string) => void, memory: UseOfMemory = 'none'): AppBuilder[] =>
  Array.from({ length: Math.min(cpus().length, workspaceApps().length) }, () => new AppBuilder(say, memory));

/**
 * Builds every app that changed, one beside the other.
 * @param whenThere called with each release as soon as it is there
 * @returns the releases of all apps
 */
export async function buildAppsBy(
  builders: readonly AppBuilder[],
  say: (line: string) => void,
  whenThere: (release: BuiltRelease) => void = () => {},
): Promise<BuiltRelease[]> {
  const releases: BuiltRelease[] = [];
  const apps = workspaceApps();
  const waiting = apps.entries();
  let done = 0;
  const work = async (builder: AppBuilder) => {
    for (const [index, app] of waiting) {
      const began = performance.now();
      const unchanged = await builtRelease(app);
      if (!unchanged) await builder.build(app);
      const release = unchanged ?? (await builtRelease(app));
      if (!release) throw new Error(`${app} was changed while it was built. Run the same command again.`);
      releases[index] = release;
      done += 1;
      const how = unchanged ? 'unchanged' : `built in ${((performance.now() - began) / 1000).toFixed(1)} s`;
      say(`  ${done} of ${apps.length}: ${app} ${release.manifest.version}, ${how}`);
      whenThere(release);
    }
  };
  await Promise.all(builders.map(work));
  return releases;
}

/** Builds every app that changed, from scratch. @param memory `written`: the next start builds by what this one leaves */
export async function buildApps(say: (line: string) => void, memory: 'written' | 'none' = 'none'): Promise<void> {
  const builders = appBuilders(say, memory);
  try {
    await buildAppsBy(builders, say);
    if (memory === 'written') for (const builder of builders) builder.keep();
  } finally {
    for (const builder of builders) builder.stop();
  }
}

const COMPOSER = 'composer';

/** Bundles the composer, unless it is installed, or one of the site's services. @throws when the site has no such service */
export async function buildService(name: string): Promise<void> {
  if (name === COMPOSER) {
    await Promise.all([isPacked || buildServer(COMPOSER, COMPOSER_ENTRIES), bundleSite()]);
    return;
  }
  const service = (await siteDefinition()).services?.find((each) => each.name === name);
  if (!service) throw new Error(`The site has no service "${name}".`);
  await buildProgramOf(service);
}

/** Bundles the composer and all services, each time: nobody needs to know whether anything changed. */
export async function buildServers(): Promise<void> {
  const { services = [] } = await siteDefinition();
  await Promise.all([COMPOSER, ...services.map(({ name }) => name)].map(buildService));
}
