import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type pg from 'pg';
import { type Refusal, ReleaseError } from 'releases/errors';
import { openWritableStore } from 'releases/store/open-store';
import type { Trust } from 'releases/trust/trust';
import { signIn } from 'sign-in/plugin';
import type { Client } from './client-files';
import type { ConsoleContext } from './context';
import { EvidenceWatch } from './registry/evidence-watch';
import { RegistryWatch } from './registry/registry-watch';
import { StepReader } from './registry/step-reader';
import { RIGHTS } from './rights';
import { clientRoutes } from './routes/client';
import { eventRoutes } from './routes/events';
import { stepRoutes } from './routes/steps';
import { viewRoutes } from './routes/views';
import type { ConsoleSettings } from './settings';
import { readOverview } from './views/summary';

const STATUS: Readonly<Partial<Record<Refusal, number>>> = {
  'not-found': 404,
  'not-allowed': 403,
  store: 503,
  invalid: 400,
};

const explain = (error: Error) =>
  error instanceof ReleaseError ? { status: STATUS[error.refusal] ?? 409, message: error.message } : undefined;

interface AppOptions {
  settings: ConsoleSettings;
  pool: pg.Pool;
  client: Client;
  trust: Trust;
  logger?: FastifyServerOptions['loggerInstance'];
}

/** Builds the console; `server.ts` lets it listen. */
export async function buildApp({ settings, pool, client, trust, logger }: AppOptions): Promise<FastifyInstance> {
  const server: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Addresses of requests hold links that sign somebody in; what people do is in the audit.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: 65_536,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  const store = openWritableStore(settings.store, trust);
  const watch = new RegistryWatch(store);
  const evidence = new EvidenceWatch(pool, openWritableStore(settings.privateStore, trust));
  const context: ConsoleContext = {
    pool,
    place: settings.store,
    store,
    steps: new StepReader(store),
    watch,
    evidence,
  };
  await server.register(signIn, {
    settings: settings.signIn,
    pool,
    title: 'Console',
    rights: RIGHTS,
    manages: 'admin',
    audits: 'viewer',
    assets: client.assets,
    explain,
  });
  viewRoutes(server, context);
  stepRoutes(server, context);
  clientRoutes(server, client);
  const publish = await eventRoutes(server, context);
  const canaries = async () => {
    const { apps } = await readOverview(context);
    return apps.flatMap(({ app, canary }) =>
      canary ? [{ app, version: canary.version, startedAt: canary.startedAt }] : [],
    );
  };
  server.addHook('onReady', async () => {
    await watch.start();
    evidence.start({
      canaries,
      onGrowth: (app) => publish({ event: 'evidence', app }),
      onTrouble: (text) => server.log.warn(text),
    });
  });
  server.addHook('preClose', async () => {
    watch.stop();
    evidence.stop();
  });
  return server;
}
