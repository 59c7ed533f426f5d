import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import cors from '@fastify/cors';
import { isOwnMachine } from '@wholepage/page-rules/address';
import { nextStep, type Trace } from '@wholepage/telemetry/trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import {
  ENROLMENT_HEADER,
  FILL_SECONDS_HEADER,
  NOTICE_HEADER,
  SUBMISSION_FIELD,
  SUBMISSION_HEADER,
  UPLOAD_LIMIT_BYTES,
} from '../../wire/forms';
import type { Context } from '../context';
import { currentTrace } from '../db/database';
import { InvalidFormError, RefusedError } from '../errors';
import type { Config } from '../settings/config';

const GIVEN_ID = /^[\w-]{8,64}$/;

/** Returns the trace id of a valid `traceparent`. */
const traceId = (given: unknown): string | undefined => {
  const { id, parentSpanId } = nextStep(typeof given === 'string' ? given : undefined);
  return parentSpanId && id;
};

/**
 * Returns the request's id: the composer's, so that both logs show the same one; or the trace id of a page's call,
 * which is the same. Otherwise a new one.
 */
export const requestId =
  (trusted: boolean) =>
  (request: IncomingMessage): string => {
    if (!trusted) return randomUUID();
    const { 'x-request-id': given, traceparent } = request.headers;
    if (typeof given === 'string' && GIVEN_ID.test(given)) return given;
    return traceId(traceparent) ?? randomUUID();
  };

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace;
  }
}

/**
 * Logs one line a request, measures it for `/metrics`, and reports its span to `onSpan`. The log has the route's
 * pattern, and neither the visitor's address nor any input: no personal data.
 */
export function observed(app: FastifyInstance, { metrics, onSpan }: Pick<Context, 'metrics' | 'onSpan'>): void {
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    request.trace = nextStep(typeof traceparent === 'string' ? traceparent : undefined);
  });
  // The last hook before the handler, so that all that the handler awaits has this context.
  app.addHook('preHandler', (request, _reply, done) => currentTrace.run(request.trace, done));
  app.addHook('onResponse', async ({ trace, method, routeOptions, log }, { statusCode: status, elapsedTime: ms }) => {
    const route = routeOptions.url ?? 'unknown';
    metrics.requests.observe({ method, route, status }, ms / 1000);
    log.info({ method, route, status, ms: Math.round(ms) }, 'request');
    const endMs = performance.timeOrigin + performance.now();
    onSpan?.({
      step: trace,
      name: `${method} ${route}`,
      startMs: endMs - ms,
      endMs,
      attributes: { 'http.request.method': method, 'http.response.status_code': status },
      failed: status >= 500,
    });
  });
}

/**
 * After a stop every response closes its connection, because a kept-alive one would delay the stop until it times out.
 * Responses whose headers were sent before close once they are idle.
 */
export function draining(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections());
  });
}

/** Most bytes read of a refused body: some uploads. */
const LARGEST_DRAIN = 4 * UPLOAD_LIMIT_BYTES;

/** Reads a body to its end if it is somewhat too large: browsers and the composer see a response only after sending all. */
export function readToEnd(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, raw, routeOptions }, _reply, payload) => {
    const length = Number(headers['content-length'] ?? 0);
    if (length > (routeOptions.bodyLimit ?? LARGEST_DRAIN) && length <= LARGEST_DRAIN) {
      raw.resume();
      await finished(raw, { writable: false });
    }
    return payload;
  });
}

/** Closes a server after it has read all arrived requests, which would otherwise lose their connection without an answer. */
export async function closeRead(app: FastifyInstance): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  await app.close();
}

/** Paths called by servers, which send no Origin and sign their requests. */
const SIGNED_PATHS = new Set(['/webhooks/payment']);

