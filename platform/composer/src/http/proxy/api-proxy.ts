import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { matchRoute } from '@wholepage/page-rules/address';
import { TimeoutError, within } from '@wholepage/page-rules/time-limit';
import { claimsOf } from '@wholepage/releases/claims';
import type { Trace } from '@wholepage/telemetry/trace';
import { Agent, type Dispatcher, errors } from 'undici';
import { Circuit } from '../../guests/pool/guest-pools';
import { reason } from '../../log';
import type { Parts } from '../../parts';
import type { ReleaseSet } from '../../releases/release-set';
import type { Settings } from '../../settings/settings';
import { cookieHeader, cookiesOf, isPrivatePath, isStaffCookie, settableCookies } from '../request/request';
import { FOR_ONE_VISITOR, securityHeaders, sendText } from '../response/send';

const PREFIX = '/api';
/** Limits for the site's API, and for each remote's back end, so that a slow one holds little of the composer. */
const API = { connections: 256, connectMs: 3_000, silenceMs: 20_000 };
const BACK_END = { connections: 64, connectMs: 2_000, silenceMs: 10_000 };
/** Most concurrent requests to a back end, and uploads to the API; more are answered "come again". */
const AT_ONCE = { requests: 200, uploads: 128 };

export const isApiPath = (path: string): boolean =>
  (path === PREFIX || path.startsWith(`${PREFIX}/`)) && !isPrivatePath(path.slice(PREFIX.length));

type ProxyParts = Pick<Parts, 'settings' | 'log' | 'foreign'>;

/** A server behind the composer: the site's API, or a remote's back end. */
interface Upstream {
  /** `api`, or the remote's name. */
  app: string;
  origin: string;
  agent: Agent;
  /** Concurrent requests; for the site's API only uploads, whose bodies arrive at the visitor's speed. */
  underWay: number;
  /** Circuit breaker; the site's API has none. */
  circuit?: Circuit;
  words: { failure: string; unreachable: string; tooSlow: string };
}

interface Passage {
  to: Upstream;
  /** Path on the upstream, query included. */
  path: string;
  headers: Record<string, string | string[]>;
  readBody(): Promise<Buffer | PassThrough>;
  /** Returns the response headers for the visitor. */
  answered(given: IncomingHttpHeaders): Record<string, string | string[]>;
}

const TOO_LONG = 'This is more than can be sent here.';
const RETRY = { 'retry-after': '5' };

/** Proxies a request, streaming both ways. Never rejects: the visitor gets a response in any case. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  trace: Trace,
  { log, settings }: ProxyParts,
  { to, path, headers, readBody, answered }: Passage,
): Promise<void> {
  if (refuseBodyOf(request, response)) return;
  const { app, origin, agent, circuit, words } = to;
  let body: Buffer | PassThrough | null;
  try {
    body = hasBody(request) ? await readBody() : null;
  } catch (error) {
    request.resume();
    if (error instanceof LongBodyError) return sendText(request, response, 413, TOO_LONG, { connection: 'close' });
    if (error instanceof TimeoutError) return sendText(request, response, 408, words.tooSlow, { connection: 'close' });
    return void response.destroy();
  }
  const isUpload = body instanceof PassThrough;
  const counts = circuit || isUpload ? 1 : 0;
  if (to.underWay + counts > AT_ONCE[isUpload ? 'uploads' : 'requests'] || circuit?.admits(app) === false) {
    request.unpipe().resume();
    return sendText(request, response, 503, words.unreachable, RETRY);
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  to.underWay += counts;
  try {
    const answer = await agent.request({
      origin,
      method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
      path,
      headers: { ...headers, ...forwardedHeaders(request, trace, settings.behindProxy) },
      body,
      signal: gone.signal,
    });
    circuit?.succeeded(app);
    response.writeHead(answer.statusCode, answered(answer.headers));
    await pipeline(answer.body, response);
  } catch (error) {
    // A visitor who closed the tab is not an error.
    if (gone.signal.aborted) return circuit?.undecided(app);
    circuit?.failed(app);
    log('error', words.failure, { app, requestId: trace.id, reason: reason(error) });
    if (response.headersSent) return void response.destroy();
    const isLate = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
    sendText(request, response, isLate ? 504 : 502, isLate ? words.tooSlow : words.unreachable, RETRY);
  } finally {
    to.underWay -= counts;
  }
}

export class ApiProxy {
  private readonly api: Upstream;

  /** @param patienceMs longest wait for a short body */
  constructor(
    private readonly parts: ProxyParts,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.api = {
      app: 'api',
      origin: parts.settings.apiOrigin,
      agent: agentOf(API),
      underWay: 0,
      words: {
        failure: 'api unreachable',
        unreachable:
          'Our service is not available just now. Nothing you typed is lost: go back and try again in a moment.',
        tooSlow: 'This took too long. Nothing you typed is lost: go back and try again in a moment.',
      },
    };
  }

  forward(request: IncomingMessage, response: ServerResponse, url: URL, trace: Trace): Promise<void> {
    const { foreign, settings } = this.parts;
    const keepsPrefix = settings.site.definition.apiKeepsPrefix?.some((start) => url.pathname.startsWith(start));
    const path = keepsPrefix ? url.pathname : url.pathname.slice(PREFIX.length) || '/';
    const forForeign = foreign.ofApi(request);
    // A page of another origin reads only what is public: without cookies.
    if (forForeign) delete request.headers.cookie;
    return pass(request, response, trace, this.parts, {
      to: this.api,
      path: path + url.search,
      headers: headersForApi(request.headers, settings.behindProxy),
      // A short body is read whole first, so that a slow sender holds no connection to the API.
      readBody: () =>
        within(
          readAll(request, SMALL, (parts) => stream(request, parts)),
          this.patienceMs,
          'A body',
        ),
      answered(given) {
        const headers = { ...endToEndHeaders(given), ...forForeign };
        if (forForeign) delete headers['set-cookie'];
        else if (headers['set-cookie']) Object.assign(headers, FOR_ONE_VISITOR);
        return { ...securityHeaders(String(headers['content-type'])), ...headers };
      },
    });
  }

  close(): Promise<void> {
    return this.api.agent.destroy();
  }
}

