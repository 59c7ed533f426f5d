import { once } from 'node:events';
import { join } from 'node:path';
import { readServingSettings } from '@wholepage/composer/settings';
import { SITE_PORT } from '@wholepage/contracts/site';
import { packageDir, ROOT, SITE_DIR } from '../paths';
import { KeptService } from '../run/kept-service';
import { requireFreePorts } from '../run/spawn';
import { privatePort, siteDefinition, siteEnvironment, sitePort } from '../site/definition';
import { buildService } from './build/build-all';

/** `wholepage composer`: starts the composer alone, over the releases and the API of the settings. */
export async function composer(): Promise<void> {
  await requireComposerSettings(process.env);
  const { signal, stopped } = askedToStop();
  const plan = composerPlan(process.env);
  await requireFreePorts(plan.ports);
  await buildService('composer');
  const service = await KeptService.start({ ...plan, signal, onLine: console.log });
  await stopped;
  await service.stop();
  process.exit(0);
}

/** Observes requests to end this process. */
export const askedToStop = () => {
  const asked = new AbortController();
  const why = new Error('Stopped before it was ready.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => asked.abort(why));
  const stopped = once(asked.signal, 'abort');
  /** Rejects when the process is asked to end before the work is done. */
  const orStopped = <Done>(work: Promise<Done>) => Promise.race([work, stopped.then(() => Promise.reject(why))]);
  return { signal: asked.signal, stopped, orStopped };
};

/** Checks the composer's settings before anything is built for it. @throws SettingsError with the setting */
export async function requireComposerSettings(env: NodeJS.ProcessEnv): Promise<void> {
  const definition = await siteDefinition();
  readServingSettings(siteEnvironment(definition, env), ROOT, { definition, dir: SITE_DIR });
}

/** A program to start, with the address that answers 200 when it is ready. */
export interface Plan {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  health: string;
  /** Its ports, by the settings that name them. */
  ports: Record<string, number>;
}

const EVERY_ADDRESS = /^(|::|0\.0\.0\.0)$/;

/** The environment of programs beside the composer. They meet on the loopback; only a HOST for every address is kept. */
export const besideComposer = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  EVERY_ADDRESS.test(env.HOST ?? '') ? env : { ...env, HOST: '' };

/** The address at which this machine reaches the site. @param anywhere its host when the composer listens at every address */
export function siteAddress(env: NodeJS.ProcessEnv, anywhere = 'localhost'): string {
  const { HOST = '' } = env;
  const host = EVERY_ADDRESS.test(HOST) ? anywhere : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${sitePort(env)}`;
}

/** The plan of the composer's start with these settings. @param variable the setting of its port */
export function composerPlan(env: NodeJS.ProcessEnv, variable = SITE_PORT.variable): Plan {
  const beside = privatePort(env);
  return {
    name: 'composer',
    args: composerArguments(),
    env: { ...composerEnvironment, ...env },
    health: `${siteAddress(env, '127.0.0.1')}/healthz`,
    ports: { [variable]: sitePort(env), ...(beside !== 0 && { COMPOSER_PRIVATE_PORT: beside }) },
  };
}

/**
 * Settings of glibc's allocator for the composer; without effect elsewhere. Each thread that compresses pages would
 * otherwise keep its own heap, with memory that an encoder needed for three milliseconds. The composer would hold 112
 * MB of its own instead of 60 after 30,000 requests (docs/decisions/0200).
 */
export const composerEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
} as const;

/**
 * Node's options for the composer. Rendered pages pass through the young generation and are garbage at once. It has 8 MB from
 * the start, and the old generation grows by a fifth before it is collected. A young generation of 4 MB makes pages of ten
 * fragments a quarter slower, because requests in flight outlive it. Node's default growth takes 20 MB more. Source maps are
 * off: they cost 17 MB and part of every start. The bundle is readable code and has line numbers without them.
 */
export const composerArguments = (): string[] => [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=20',
  join(packageDir('composer'), 'dist', 'server', 'server.mjs'),
];
