import { once } from 'node:events';
import { join } from 'node:path';
import { readServingSettings } from '@wholepage/composer/settings';
import { SITE_PORT } from '@wholepage/contracts/site';
import { packageDir, ROOT, SITE_DIR } from '../paths';
import { KeptService } from '../run/kept-service';
import { requireFreePorts } from '../run/spawn';
import { privatePort, siteDefinition, siteEnvironment, sitePort } from '../site/definition';
import { buildService } from './build/build-all';

/** `wholepage composer`: the composer alone, over the releases and the API that the settings name. */
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

/** Says when this process is asked to end. */
export const askedToStop = () => {
  const asked = new AbortController();
  const why = new Error('Stopped before it was ready.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => asked.abort(why));
  const stopped = once(asked.signal, 'abort');
  /** Gives work up that is not done by then. */
  const orStopped = <Done>(work: Promise<Done>) => Promise.race([work, stopped.then(() => Promise.reject(why))]);
  return { signal: asked.signal, stopped, orStopped };
};

/** Tells what keeps the composer from starting, before anything is built for it. @throws SettingsError that names the setting */
export async function requireComposerSettings(env: NodeJS.ProcessEnv): Promise<void> {
  const definition = await siteDefinition();
  readServingSettings(siteEnvironment(definition, env), ROOT, { definition, dir: SITE_DIR });
}

/** A program, and the address at which it answers 200 when it can be used. */
export interface Plan {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  health: string;
  /** Where it listens, by the settings that say so. */
  ports: Record<string, number>;
}

const EVERY_ADDRESS = /^(|::|0\.0\.0\.0)$/;

/** The environment beside the composer. All find each other at the loopback: an address that means all is theirs, too. */
export const besideComposer = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  EVERY_ADDRESS.test(env.HOST ?? '') ? env : { ...env, HOST: '' };

/** How the composer is started with these settings. @param variable names its port */
export function composerPlan(env: NodeJS.ProcessEnv, variable = SITE_PORT.variable): Plan {
  const { HOST = '' } = env;
  const beside = privatePort(env);
  const host = EVERY_ADDRESS.test(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return {
    name: 'composer',
    args: composerArguments(),
    env: { ...composerEnvironment, ...env },
    health: `http://${host}:${sitePort(env)}/healthz`,
    ports: { [variable]: sitePort(env), ...(beside !== 0 && { COMPOSER_PRIVATE_PORT: beside }) },
  };
}

/**
 * How glibc gives memory to the composer; elsewhere it says nothing. Each thread that compresses pages would otherwise
 * keep a heap of its own, and what an encoder needed for three milliseconds. The composer would have 112 MB of its own
 * instead of 60 after 30,000 requests (docs/decisions/0200).
 */
export const composerEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
} as const;

/**
 * How Node runs the composer. Pages that are made pass through its young generation and are garbage at once. That one
 * has 8 MB from the start, and the old one grows by a fifth before it is collected. Half of it holds 4 MB less, and
 * makes pages of ten fragments a quarter slower: what is under way outlives it. Node's own growth takes 20 MB more.
 * Source maps are off: they cost 17 MB and part of every start. A bundle of readable code has line numbers without them.
 */
export const composerArguments = (): string[] => [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=20',
  join(packageDir('composer'), 'dist', 'server', 'server.mjs'),
];