const ANY = '*';

/** Whether a request only reads, which pages of other origins may do. */
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Origins whose pages may read release files, the site's settings, and public responses of the API. */
export class ForeignOrigins {
  constructor(private readonly allowed: Settings['FEDERATION_ORIGINS']) {}

  /** Returns CORS headers for reading without cookies: `Access-Control-Allow-Credentials` is never sent. */
  headers(request: IncomingMessage): Record<string, string> {
    if (this.allowed === ANY)
      return { 'access-control-allow-origin': ANY, 'cross-origin-resource-policy': 'cross-origin' };
    if (this.allowed.length === 0) return {};
    const { origin } = request.headers;
    // Script elements without CORS send no `Origin`, and caches keep one response for all of them.
    const read = { vary: 'origin', 'cross-origin-resource-policy': 'cross-origin' };
    return origin && this.allowed.includes(origin) ? { ...read, 'access-control-allow-origin': origin } : read;
  }

  /** Returns CORS headers for a response of the API; undefined unless a page of another origin reads. */
  ofApi(request: IncomingMessage): Record<string, string> | undefined {
    const { origin } = request.headers;
    if (!origin || !isRead(request)) return undefined;
    const headers = this.headers(request);
    return headers['access-control-allow-origin'] ? headers : undefined;
  }
}

/** Headers of RFC 9110, section 7.6.1, and those that our connection to the upstream sets itself. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'host',
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
 * Headers that back ends and their frameworks trust as a proxy's. Visitors may not send them: only the composer states
 * the client and the requested address. A proxy in front states them by `X-Forwarded-For` and `X-Forwarded-Proto`.
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

/** Returns the visitor's headers that a back end may trust. @param behindProxy whether a proxy sets `X-Forwarded-Proto` */
export function visitorHeaders(headers: IncomingHttpHeaders, behindProxy: boolean): Record<string, string | string[]> {
  const mayPass = (name: string): boolean =>
    // CGI, WSGI and PHP read an underscore as a hyphen.
    !name.includes('_') &&
    !WORDS_OF_A_PROXY.has(name) &&
    (!name.startsWith('x-forwarded-') || (behindProxy && name === 'x-forwarded-proto'));
  return Object.fromEntries(Object.entries(endToEndHeaders(headers)).filter(([name]) => mayPass(name)));
}

export function headersForApi(headers: IncomingHttpHeaders, behindProxy: boolean): Record<string, string | string[]> {
  const { cookie, ...others } = visitorHeaders(headers, behindProxy);
  const passed = String(cookie ?? '')
    .split(/; */)
    .filter((pair) => pair && !isStaffCookie(pair.split('=')[0] ?? ''))
    .join('; ');
  return { ...others, ...(passed && { cookie: passed }) };
}

/** Returns headers without hop-by-hop ones and those that `Connection` names. */
export function endToEndHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !dropped.has(entry[0]),
    ),
  );
}

/** Returns headers that tell the upstream of client and request. @param trustProxy whether a proxy in front states the client */
const forwardedHeaders = ({ headers, socket }: IncomingMessage, trace: Trace, trustProxy: boolean) => ({
  'x-forwarded-for': (trustProxy && headers['x-forwarded-for']) || socket.remoteAddress || '',
  'x-forwarded-host': headers.host ?? '',
  'x-request-id': trace.id,
  traceparent: trace.traceparent,
});

