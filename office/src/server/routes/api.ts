import replyFrom from '@fastify/reply-from';
import { RefusedError } from '@wholepage/sign-in/errors';
import { signedIn } from '@wholepage/sign-in/sessions';
import { CALLER_HEADER } from 'api-wire/office/caller';
import type { FastifyInstance } from 'fastify';
import { callerToken } from '../caller';
import type { OfficeContext } from '../context';

const AWAY = 'The site’s data cannot be reached now. What you typed is still here; try again in a minute.';
/** Streams send a sign of life every 20 s. */
const SILENCE_MS = 30_000;
/** A picture of a post, and its frame. */
const MOST_BYTES = 11 * 1024 * 1024;
const PATH = /^\/office\/[\w.~-]+(\/[\w.~-]+)*$/;
/** Visitors' files go to an origin of their own. */
const FILES = /^\/office\/enquiries\/[^/]+\/files\//;
/** What an answer may say about itself. */
const PASSED_ON = ['content-type', 'content-length', 'content-disposition', 'retry-after', 'etag'];

/** Passes calls on to the API for the person of the session. The API checks rights in each of them. */
export async function apiRoutes(app: FastifyInstance, { settings, secret }: OfficeContext): Promise<void> {
  await app.register(replyFrom, {
    base: settings.apiOrigin,
    undici: { connections: 32, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS, connect: { timeout: 3000 } },
    disableRequestLogging: true,
  });
  // Bodies are the API's to read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.all('/office/*', { config: { access: 'member' }, bodyLimit: MOST_BYTES }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!PATH.test(path) || path.includes('..') || FILES.test(path))
      throw new RefusedError(404, 'There is nothing at this address.');
    const token = callerToken(signedIn(request), secret);
    return reply.from(request.url, {
      retriesCount: 0,
      rewriteRequestHeaders: (_request, headers) => ({
        accept: headers.accept ?? 'application/json',
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
        ...(headers['content-length'] && { 'content-length': headers['content-length'] }),
        ...(headers['if-none-match'] && { 'if-none-match': headers['if-none-match'] }),
        [CALLER_HEADER]: token,
      }),
      rewriteHeaders: (headers) =>
        Object.fromEntries(PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
      onError: (failed, { error }) => {
        request.log.warn({ err: error }, 'the API did not answer');
        void failed.code(503).send({ message: AWAY });
      },
    });
  });
}
