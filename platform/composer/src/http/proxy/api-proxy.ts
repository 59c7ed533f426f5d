import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { orAfter } from '@wholepage/page-rules/time-limit';
import type { Trace } from '@wholepage/telemetry/trace';
import { Agent, type Dispatcher, errors } from 'undici';
import { type Log, reason } from '../../log';
import type { Settings } from '../../settings/settings';
import { isPrivatePath, isStaffCookie } from '../request/request-url';
import { FOR_ONE_VISITOR, securityHeaders, sendText } from '../response/send';

const PREFIX = '/api';
const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_LIMIT_MS = 20_000;
const CONNECTIONS = 256;

const UNREACHABLE =
  'Our service is not available just now. Nothing you typed is lost: go back and try again in a moment.';
const TOO_SLOW = 'This took too long. Nothing you typed is lost: go back and try again in a moment.';

export const isApiPath = (path: string): boolean =>
  (path === PREFIX || path.startsWith(`${PREFIX}/`)) && !isPrivatePath(path.slice(PREFIX.length));

interface ApiProxyOptions {
  apiOrigin: string;
  trustProxy: boolean;
  log: Log;
  foreign: ForeignOrigins;
  /** Paths whose prefix the API knows: see `apiKeepsPrefix` of the site. */
  unchanged?: readonly string[];
  /** For a short body to arrive. */
  patienceMs?: number;
}

export interface ApiProxy {
  forward(request: IncomingMessage, response: ServerResponse, url: URL, trace: Trace): Promise<void>;
  close(): Promise<void>;
}

/** Passes `/api/*` on to the API, streaming both ways. */
export function createApiProxy({
  apiOrigin,
  trustProxy,
  log,
  foreign,
  unchanged = [],
  patienceMs,
}: ApiProxyOptions): ApiProxy {
  /** As the API knows it. */
  const receivedPath = (path: string): string =>
    unchanged.some((start) => path.startsWith(start)) ? path : path.slice(PREFIX.length) || '/';
  const agent = agentOf(CONNECTIONS, CONNECT_TIMEOUT_MS, SILENCE_LIMIT_MS);

  const optionsFor = async (request: IncomingMessage, url: URL, trace: Trace): Promise<Dispatcher.RequestOptions> => {
    const { method = 'GET', headers } = request;
    return {
      origin: apiOrigin,
      method: method as Dispatcher.HttpMethod,
      path: receivedPath(url.pathname) + url.search,
      headers: {
        ...headersForBackEnd(headers, trustProxy),
        ...forwardedHeaders(request, trace, trustProxy),
      },
      body: hasBody(request) ? await arrivedBody(request, patienceMs) : null,
    };
  };

  const fail = (request: IncomingMessage, response: ServerResponse, trace: Trace, error: unknown) => {
    log('error', 'api unreachable', { requestId: trace.id, reason: reason(error) });
    if (response.headersSent) return void response.destroy();
    const [status, text] = isTimeout(error) ? ([504, TOO_SLOW] as const) : ([502, UNREACHABLE] as const);
    sendText(request, response, status, text, { 'retry-after': '5' });
  };

  const forward: ApiProxy['forward'] = async (request, response, url, trace) => {
    if (refuseBodyOf(request, response)) return;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const forForeign = foreign.ofApi(request);
      // What a page of another origin reads is said to everybody: it is nobody's in particular.
      if (forForeign) delete request.headers.cookie;
      const answer = await agent.request({ ...(await optionsFor(request, url, trace)), signal: gone.signal });
      const headers = { ...endToEndHeaders(answer.headers), ...forForeign };
      if (forForeign) delete headers['set-cookie'];
      else if (headers['set-cookie']) Object.assign(headers, FOR_ONE_VISITOR);
      response.writeHead(answer.statusCode, { ...securityHeaders(String(headers['content-type'])), ...headers });
      await pipeline(answer.body, response);
    } catch (error) {
      // A visitor who closed the tab is not an error.
      if (gone.signal.aborted) return;
      if (error instanceof SlowBodyError) return sendText(request, response, 408, TOO_SLOW, { connection: 'close' });
      fail(request, response, trace, error);
    }
  };
  return { forward, close: () => agent.destroy() };
}

const ANY = '*';

/** API calls that a page of another origin may make: those that change nothing. */
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Which pages of other origins may read release files, the site's settings, and what the API says to everybody. */
export class ForeignOrigins {
  constructor(private readonly allowed: Settings['FEDERATION_ORIGINS']) {}

  /**
   * Headers that let the asking page read an answer, always without cookies: `Access-Control-Allow-Credentials` is never sent.
   * @returns none where no other origin is let in
   */
  headers(request: IncomingMessage): Record<string, string> {
    if (this.allowed === ANY)
      return { 'access-control-allow-origin': ANY, 'cross-origin-resource-policy': 'cross-origin' };
    if (this.allowed.length === 0) return {};
    const { origin } = request.headers;
    // Scripts of pages that ask without CORS say no origin, and a cache keeps one answer for all who ask so.
    const read = { vary: 'origin', 'cross-origin-resource-policy': 'cross-origin' };
    return origin && this.allowed.includes(origin) ? { ...read, 'access-control-allow-origin': origin } : read;
  }

  /** Headers of an answer of the API; undefined when this is not a read by a page of another origin. */
  ofApi(request: IncomingMessage): Record<string, string> | undefined {
    const { origin } = request.headers;
    if (!origin || !isRead(request)) return undefined;
    const headers = this.headers(request);
    return headers['access-control-allow-origin'] ? headers : undefined;
  }
}

