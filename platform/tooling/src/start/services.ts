import { join } from 'node:path';
import { packageDir, ROOT } from '../paths';
import { requireFreePorts } from '../run/free-ports';
import { KeptService, stopKept } from '../run/kept-service';
import { startService, stopServices, waitUntilHealthy } from '../run/spawn';
import { apiArguments } from './api-arguments';
import { composerArguments, composerEnvironment } from './composer-arguments';

export interface Ports {
  site: number;
  api: number;
  sandbox: number;
}

export const portsOf = (env: NodeJS.ProcessEnv): Ports => ({
  site: Number(env.PORT || 3000),
  api: Number(env.API_PORT || 3100),
  sandbox: Number(env.PAYMENT_SANDBOX_PORT || 3200),
});

const withSandbox = (env: NodeJS.ProcessEnv): boolean => env.NODE_ENV !== 'production' && !env.PAYMENT_API_ORIGIN;

/** Fails at once, and says why, when {@link startServices} could not listen. */
export async function requireServicePorts(env: NodeJS.ProcessEnv): Promise<void> {
  const { site, api, sandbox } = portsOf(env);
  const sandboxPort = withSandbox(env) ? { PAYMENT_SANDBOX_PORT: sandbox } : {};
  const privatePort = Number(env.COMPOSER_PRIVATE_PORT || site + 10);
  await requireFreePorts({ PORT: site, COMPOSER_PRIVATE_PORT: privatePort, API_PORT: api, ...sandboxPort });
}

const START_TIMEOUT_MS = 60_000;

interface ServicesOptions {
  env: NodeJS.ProcessEnv;
  /** What the composer cannot start without; the others need not wait for it. */
  releases?: Promise<void>;
  /** Told every line of every service. */
  onLine(service: string, line: string): void;
}

const sandboxArguments = (): string[] => [
  '--enable-source-maps',
  join(packageDir('payment-sandbox'), 'dist', 'server.mjs'),
];

interface Plan {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  port: number;
}

/** Waits for all of them. @throws what the first that failed did, when none is under way any more */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Starts the payment sandbox (unless real keys are given, or in production) and the API beside each other, then the
 * composer, whose pages need them. One that dies later is started again; the others go on.
 * @throws naming the service that did not start; those already started are stopped
 */
export async function startServices({ env, releases, onLine }: ServicesOptions): Promise<KeptService[]> {
  const ports = portsOf(env);
  const sandbox: Plan = { name: 'payment-sandbox', args: sandboxArguments(), env, port: ports.sandbox };
  const api: Plan = { name: 'api', args: apiArguments(), env, port: ports.api };
  const composer: Plan = {
    name: 'composer',
    args: composerArguments(),
    env: { ...composerEnvironment, ...env },
    port: ports.site,
  };
  const services: KeptService[] = [];
  const start = async ({ name, args, env, port }: Plan): Promise<void> => {
    const say = (line: string) => onLine(name, line);
    const launch = () => startService(name, { args, env, cwd: ROOT, onLine: say });
    const first = launch();
    await waitUntilHealthy(first, `http://127.0.0.1:${port}/healthz`, START_TIMEOUT_MS).catch(async (error) => {
      await stopServices([first]);
      throw error;
    });
    services.push(new KeptService({ first, launch, say }));
  };
  try {
    await allOf([...(withSandbox(env) ? [sandbox] : []), api].map(start));
    await releases;
    await start(composer);
    return services;
  } catch (error) {
    await stopKept(services);
    throw error;
  }
}
