import { type Refusal, ReleaseError } from '@wholepage/releases/errors';
import { follow } from '@wholepage/releases/registry/follow';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { signIn } from '@wholepage/sign-in/plugin';
import type { Client } from '@wholepage/staff-kit/client-files';
import { clientRoutes } from '@wholepage/staff-kit/client-routes';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type pg from 'pg';
import type { ConsoleContext } from './context';
import { DigestWatch } from './observed/digest-watch';
import { SourcePlaces } from './observed/source-places';
import { Notifier } from './outgoing/notifier';
import { ErrorSender } from './outgoing/sentry';
import { EvidenceWatch } from './registry/evidence-watch';
import { RegistryWatch } from './registry/registry-watch';
import { StepReader } from './registry/step-reader';
import { MANAGES, RIGHTS } from './rights';
import { eventRoutes } from './routes/events';
import { observedRoutes } from './routes/observed';
import { previewRoutes } from './routes/previews';
import { settingsRoutes } from './routes/settings';
import { stepRoutes } from './routes/steps';
import { viewRoutes } from './routes/views';
import type { ConsoleSettings } from './settings';

/** The addresses of the client's screens. */
const PAGES = [
  ...['/', '/apps/:app', '/apps/:app/compare', '/history', '/previews'],
  ...['/errors', '/errors/:id', '/pages', '/fragments'],
  ...['/audit', '/settings', '/people', '/people/:id', '/account'],
];

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
  /** Names of the goals that the site declares. */
  goals?: readonly string[] | undefined;
  logger?: FastifyServerOptions['loggerInstance'];
}

/** Builds the console; `server.ts` lets it listen. */
export async function buildApp({ settings, pool, client, trust, goals, logger }: AppOptions): Promise<FastifyInstance> {
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
  const privateStore = openWritableStore(settings.privateStore, trust);
  const evidence = new EvidenceWatch(pool, privateStore);
  const digests = new DigestWatch(pool, privateStore, new SourcePlaces(store, privateStore));
  const context: ConsoleContext = {
    pool,
    place: settings.store,
    store,
    steps: new StepReader(store),
    watch,
    evidence,
    privateStore,
    goals,
    siteOrigin: settings.siteOrigin,
  };
  await server.register(signIn, {
    settings: settings.signIn,
    pool,
    title: 'Console',
    rights: RIGHTS,
    manages: MANAGES,
    audits: 'viewer',
    assets: client.assets,
    explain,
  });
  viewRoutes(server, context);
  const onTrouble = (text: string) => server.log.warn(text);
  const { errors, notify, signIn: access } = settings;
  const sender = errors && new ErrorSender(errors, onTrouble);
  const notifier = notify && new Notifier({ ...notify, pool, steps: context.steps, origin: access.origin, onTrouble });
  settingsRoutes(server, context, settings);
  previewRoutes(server, context, settings);
  observedRoutes(server, context);
  stepRoutes(server, context);
  clientRoutes(server, { client, paths: PAGES, checkReady: () => pool.query('select 1') });
  const publish = await eventRoutes(server, context);
  const canaries = async () => {
    const { registry } = await lastRegistry(store);
    const { apps } = await follow(store, registry);
    return Object.entries(apps).flatMap(([app, { canary }]) =>
      canary
        ? [
            {
              ...{ app, version: canary.metadata.version },
              ...{ startedAt: canary.extras.startedAt, experiment: canary.extras.experiment },
            },
          ]
        : [],
    );
  };
  server.addHook('onReady', async () => {
    await watch.start();
    evidence.start({
      canaries,
      onGrowth: (app) => publish({ event: 'evidence', app }),
      onTrouble: (text) => server.log.warn(text),
    });
    digests.start({
      onRead: ({ all }) => {
        publish({ event: 'observed' });
        void sender?.send(all);
      },
      onTrouble,
    });
    notifier?.start();
  });
  server.addHook('preClose', async () => {
    watch.stop();
    evidence.stop();
    digests.stop();
    notifier?.stop();
  });
  return server;
}