/** RFC 9110, section 7.6.1, and those that our own connection to the other side sets. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * The composer alone says who a visitor is and which address was requested. Back ends and their frameworks take these
 * for the words of a proxy. What stands in front of the composer says it with `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
const WORDS_OF_A_PROXY = new Set([
  'forwarded',
  'via',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-real-ip',
  'x-remote-user',
  'remote-user',
  'x-original-host',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

const namesIn = (value: string | string[] | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/**
 * A visitor's headers that a back end may believe.
 * @param behindProxy whether a proxy in front of the composer sets `X-Forwarded-Proto`
 */
export function visitorHeaders(headers: IncomingHttpHeaders, behindProxy: boolean): Record<string, string | string[]> {
  const mayPass = (name: string): boolean =>
    // An underscore is a hyphen to CGI, WSGI and PHP.
    !name.includes('_') &&
    !WORDS_OF_A_PROXY.has(name) &&
    (!name.startsWith('x-forwarded-') || (behindProxy && name === 'x-forwarded-proto'));
  return Object.fromEntries(Object.entries(endToEndHeaders(headers)).filter(([name]) => mayPass(name)));
}

/** A request's headers as a back end of the site gets them. */
export function headersForBackEnd(
  headers: IncomingHttpHeaders,
  behindProxy = false,
): Record<string, string | string[]> {
  const { cookie, ...others } = visitorHeaders(headers, behindProxy);
  const passed = String(cookie ?? '')
    .split(/; */)
    .filter((pair) => pair && !isStaffCookie(pair.split('=')[0] ?? ''))
    .join('; ');
  return { ...others, ...(passed && { cookie: passed }) };
}

/** Headers without those of one hop and without those that `Connection` names. */
export function endToEndHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const dropped = new Set([...HOP_BY_HOP, ...namesIn(headers.connection)]);
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !dropped.has(entry[0]),
    ),
  );
}

/** What the other side learns of the visitor and of the request. @param trustProxy whether a proxy in front says who it is */
export const forwardedHeaders = ({ headers, socket }: IncomingMessage, trace: Trace, trustProxy: boolean) => ({
  'x-forwarded-for': (trustProxy && headers['x-forwarded-for']) || socket.remoteAddress || '',
  'x-forwarded-host': headers.host ?? '',
  'x-request-id': trace.id,
  traceparent: trace.traceparent,
});

/** @param silenceMs from the last byte sent to the first of the answer, and between two parts of an answer */
export const agentOf = (connections: number, connectMs: number, silenceMs: number): Agent =>
  new Agent({ connections, connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs });

export const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A body on any other method has no meaning that two servers agree on: it is how requests are smuggled. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** @returns whether it has answered a request whose body has no meaning */
export function refuseBodyOf(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request) || WITH_BODY.has(request.method ?? '')) return false;
  request.resume();
  sendText(request, response, 400, `A ${request.method} request has no body.`, { connection: 'close' });
  return true;
}

/** Longest body of a post without a file, as the API takes it, in bytes. */
const SMALL = 64 * 1024;
/** For so much over a slow line; an upload has the API's own patience. */
const PATIENCE_MS = 30_000;

/** A body that is short, or says nothing of its length, did not come in time. */
export class SlowBodyError extends Error {
  override name = 'SlowBodyError';
}

/** A body is longer than it may be. */
export class LongBodyError extends Error {
  override name = 'LongBodyError';
}

/**
 * The rest of a body as it arrives. The API may answer before it has read all, an upload that is too large for instance.
 * The visitor is to get that answer, and not an end of the connection. So what is left is read and thrown away.
 */
function stream(request: IncomingMessage, before: readonly Buffer[]): PassThrough {
  const body = new PassThrough();
  body.once('close', () => {
    request.unpipe(body);
    request.resume();
  });
  // A visitor who goes away in the middle of an upload: the API must not take what came for the whole.
  request.once('aborted', () => body.destroy());
  body.on('error', () => request.resume());
  for (const part of before) body.write(part);
  return request.pipe(body);
}

/** All of a body, or what `whenLonger` makes of its first parts as soon as it is known to be longer. */
async function read<T>(
  request: IncomingMessage,
  most: number,
  whenLonger: (parts: Buffer[]) => T,
): Promise<Buffer | T> {
  const parts: Buffer[] = [];
  if (Number(request.headers['content-length'] ?? 0) > most) return whenLonger(parts);
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > most) return whenLonger(parts);
  }
  return Buffer.concat(parts);
}

const inTime = <T>(body: Promise<T>, patienceMs: number): Promise<T> =>
  orAfter(body, patienceMs, (): never => {
    throw new SlowBodyError(`a body took longer than ${patienceMs} ms`);
  });

/**
 * The whole body of a request, when all of it has arrived.
 * @throws LongBodyError, SlowBodyError, or Error when the visitor went away
 */
export const boundedBody = (request: IncomingMessage, most: number): Promise<Buffer> =>
  inTime(
    read(request, most, (): never => {
      throw new LongBodyError(`a body longer than ${most} bytes`);
    }),
    PATIENCE_MS,
  );

/**
 * A body to be passed on: a short one when all of it has arrived; a longer one as it arrives. Whoever sends slowly is not to hold one of the
 * connections to the API meanwhile.
 * @throws SlowBodyError when a short one takes too long, or Error when the visitor went away
 */
export const arrivedBody = (request: IncomingMessage, patienceMs = PATIENCE_MS): Promise<Buffer | PassThrough> =>
  inTime(
    read(request, SMALL, (parts) => stream(request, parts)),
    patienceMs,
  );
