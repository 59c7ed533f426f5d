import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import replyFrom from '@fastify/reply-from';
import { RefusedError } from '@wholepage/sign-in/errors';
import { listPeople } from '@wholepage/sign-in/people';
import { isRecent, type Session, signedIn } from '@wholepage/sign-in/sessions';
import { type StaffOptions, staffServer } from '@wholepage/staff-kit/server';
import { CALLER_HEADER, signCaller } from 'api-wire/office/caller';
import { MOST_PICTURE_BYTES } from 'api-wire/office/posts';
import { mayDo, RIGHT_NAMES } from 'api-wire/office/words';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { TIME_ZONE } from 'site/config';
import { OFFICE, ROOT } from '../service';
import { fileRoutes } from './files';
import type { OfficeSettings } from './settings';

export async function buildApp(options: StaffOptions<OfficeSettings>): Promise<FastifyInstance> {
  const { settings, pool } = options;
  const server = await staffServer(OFFICE, {
    ...options,
    // As long as the page waits: a picture from a phone on a slow line takes minutes.
    requestTimeout: 5 * 60_000,
    maxParamLength: 1000,
    pictures: [settings.filesOrigin, settings.siteOrigin],
    background: ['/office/news/follow'],
  });
  siteRoutes(server, pool, settings);
  fileRoutes(server, settings);
  await server.register(async (scope) => apiRoutes(scope, settings));
  return server;
}

const AWAY = 'The site’s data cannot be reached now. What you typed is still here; try again in a minute.';
/** Timeout for headers and body: streams send a sign of life every 20 s. */
const SILENCE_MS = 30_000;
/** The largest body: a picture of a post, and 1 MiB more. */
const MOST_BYTES = MOST_PICTURE_BYTES + 1024 * 1024;
const PATH = /^\/office\/[\w.~-]+(\/[\w.~-]+)*$/;
/** Paths of visitors' files, which are served at their own origin only. */
const FILES = /^\/office\/enquiries\/[^/]+\/files\//;

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const only = (headers: Headers, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));

/** Proxies calls to the API for the session's person. The API checks rights on each call. */
async function apiRoutes(app: FastifyInstance, settings: OfficeSettings): Promise<void> {
  await app.register(replyFrom, {
    base: settings.apiOrigin,
    undici: { connections: 32, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS, connect: { timeout: 3000 } },
    disableRequestLogging: true,
  });
  // Bodies are streamed on unread: the API parses them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.all('/office/*', { config: { access: 'member' }, bodyLimit: MOST_BYTES }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!PATH.test(path) || path.includes('..') || FILES.test(path))
      throw new RefusedError(404, 'There is nothing at this address.');
    const token = callerToken(signedIn(request), settings.apiSecret);
    return reply.from(request.url, {
      retriesCount: 0,
      rewriteRequestHeaders: (_request, headers) => ({
        accept: 'application/json',
        ...only(headers, ['accept', 'content-type', 'content-length']),
        [CALLER_HEADER]: token,
      }),
      rewriteHeaders: (headers) =>
        only(headers, ['content-type', 'content-length', 'content-disposition', 'retry-after']),
      onError: (failed, { error }) => {
        request.log.warn({ err: error }, 'the API did not answer');
        void failed.code(503).send({ message: AWAY });
      },
    });
  });
}

function siteRoutes(server: FastifyInstance, pool: pg.Pool, settings: OfficeSettings): void {
  server.get('/settings', { config: { access: 'member' } }, async () => ({
    siteOrigin: settings.siteOrigin,
    timeZone: TIME_ZONE,
  }));
  server.get('/colleagues', { config: { access: { right: 'desk' } } }, async () => {
    const people = await listPeople(pool);
    const desk = people.filter(({ rights, endedAt }) => !endedAt && mayDo(rights, 'desk'));
    return { data: desk.map(({ id, name }) => ({ id, name })) };
  });
  // The site's files of facts, which count until the office changes them.
  server.get('/fact-files', { config: { access: { right: 'owner' } } }, async () => {
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(ROOT, 'site', `${name}.json`), 'utf8'));
    const [company, navigation] = await Promise.all([read('company'), read('navigation')]);
    return { company, navigation };
  });
}

/** Returns a signed token that names the caller to the API for a minute. */
const callerToken = (session: Session, secret: string): string => {
  const { id, name, rights } = session.person;
  const held = RIGHT_NAMES.filter((right) => rights.includes(right));
  return signCaller({ id, name, rights: held, confirmed: isRecent(session) }, secret);
};
