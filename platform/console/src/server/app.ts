import { messageOf } from '@wholepage/database/errors';
import { inRounds } from '@wholepage/page-rules/time-limit';
import { type Refusal, ReleaseError } from '@wholepage/releases/errors';
import { followLast } from '@wholepage/releases/registry/follow';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { type StaffOptions, staffServer } from '@wholepage/staff-kit/server';
import type { FastifyInstance } from 'fastify';
import { CONSOLE } from '../service';
import { SourceLocations } from './causes';
import { DigestWatch } from './digests';
import { EvidenceWatch } from './evidence';
import { ErrorSender, Notifier } from './outgoing';
import { causeRoutes, eventRoutes, notifyRoutes, previewRoutes, stepRoutes, viewRoutes } from './routes';
import type { ConsoleSettings } from './settings';
import { RegistryWatch, StepReader } from './steps';
import { canaryOf } from './views';

const STATUS: Readonly<Partial<Record<Refusal, number>>> = {
  'not-found': 404,
  'not-allowed': 403,
  store: 503,
  invalid: 400,
};

const explain = (error: Error) =>
  error instanceof ReleaseError ? { status: STATUS[error.refusal] ?? 409, message: error.message } : undefined;

/** Intervals between looks at digests, evidence and notices. */
const DIGESTS_MS = 3_000;
const EVIDENCE_MS = 2_000;
const NOTICES_MS = 2_000;

interface AppOptions extends StaffOptions<ConsoleSettings> {
  trust: Trust;
  /** Names of the goals that the site declares; undefined where its definition cannot be read. */
  goals?: readonly string[] | undefined;
}

export async function buildApp({ trust, goals, ...options }: AppOptions): Promise<FastifyInstance> {
  const { settings, pool } = options;
  const limits = { requestTimeout: 30_000, maxParamLength: 200 };
  const server = await staffServer(CONSOLE, { ...options, ...limits, explain, background: ['/api/events'] });
  const context = contextOf({ ...options, trust, goals });
  const { store, privateStore, watch, evidence } = context;
  const digests = new DigestWatch(pool, privateStore, new SourceLocations(store, privateStore));
  viewRoutes(server, context, settings);
  const onTrouble = (text: string) => server.log.warn(text);
  const { errors, notify, signIn: access } = settings;
  const sender = errors && new ErrorSender(errors, onTrouble);
  const notifier = notify && new Notifier({ ...notify, pool, steps: context.steps, origin: access.origin, onTrouble });
  notifyRoutes(server, context, settings);
  previewRoutes(server, context, settings);
  causeRoutes(server, context);
  stepRoutes(server, context);
  const publish = await eventRoutes(server, context);
  const canaries = async () => {
    const { apps } = await followLast(store);
    return Object.entries(apps).flatMap(([app, { canary }]) => (canary ? [{ app, ...canaryOf(canary) }] : []));
  };
  const lookAtRegistry = () => watch.look((generation) => publish({ event: 'registry', generation }));
  const lookAtEvidence = async () => evidence.look(await canaries(), (app) => publish({ event: 'evidence', app }));
  const lookAtDigests = () =>
    digests.look((causes) => {
      publish({ event: 'observed' });
      void sender?.send(causes);
    });
  const every = (milliseconds: number, look: () => Promise<void>) =>
    inRounds(milliseconds, look, (error) => onTrouble(messageOf(error)));
  const endings: (() => void)[] = [];
  server.addHook('onReady', async () => {
    await lookAtRegistry();
    endings.push(
      every(store.pollMs, lookAtRegistry),
      every(EVIDENCE_MS, lookAtEvidence),
      every(DIGESTS_MS, lookAtDigests),
    );
    if (notifier) endings.push(every(NOTICES_MS, () => notifier.look()));
  });
  server.addHook('preClose', async () => {
    for (const end of endings) end();
  });
  return server;
}

const contextOf = ({ settings, pool, trust, goals }: AppOptions) => {
  const store = openWritableStore(settings.store, trust);
  const privateStore = openWritableStore(settings.privateStore, trust);
  return {
    pool,
    storeUrl: settings.store,
    store,
    privateStore,
    steps: new StepReader(store),
    watch: new RegistryWatch(store),
    evidence: new EvidenceWatch(pool, privateStore),
    goals,
    siteOrigin: settings.siteOrigin,
  };
};

export type ConsoleContext = ReturnType<typeof contextOf>;
