import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceApps } from '../apps';
import { buildServer, COMPOSER_ENTRIES } from '../build/build-server';
import { builtRelease } from '../build/built-release';
import { packageDir } from '../paths';
import { AppBuilder } from './app-builder';

/** As many as there are processors. @param remember see {@link AppBuilder} */
export const appBuilders = (say: (line: string) => void, remember = false): AppBuilder[] =>
  Array.from({ length: Math.min(cpus().length, workspaceApps().length) }, () => new AppBuilder(say, remember));

/** Builds every app that changed, one beside the other. */
export async function buildAppsBy(builders: readonly AppBuilder[], say: (line: string) => void): Promise<void> {
  const waiting = workspaceApps().values();
  const work = async (builder: AppBuilder) => {
    for (const app of waiting) {
      const there = await builtRelease(app);
      if (there) say(`  ${app}: unchanged (${there.manifest.version})`);
      else await builder.build(app);
    }
  };
  await Promise.all(builders.map(work));
}

/** Builds every app that changed, from scratch. */
export async function buildApps(say: (line: string) => void): Promise<void> {
  const builders = appBuilders(say);
  try {
    await buildAppsBy(builders, say);
  } finally {
    for (const builder of builders) builder.stop();
  }
}

/** Runs a package's own script, without the second that `npm run` takes. */
const runBuildScript = async (name: string): Promise<void> => {
  const script = join(packageDir(name), 'scripts', 'build.ts');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { cwd: packageDir(name) });
};

const SERVICES = {
  composer: () => buildServer('shell', COMPOSER_ENTRIES),
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