/** @param silenceMs from the last byte sent to the first of the response, and between two parts of it */
const agentOf = ({ connections, connectMs, silenceMs }: typeof API): Agent =>
  new Agent({ connections, connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs });

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Methods with a body. On others, servers disagree about a body's meaning, which enables request smuggling. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Refuses a body on a method without one. @returns whether it has answered */
function refuseBodyOf(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request) || WITH_BODY.has(request.method ?? '')) return false;
  request.resume();
  sendText(request, response, 400, `A ${request.method} request has no body.`, { connection: 'close' });
  return true;
}

/** Longest body of a post without a file, in bytes, as in the API. */
const SMALL = 64 * 1024;
/** Longest wait for that much over a slow line. Uploads have the API's own limit. */
const PATIENCE_MS = 30_000;

export class LongBodyError extends Error {
  override name = 'LongBodyError';
}

/**
 * Streams the rest of a body. The API may answer before it has read all, for instance when an upload is too large. What
 * is left is then read and discarded, so that the visitor gets that answer and not a closed connection.
 */
function stream(request: IncomingMessage, before: readonly Buffer[]): PassThrough {
  const body = new PassThrough();
  body.once('close', () => {
    request.unpipe(body);
    request.resume();
  });
  // When a visitor leaves during an upload, the API must not take the part for the whole.
  request.once('aborted', () => body.destroy());
  body.on('error', () => request.resume());
  for (const part of before) body.write(part);
  return request.pipe(body);
}

/** Returns the whole body, or what `whenLonger` makes of its first parts once it exceeds the limit. */
async function readAll<T>(
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

/** Returns the whole body of a request. @throws LongBodyError, TimeoutError, or Error when the visitor left */
export function boundedBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLong = (): never => {
    throw new LongBodyError(`a body longer than ${most} bytes`);
  };
  return within(readAll(request, most, tooLong), PATIENCE_MS, 'A body');
}

/** Longest body of a call, in bytes. */
const LARGEST_CALL = 1024 * 1024;
/** Longest body of a form without scripts, in bytes. */
const LARGEST_ACTION = 64 * 1024;

const FOREIGN = 'This form was sent by a page of another site: open the page here and send it again.';
const ABSENT = 'This form cannot be taken just now. Go back and try again in a moment.';

interface BackEndCall {
  backEnd: BackEnd;
  /** Path on the back end, query included. */
  path: string;
  /** False when a page of another site posts or reads: cookies are neither passed on nor set. */
  withCookies: boolean;
  largestBody: number;
}

/** Routes requests to remotes' back ends: their APIs, and forms without scripts. */
export class BackEndRoutes {
  constructor(private readonly parts: ProxyParts & Pick<Parts, 'backEnds' | 'previews' | 'visitors' | 'currentSet'>) {}

  /** Answers `/api/{remote}/…` by the visitor's releases. @returns false, without an answer, for other paths */
  call(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): boolean {
    const { backEnds } = this.parts;
    const found = url.pathname.startsWith(`${PREFIX}/`) && backEnds.find(url.pathname.slice(PREFIX.length));
    if (!found) return false;
    const { backEnd, path } = found;
    if (isPrivatePath(path)) sendText(request, response, 404, 'There is nothing here.');
    else {
      const withCookies = isRead(request) ? !this.parts.foreign.ofApi(request) : this.isOfSite(request);
      const asked = { backEnd, path: path + url.search, withCookies, largestBody: LARGEST_CALL };
      void this.setOf(request, response).then((set) => this.pass(request, response, asked, set, trace()));
    }
    return true;
  }

  /** Answers a form without scripts. @returns false, without an answer, when no release declares this action */
  async action(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): Promise<boolean> {
    if (request.method !== 'POST') return false;
    const set = await this.setOf(request, response);
    const [app] =
      Object.entries(set.apps).find(([, { manifest }]) =>
        manifest.actions.some((pattern) => matchRoute(pattern, url.pathname)),
      ) ?? [];
    if (app === undefined) return false;
    const backEnd = this.parts.backEnds.of(app);
    const isOwn = this.isOfSite(request);
    if (isOwn && backEnd) {
      const asked = { backEnd, path: url.pathname + url.search, withCookies: true, largestBody: LARGEST_ACTION };
      await this.pass(request, response, asked, set, trace());
      return true;
    }
    request.resume();
    if (isOwn) sendText(request, response, 503, ABSENT, RETRY);
    else sendText(request, response, 403, FOREIGN);
    return true;
  }

  /** Returns the releases that this visitor sees. */
  private async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet> {
    const { previews, visitors, currentSet } = this.parts;
    if (previews.isBrought(request)) return previews.setOf(request, response);
    return visitors.setOf(request, currentSet());
  }

