import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppName } from 'contracts/version';
import { workspaceApps } from '../apps';
import { builtRelease } from '../build/build-app';
import { buildServer, COMPOSER_ENTRIES } from '../build/build-server';
import { packageDir, ROOT } from '../paths';
import { startService } from '../run/spawn';

const CLI = join('tooling', 'src', 'build', 'cli.ts');

/** In a process of its own, unless there is nothing to do: to start one takes longer than to know that. */
const buildApp = async (app: AppName, say: (line: string) => void): Promise<void> => {
  const there = await builtRelease(app);
  if (there) return say(`  ${app}: unchanged (${there.manifest.version})`);
  const service = startService(app, { args: ['--import', 'tsx', CLI, app], cwd: ROOT, onLine: say });
  if ((await service.ended) !== 0) throw new Error(`${app} could not be built: see above.`);
};

/** Builds every app that changed, as many at a time as there are processors. */
export async function buildApps(say: (line: string) => void): Promise<void> {
  const waiting = workspaceApps();
  const atOnce = Math.min(cpus().length, waiting.length);
  const worker = async () => {
    for (let app = waiting.shift(); app; app = waiting.shift()) await buildApp(app, say);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const runBuildScript = async (name: string): Promise<void> => {
  await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: packageDir(name) });
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