/** Headers of all responses, which are data: browsers must not run, frame or sniff them. */
export const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Sets security headers and CORS for the site's origins, and refuses posts from all others. */
export async function security(app: FastifyInstance, { siteOrigins, production }: Config): Promise<void> {
  /** Outside production every port of this machine is allowed: a standalone remote has its own. */
  const isAllowed = (origin: string): boolean =>
    siteOrigins.includes(origin) || (!production && URL.canParse(origin) && isOwnMachine(new URL(origin)));
  const isOwn = ({ headers, host }: FastifyRequest, origin: string): boolean => {
    if (isAllowed(origin)) return true;
    // Pages with `Referrer-Policy: no-referrer` post with Origin `null`; only the browser can vouch for them.
    if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin';
    // Outside production a site may be at any address of its machine.
    return !production && URL.canParse(origin) && new URL(origin).host === host;
  };
  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && isAllowed(origin)),
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['content-type', SUBMISSION_HEADER, ENROLMENT_HEADER, NOTICE_HEADER, FILL_SECONDS_HEADER],
    exposedHeaders: ['retry-after', 'x-request-id'],
    maxAge: 600,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS).header('cross-origin-resource-policy', 'cross-origin');
    reply.header('x-request-id', request.id);
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    reply.header('cache-control', 'no-store');
    const origin = request.headers.origin;
    if (origin === undefined || SIGNED_PATHS.has(request.routeOptions.url ?? '')) return;
    if (!isOwn(request, origin)) {
      throw new RefusedError(
        403,
        'Forms of other websites are not accepted here. Please use the form on our own site.',
      );
    }
  });
}

const ID = /^[\w.:-]{8,128}$/;

/**
 * Returns a submission's id from the header or else the fields; undefined when there is none.
 * @param fields of a form that works without scripts, too
 * @throws RefusedError when it is malformed
 */
export function submissionIdOf(request: FastifyRequest, fields?: unknown): string | undefined {
  const field = (fields as Record<string, unknown> | null | undefined)?.[SUBMISSION_FIELD];
  const value: unknown = request.headers[SUBMISSION_HEADER.toLowerCase()] || field;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !ID.test(value)) {
    throw new RefusedError(400, 'This form could not be recognised. Please reload the page and send it again.');
  }
  return value;
}

/** Without an id, the same content from the same address within this time is a repeat. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

/** Identifies a submission, so that repeats are stored once. */
export interface SubmissionKey {
  key: string;
  /** Key of the same content in the former time window; only without an id of the browser. */
  previous?: string;
}

/** Normalises line breaks: form posts have CRLF where JSON has LF. */
const sameBreaks = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;

export const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts, sameBreaks)).digest('base64url');

/**
 * Returns a submission's key. It covers the content, so that a corrected message under the same id is a new submission, not lost.
 * @param address of the visitor; used only without an id, as part of a hash
 */
export function submissionKey(
  id: string | undefined,
  content: readonly unknown[],
  address: string,
  now = Date.now(),
): SubmissionKey {
  if (id !== undefined) return { key: `id:${hashOf([id, ...content])}` };
  const window = Math.floor(now / REPEAT_WINDOW_MS);
  const of = (number: number) => `auto:${hashOf([number, address, ...content])}`;
  return { key: of(window), previous: of(window - 1) };
}

/** Whether a form was posted without scripts, so that no e-mail call came before it. */
export const isFormPost = (request: FastifyRequest): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers['content-type'] ?? '') &&
  !request.headers[SUBMISSION_HEADER.toLowerCase()];

/** Whether a browser navigates, by an address or a form, and shows the response as a page. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || isFormPost(request)) && /text\/html/i.test(request.headers.accept ?? '');

interface SchemaError {
  /** Path of the field, such as `/email`. */
  instancePath?: string;
  message?: string;
}

export const problemsOf = (errors: readonly SchemaError[]): { field: string; message: string }[] => {
  const problems = new Map<string, string>();
  for (const { instancePath = '', message = '' } of errors) {
    const field = instancePath.split('/')[1] ?? '';
    if (!problems.has(field)) problems.set(field, message);
  }
  return [...problems].map(([field, message]) => ({ field, message }));
};

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Enforces every route's documented schemas. Missing fields are reported in the schema's words, which are for visitors;
 * a body that is no object lacks all fields.
 */
export function validation(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
    return route.httpPart === 'body' ? (data) => validate(isRecord(data) ? data : {}) : validate;
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setSchemaErrorFormatter((errors, part) => {
    if (part === 'body') return new InvalidFormError(problemsOf(errors));
    return new RefusedError(400, errors[0]?.message ?? 'This address is not complete.');
  });
}
