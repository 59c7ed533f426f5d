import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceApps } from '../apps';
import { buildServer, COMPOSER_ENTRIES } from '../build/build-server';
import { builtRelease } from '../build/built-release';
import { packageDir } from '../paths';
import { AppBuilder } from './app-builder';

/** Builds every app that changed, as many at a time as there are processors. */
export async function buildApps(say: (line: string) => void): Promise<void> {
  const waiting = workspaceApps();
  const atOnce = Math.min(cpus().length, waiting.length);
  const work = async () => {
    const builder = new AppBuilder(say);
    try {
      for (let app = waiting.shift(); app; app = waiting.shift()) {
        const there = await builtRelease(app);
        if (there) say(`  ${app}: unchanged (${there.manifest.version})`);
        else await builder.build(app);
      }
    } finally {
      builder.stop();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
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
