import sse from '@fastify/sse';
import { messageOf } from '@wholepage/database/errors';
import { DEVICES } from '@wholepage/releases/digests/digest';
import {
  createPreview,
  isPreviewId,
  LONGEST_PREVIEW_MS,
  previewsOf,
  withdrawPreview,
} from '@wholepage/releases/preview/preview';
import { RefusedError } from '@wholepage/sign-in/errors';
import { actorOf, findSession, signedIn } from '@wholepage/sign-in/sessions';
import { type AuditEntry, writeAudit } from '@wholepage/sign-in/tables';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { NO_NOTIFY, NOT_SET } from '../command';
import { KEPT_DAYS, type SettingShown } from '../shapes';
import { app, stepSchema, version, why } from '../steps';
import type { ConsoleContext } from './app';
import { expectCause, readCause, readCauses } from './causes';
import { readEvidenceDetails } from './evidence';
import { readFragments, readPages } from './observed';
import { tryHook } from './outgoing';
import type { ConsoleSettings } from './settings';
import { requireReleaser, takeAskedStep } from './steps';
import {
  previewSummary,
  readApp,
  readLiveReleases,
  readOverview,
  readPreviews,
  readReleaseDetails,
  stepSummary,
} from './views';

const appSchema = z.object({ app });
const releaseSchema = z.object({ app, version });
const days = z.coerce.number().int().min(1).max(KEPT_DAYS).default(7);
const causesSchema = z.object({ app: app.optional(), days });
const pagesSchema = causesSchema.extend({ device: z.enum(DEVICES).optional() });
const causeIdSchema = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, 'must be the id of an error') });

const STEPS_SHOWN = 200;

const viewer = { config: { access: { right: 'viewer' } } } as const;

export function viewRoutes(server: FastifyInstance, context: ConsoleContext, settings: ConsoleSettings): void {
  const { pool, store, steps } = context;
  /** Functions that read the response of each path, from the path's parameters and the query. */
  const reads: Readonly<Record<string, (asked: object) => Promise<unknown>>> = {
    '/api/overview': () => readOverview(context),
    '/api/history': async () => ({ history: (await steps.newest({ limit: STEPS_SHOWN })).map(stepSummary) }),
    '/api/apps/:app': (asked) => readApp(context, appSchema.parse(asked).app),
    '/api/apps/:app/releases/:version': (asked) => readReleaseDetails(context, releaseSchema.parse(asked)),
    '/api/apps/:app/evidence/:version': (asked) => readEvidenceDetails(context, releaseSchema.parse(asked)),
    '/api/previews': async () => ({ previews: await readPreviews(store, settings) }),
    '/api/errors': async (asked) => ({ causes: await readCauses(pool, causesSchema.parse(asked)) }),
    '/api/errors/:id': (asked) => readCause(pool, store, causeIdSchema.parse(asked).id),
    '/api/fragments': async () => ({ fragments: await readFragments(pool, await readLiveReleases(store)) }),
    '/api/pages': (asked) => readPages(pool, pagesSchema.parse(asked)),
    '/api/settings': async () => ({ settings: shownOf(settings) }),
  };
  for (const [path, read] of Object.entries(reads))
    server.get(path, viewer, async ({ params, query }) => read(Object.assign({}, query, params)));
}

/** Registers the route that takes steps of the registry. Refused steps are in the audit, too. */
export function stepRoutes(app: FastifyInstance, context: ConsoleContext): void {
  app.post('/api/steps', { ...viewer, bodyLimit: 16_384 }, async (request) => {
    const step = stepSchema.parse(request.body);
    const { action, app: subject, ...detail } = step;
    const entry = { ...actorOf(request), subject };
    const taken = await takeAskedStep(context, step, signedIn(request)).catch(async (error: unknown) => {
      const refused = { ...entry, action: `${action} refused`, detail: { ...detail, reason: messageOf(error) } };
      await writeAudit(context.pool, refused);
      throw error;
    });
    const { generation, version } = taken;
    await writeAudit(context.pool, { ...entry, action, detail: { ...detail, version, generation } });
    return stepSummary(taken);
  });
}

const HOUR_MS = 3_600_000;
const MOST_HOURS = LONGEST_PREVIEW_MS / HOUR_MS;
const wantedSchema = z.object({
  releases: z.record(app, version),
  hours: z.int().min(1).max(MOST_HOURS),
});
const previewIdSchema = z.object({ id: z.string().refine(isPreviewId, 'must be the id of a preview') });

export function previewRoutes(
  server: FastifyInstance,
  { pool, storeUrl, store }: ConsoleContext,
  settings: ConsoleSettings,
): void {
  server.post('/api/previews', { ...viewer, bodyLimit: 8_192 }, async (request) => {
    const session = signedIn(request);
    const { releases, hours } = wantedSchema.parse(request.body);
    requireReleaser(session, ...Object.keys(releases));
    const by = session.person.name;
    const preview = await createPreview(storeUrl, releases, { by, lastsMs: hours * HOUR_MS });
    const entry = { ...actorOf(request), action: 'preview', subject: Object.keys(releases).join(' ') };
    await writeAudit(pool, { ...entry, detail: { releases, until: preview.until } });
    return previewSummary(store, preview, settings);
  });
  server.post('/api/previews/:id/withdraw', { ...viewer, bodyLimit: 8_192 }, async (request) => {
    const session = signedIn(request);
    const { id } = previewIdSchema.parse(request.params);
    const preview = (await previewsOf(store)).find((one) => one.id === id);
    if (!preview) throw new RefusedError(404, 'There is no such preview any more.');
    const apps = Object.keys(preview.releases);
    requireReleaser(session, ...apps);
    await withdrawPreview(storeUrl, id);
    const entry = { ...actorOf(request), action: 'withdraw preview', subject: apps.join(' ') };
    await writeAudit(pool, { ...entry, detail: { releases: preview.releases } });
    return {};
  });
}

