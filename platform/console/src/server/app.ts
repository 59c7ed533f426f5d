import { openServiceDatabase, type ServiceDatabase } from '@wholepage/database/service-database';
import { type Refusal, ReleaseError } from '@wholepage/releases/errors';
import { follow } from '@wholepage/releases/registry/follow';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { WritableStore } from '@wholepage/releases/store/store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { signIn } from '@wholepage/sign-in/plugin';
import { APPEND_ONLY, SIGN_IN_MIGRATIONS_TABLE } from '@wholepage/sign-in/tables';
import type { Client } from '@wholepage/staff-kit/client-files';
import { clientRoutes } from '@wholepage/staff-kit/client-routes';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type pg from 'pg';
import { MIGRATIONS_DIR, SIGN_IN_MIGRATIONS_DIR } from '../paths';
import { SourcePlaces } from './causes';
import { DigestWatch } from './digests';
import { EvidenceWatch } from './evidence';
import { ErrorSender, Notifier } from './outgoing';
import { MANAGES, RIGHTS } from './rights';
import { eventRoutes, observedRoutes, previewRoutes, settingsRoutes, stepRoutes, viewRoutes } from './routes';
import type { ConsoleSettings } from './settings';
import { RegistryWatch, StepReader } from './steps';

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
    command: 'npm run wholepage -- console',
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

/** What the console's routes share. */
export interface ConsoleContext {
  pool: pg.Pool;
  /** The store, as RELEASES_URL names it. */
  place: string;
  store: WritableStore;
  steps: StepReader;
  watch: RegistryWatch;
  evidence: EvidenceWatch;
  privateStore: WritableStore;
  /** Names of the goals that the site declares; undefined where its definition cannot be read. */
  goals: readonly string[] | undefined;
  siteOrigin: string;
}

/** The console's own database. @throws StartError in one sentence */
export const openConsoleDatabase = (
  { service, databaseUrl, dataDir }: Pick<ConsoleSettings, 'service' | 'databaseUrl' | 'dataDir'>,
  onTrouble: (text: string) => void,
  mayCreate = true,
): Promise<ServiceDatabase> =>
  openServiceDatabase({
    service,
    url: databaseUrl,
    setting: 'CONSOLE_DATABASE_URL',
    dataDir,
    migrations: [
      { folder: SIGN_IN_MIGRATIONS_DIR, table: SIGN_IN_MIGRATIONS_TABLE },
      { folder: MIGRATIONS_DIR, table: 'console_migrations' },
    ],
    appendOnly: APPEND_ONLY,
    onTrouble,
    mayCreate,
  });
