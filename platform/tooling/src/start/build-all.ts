import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceApps } from '../apps';
import { buildServer, COMPOSER_ENTRIES } from '../build/build-server';
import { type BuiltRelease, builtRelease } from '../build/built-release';
import { packageDir } from '../paths';
import { AppBuilder, type UseOfMemory } from './app-builder';

/** As many as there are processors. */
export const appBuilders = (say: (line: string) => void, memory: UseOfMemory = 'none'): AppBuilder[] =>
  Array.from({ length: Math.min(cpus().length, workspaceApps().length) }, () => new AppBuilder(say, memory));

/**
 * Builds every app that changed, one beside the other.
 * @param whenThere told each release as soon as it is there
 * @returns the releases of all apps
 */
export async function buildAppsBy(
  builders: readonly AppBuilder[],
  say: (line: string) => void,
  whenThere: (release: BuiltRelease) => void = () => {},
): Promise<BuiltRelease[]> {
  const releases: BuiltRelease[] = [];
  const waiting = workspaceApps().entries();
  const work = async (builder: AppBuilder) => {
    for (const [index, app] of waiting) {
      const unchanged = await builtRelease(app);
      if (unchanged) say(`  ${app}: unchanged (${unchanged.manifest.version})`);
      else await builder.build(app);
      const release = unchanged ?? (await builtRelease(app));
      if (!release) throw new Error(`${app} was changed while it was built. Run the same command again.`);
      releases[index] = release;
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

/** Runs a package's own script, without the second that `npm run` takes. */
export const runBuildScript = async (name: string): Promise<void> => {
  const script = join(packageDir(name), 'scripts', 'build.ts');
  await promisify(execFile)(process.execPath, ['--import', 'tsx/esm', script], { cwd: packageDir(name) });
};

const SERVICES = {
  composer: () => buildServer('composer', COMPOSER_ENTRIES),
  api: () => runBuildScript('api'),
  'payment-sandbox': () => runBuildScript('payment-sandbox'),
} as const;

export type ServiceName = keyof typeof SERVICES;

/** Bundles one service: less than a second's work. */
export const buildService = (name: ServiceName): Promise<void> => SERVICES[name]();

/** Bundles them all, each time: nobody needs to know whether anything changed. */
export async function buildServers(): Promise<void> {
  await Promise.all(Object.values(SERVICES).map((build) => build()));
}