const expectSchema = z.object({ why, isExpected: z.boolean() });

/** Registers the route that marks a cause as expected, with a reason, or removes the mark. */
export function causeRoutes(server: FastifyInstance, { pool, store }: ConsoleContext): void {
  server.post('/api/errors/:id/expected', { ...viewer, bodyLimit: 4_096 }, async (request) => {
    const { id } = causeIdSchema.parse(request.params);
    const asked = expectSchema.parse(request.body);
    const cause = await readCause(pool, store, id);
    requireReleaser(signedIn(request), cause.app);
    await expectCause(pool, id, asked, actorOf(request));
    return readCause(pool, store, id);
  });
}

const HEARTBEAT_MS = 15_000;
/** Most event streams of all people together. Each holds a connection. */
const MOST_STREAMS = 500;
/** Most event streams of one person, so that nobody takes everybody's connections. */
const MOST_OF_ONE = 30;

type LiveEvent = { event: 'registry'; generation: number } | { event: 'evidence'; app: string } | { event: 'observed' };

type Publish = (event: LiveEvent) => void;

/** Registers the server-sent events of open pages, which end with the session. @returns sends an event to every open page */
export async function eventRoutes(server: FastifyInstance, { pool, watch }: ConsoleContext): Promise<Publish> {
  const listeners = new Set<Publish>();
  const streams = new Map<string, number>();
  const publish: Publish = (event) => {
    for (const listener of listeners) listener(event);
  };
  await server.register(sse, { heartbeatInterval: HEARTBEAT_MS });

  server.get('/api/events', { sse: { kind: 'only' }, ...viewer }, async (request, reply) => {
    const { token, person } = signedIn(request);
    const own = streams.get(person.id) ?? 0;
    if (listeners.size >= MOST_STREAMS || own >= MOST_OF_ONE)
      return reply.code(503).send({ message: 'Too many pages are open.' });
    const tell: Publish = ({ event, ...data }) => void reply.sse.send({ event, data }).catch(() => undefined);
    const check = setInterval(() => {
      findSession(pool, token, false).then(
        (session) => session ?? reply.sse.close(),
        () => undefined,
      );
    }, HEARTBEAT_MS);
    const end = () => {
      clearInterval(check);
      if (!listeners.delete(tell)) return;
      const left = (streams.get(person.id) ?? 1) - 1;
      if (left > 0) streams.set(person.id, left);
      else streams.delete(person.id);
    };
    reply.sse.keepAlive();
    reply.sse.onClose(end);
    listeners.add(tell);
    streams.set(person.id, own + 1);
    tell({ event: 'registry', generation: watch.generation });
  });
  return publish;
}

/** Returns only the host of an address, because the rest holds a secret. */
const hostOf = (url: string | undefined): string => (url ? new URL(url).host : NOT_SET);

function shownOf({ signIn, store, privateStore, databaseUrl, errors, notify }: ConsoleSettings): SettingShown[] {
  const { from, to, timeZone } = notify?.quiet ?? {};
  const shown: readonly (readonly [name: string, value: string, what: string])[] = [
    ['CONSOLE_ORIGIN', signIn.origin, 'where people come to'],
    ['RELEASES_URL', store, 'the store of releases'],
    ['PRIVATE_STORE_URL', privateStore, 'evidence, digests and source maps'],
    ['CONSOLE_DATABASE_URL', databaseUrl ? hostOf(databaseUrl) : 'embedded', 'people and audit'],
    ['OIDC_ISSUER', signIn.openId?.issuer.href ?? NOT_SET, 'who says who somebody is'],
    ['NOTIFY_URL', hostOf(notify?.url), 'the chat that hears of releases, stops, locks and new errors'],
    [
      'NOTIFY_QUIET_HOURS',
      timeZone ? `${from}-${to}, ${timeZone}` : NOT_SET,
      'hours in which only stops by the judge are said',
    ],
    ['ERRORS_URL', hostOf(errors?.url), 'the tool that gets errors as Sentry has them'],
  ];
  return shown.map(([name, value, what]) => ({ name, value, what }));
}

/** Sends a trial message to the chat, and writes its author to the audit. @throws RefusedError that says why it did not arrive */
export async function tryNotify(
  pool: ConsoleContext['pool'],
  { notify, signIn: { origin } }: ConsoleSettings,
  who: Pick<AuditEntry, 'actor' | 'address'>,
): Promise<void> {
  if (!notify) throw new RefusedError(409, NO_NOTIFY);
  await writeAudit(pool, { ...who, action: 'try NOTIFY_URL', subject: 'site' });
  await tryHook(notify.url, { by: who.actor, origin }).catch((error: Error) => {
    throw new RefusedError(502, error.message);
  });
}

export function notifyRoutes(server: FastifyInstance, { pool }: ConsoleContext, settings: ConsoleSettings): void {
  const admin = { config: { access: { right: 'admin' } }, bodyLimit: 1_024 } as const;
  server.post('/api/settings/notify-test', admin, async (request) => {
    await tryNotify(pool, settings, actorOf(request));
    return {};
  });
}