  /** Whether a page of this site sent a request. Browsers say so with every form; one that does not is not trusted. */
  private isOfSite({ headers }: IncomingMessage): boolean {
    const { origin } = headers;
    const fetchSite = headers['sec-fetch-site'];
    if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
    if (origin === undefined) return fetchSite === 'same-origin';
    const { siteOrigin } = this.parts.settings;
    return origin === siteOrigin || (URL.canParse(origin) && new URL(origin).host === headers.host);
  }

  private pass(
    request: IncomingMessage,
    response: ServerResponse,
    { backEnd, path, withCookies, largestBody }: BackEndCall,
    set: ReleaseSet,
    trace: Trace,
  ): Promise<void> {
    const { log, foreign, settings } = this.parts;
    const cookies = cookiesIn(set, backEnd.app);
    // Without the sandbox, a form in an isolated remote's document would post in the visitor's name to other back ends.
    const sandbox = set.apps[backEnd.app]?.isIsolated ? '; sandbox' : '';
    const { cookie: _all, authorization: _key, ...others } = visitorHeaders(request.headers, settings.behindProxy);
    return pass(request, response, trace, this.parts, {
      to: backEnd,
      path,
      headers: { ...others, ...(withCookies && cookieHeader(cookiesOf(request, cookies))) },
      readBody: () => boundedBody(request, largestBody),
      answered(given) {
        const { 'set-cookie': lines, location } = given;
        // A single line comes as a string, despite its type.
        const { set, refused } = settableCookies([lines ?? []].flat(), cookies);
        if (refused.length > 0)
          log('warn', 'cookie not declared', { app: backEnd.app, cookies: refused.slice(0, 5).join(', ') });
        const forForeign = foreign.ofApi(request);
        return {
          ...answeredHeaders(given),
          'content-security-policy': DOCUMENT_POLICY + sandbox,
          ...(typeof location === 'string' && { location: onSite(location, backEnd.origin) }),
          ...(withCookies && set.length > 0 && { ...FOR_ONE_VISITOR, 'set-cookie': set }),
          ...forForeign,
        };
      },
    });
  }
}

const cookiesIn = (set: ReleaseSet, app: string): readonly string[] => {
  const release = set.apps[app];
  return release ? claimsOf(release.manifest).cookies : [];
};

export type BackEnd = Required<Upstream>;

/** Back ends of remotes by name, each with its own connections and its own circuit. */
export class BackEnds {
  private readonly known: ReadonlyMap<string, BackEnd>;

  /** @param origins addresses by remote: the setting API_ORIGINS */
  constructor(origins: Readonly<Record<string, string>>) {
    this.known = new Map(
      Object.entries(origins).map(([app, address]) => [
        app,
        {
          app,
          origin: new URL(address).origin,
          agent: agentOf(BACK_END),
          underWay: 0,
          circuit: new Circuit(),
          words: {
            failure: 'back end unreachable',
            unreachable: 'This part of the site cannot be reached just now. Go back and try again in a moment.',
            tooSlow: 'This took too long. Go back and try again in a moment.',
          },
        },
      ]),
    );
  }

  of(app: string): BackEnd | undefined {
    return this.known.get(app);
  }

  /** Returns the back end named by a path's first segment, and the rest of the path. @param path below `/api` */
  find(path: string): { backEnd: BackEnd; path: string } | undefined {
    const [, app = ''] = path.split('/', 2);
    const backEnd = this.known.get(app);
    return backEnd && { backEnd, path: path.slice(app.length + 1) || '/' };
  }

  async close(): Promise<void> {
    await Promise.all([...this.known.values()].map(({ agent }) => agent.destroy()));
  }
}

/** Rewrites a redirect to the back end's own origin as one on the site. */
const onSite = (location: string, origin: string): string => {
  if (!URL.canParse(location) || new URL(location).origin !== origin) return location;
  const { pathname, search, hash } = new URL(location);
  // Browsers take `//other.example` for another site.
  return pathname.replace(/^\/+/, '/') + search + hash;
};

/**
 * Response headers that a back end may set. Others affect the whole site or the proxy in front: `Clear-Site-Data`,
 * `Strict-Transport-Security`, `Service-Worker-Allowed`, `X-Accel-Redirect` and the like.
 */
const OF_AN_ANSWER = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'vary',
]);

/** Policy of a back end's documents, which have the site's origin: they may show content and post forms, but run no script. */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns a back end's response headers for the visitor, without cookies. */
function answeredHeaders(given: IncomingHttpHeaders): Record<string, string | string[]> {
  const own = Object.entries(endToEndHeaders(given)).filter(([name]) => OF_AN_ANSWER.has(name));
  return {
    'cache-control': 'no-store',
    ...Object.fromEntries(own),
    ...securityHeaders(String(given['content-type'])),
  };
}
