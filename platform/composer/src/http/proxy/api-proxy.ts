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
/** Bounds for the site's API, and for each back end of a remote's own: one that is slow holds no more of the composer. */
const API = { connections: 256, connectMs: 3_000, silenceMs: 20_000 };
const BACK_END = { connections: 64, connectMs: 2_000, silenceMs: 10_000 };
/** Requests of all visitors that one back end has under way, and uploads of the API: a further one is asked to come again. */
const AT_ONCE = { requests: 200, uploads: 128 };

export const isApiPath = (path: string): boolean =>
  (path === PREFIX || path.startsWith(`${PREFIX}/`)) && !isPrivatePath(path.slice(PREFIX.length));

type ProxyParts = Pick<Parts, 'settings' | 'log' | 'foreign'>;

/** Who answers behind the composer: the site's API, or a remote's own back end. */
interface Upstream {
  /** `api`, or the remote's. */
  app: string;
  origin: string;
  agent: Agent;
  /** Requests that wait for its answer; of the site's API only those that may arrive as slowly as a visitor likes. */
  underWay: number;
  /** Leaves it alone while it fails; the site's API is asked all the same. */
  circuit?: Circuit;
  words: { failure: string; unreachable: string; tooSlow: string };
}

interface Passage {
  to: Upstream;
  /** As it knows the path, query included. */
  path: string;
  headers: Record<string, string | string[]>;
  readBody(): Promise<Buffer | PassThrough>;
  /** Headers of its answer as the visitor gets them. */
  answered(given: IncomingHttpHeaders): Record<string, string | string[]>;
}

const TOO_LONG = 'This is more than can be sent here.';
const RETRY = { 'retry-after': '5' };

/** Passes a request on, streaming both ways. Never rejects: whatever happens, the visitor gets an answer. */
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

  /** @param patienceMs for a short body to arrive */
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
    // What a page of another origin reads is said to everybody: it is nobody's in particular.
    if (forForeign) delete request.headers.cookie;
    return pass(request, response, trace, this.parts, {
      to: this.api,
      path: path + url.search,
      headers: headersForApi(request.headers, settings.behindProxy),
      // Whoever sends slowly is not to hold one of the connections to the API meanwhile.
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

/** Changes nothing: what a page of another origin may ask of the API. */
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Which pages of other origins may read release files, the site's settings, and what the API says to everybody. */
export class ForeignOrigins {
  constructor(private readonly allowed: Settings['FEDERATION_ORIGINS']) {}

  /** Let the asking page read an answer, without cookies: `Access-Control-Allow-Credentials` is never sent. */
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

/** A visitor's headers that a back end may believe. @param behindProxy whether a proxy sets `X-Forwarded-Proto` */
export function visitorHeaders(headers: IncomingHttpHeaders, behindProxy: boolean): Record<string, string | string[]> {
  const mayPass = (name: string): boolean =>
    // An underscore is a hyphen to CGI, WSGI and PHP.
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

/** Headers without those of one hop and without those that `Connection` names. */
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

/** What the other side learns of the visitor and of the request. @param trustProxy whether a proxy in front says who it is */
const forwardedHeaders = ({ headers, socket }: IncomingMessage, trace: Trace, trustProxy: boolean) => ({
  'x-forwarded-for': (trustProxy && headers['x-forwarded-for']) || socket.remoteAddress || '',
  'x-forwarded-host': headers.host ?? '',
  'x-request-id': trace.id,
  traceparent: trace.traceparent,
});

/** @param silenceMs from the last byte sent to the first of the answer, and between two parts of an answer */
const agentOf = ({ connections, connectMs, silenceMs }: typeof API): Agent =>
  new Agent({ connections, connect: { timeout: connectMs }, headersTimeout: silenceMs, bodyTimeout: silenceMs });

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A body on any other method has no meaning that two servers agree on: it is how requests are smuggled. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** @returns whether it has answered a request whose body has no meaning */
function refuseBodyOf(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request) || WITH_BODY.has(request.method ?? '')) return false;
  request.resume();
  sendText(request, response, 400, `A ${request.method} request has no body.`, { connection: 'close' });
  return true;
}

/** Longest body of a post without a file, as the API takes it, in bytes. */
const SMALL = 64 * 1024;
/** For so much over a slow line; an upload has the API's own patience. */
const PATIENCE_MS = 30_000;

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

/** The whole body of a request. @throws LongBodyError, TimeoutError, or Error when the visitor went away */
export function boundedBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLong = (): never => {
    throw new LongBodyError(`a body longer than ${most} bytes`);
  };
  return within(readAll(request, most, tooLong), PATIENCE_MS, 'A body');
}

/** Bytes of a call's body. */
const LARGEST_CALL = 1024 * 1024;
/** Bytes of a form without scripts. */
const LARGEST_ACTION = 64 * 1024;

const FOREIGN = 'This form was sent by a page of another site: open the page here and send it again.';
const ABSENT = 'This form cannot be taken just now. Go back and try again in a moment.';

interface BackEndCall {
  backEnd: BackEnd;
  /** As the back end knows it, query included. */
  path: string;
  /** False: the visitor's cookies stay here, because a page of another site sent the request. */
  withCookies: boolean;
  largestBody: number;
}

/** Answers what a remote's own back end answers: its API, and forms without scripts. */
export class BackEndRoutes {
  constructor(private readonly parts: ProxyParts & Pick<Parts, 'backEnds' | 'previews' | 'visitors' | 'currentSet'>) {}

  /** `/api/{remote}/…`, by the visitor's releases. @returns false, and answers nothing, when it is not a call of a remote's API */
  call(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): boolean {
    const { backEnds } = this.parts;
    const found = url.pathname.startsWith(`${PREFIX}/`) && backEnds.find(url.pathname.slice(PREFIX.length));
    if (!found) return false;
    const { backEnd, path } = found;
    if (isPrivatePath(path)) sendText(request, response, 404, 'There is nothing here.');
    else {
      const withCookies = isRead(request) || this.isOfSite(request);
      const asked = { backEnd, path: path + url.search, withCookies, largestBody: LARGEST_CALL };
      void this.setOf(request, response).then((set) => this.pass(request, response, asked, set, trace()));
    }
    return true;
  }

  /** A form without scripts. @returns false, and answers nothing, when no release declares this action */
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

  /** The releases that this visitor sees. */
  private async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet> {
    const { previews, visitors, currentSet } = this.parts;
    if (previews.isBrought(request)) return previews.setOf(request, response);
    return visitors.setOf(request, currentSet());
  }

  /** Whether a page of this site sent a request. A browser says so with every form: without a word of it nobody is believed. */
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
    // By a form in the site's own origin, a press would act for the visitor at the back ends of others.
    const sandbox = set.apps[backEnd.app]?.isIsolated ? '; sandbox' : '';
    const {
      cookie: _all,
      authorization: _key,
      'content-length': _length,
      ...others
    } = visitorHeaders(request.headers, settings.behindProxy);
    return pass(request, response, trace, this.parts, {
      to: backEnd,
      path,
      headers: { ...others, ...(withCookies && cookieHeader(cookiesOf(request, cookies))) },
      readBody: () => boundedBody(request, largestBody),
      answered(given) {
        const { 'set-cookie': lines, location } = given;
        // One line alone comes as a string, whatever its type says.
        const { set, refused } = settableCookies([lines ?? []].flat(), cookies);
        if (refused.length > 0)
          log('warn', 'cookie not declared', { app: backEnd.app, cookies: refused.slice(0, 5).join(', ') });
        const forForeign = foreign.ofApi(request);
        return {
          ...answeredHeaders(given),
          'content-security-policy': DOCUMENT_POLICY + sandbox,
          ...(typeof location === 'string' && { location: onSite(location, backEnd.origin) }),
          ...(withCookies && !forForeign && set.length > 0 && { ...FOR_ONE_VISITOR, 'set-cookie': set }),
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

  /** @param origins addresses by the names of the remotes, see the setting API_ORIGINS */
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

  /** The back end whose name is the first segment of this path, and the path that it knows. @param path below `/api` */
  find(path: string): { backEnd: BackEnd; path: string } | undefined {
    const [, app = ''] = path.split('/', 2);
    const backEnd = this.known.get(app);
    return backEnd && { backEnd, path: path.slice(app.length + 1) || '/' };
  }

  async close(): Promise<void> {
    await Promise.all([...this.known.values()].map(({ agent }) => agent.destroy()));
  }
}

/** A back end knows its own address; visitors know the site's. */
const onSite = (location: string, origin: string): string => {
  if (!URL.canParse(location) || new URL(location).origin !== origin) return location;
  const { pathname, search, hash } = new URL(location);
  return pathname + search + hash;
};

/**
 * What a back end may say of its own answer. All other headers decide about the whole site, or about the proxy before it:
 * `Clear-Site-Data`, `Strict-Transport-Security`, `Service-Worker-Allowed`, `X-Accel-Redirect` and their like.
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

/** A document of a back end has the origin of the site: it may show and post forms, and runs no script. */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of a back end's answer as a visitor gets them, cookies left out. */
function answeredHeaders(given: IncomingHttpHeaders): Record<string, string | string[]> {
  const own = Object.entries(endToEndHeaders(given)).filter(([name]) => OF_AN_ANSWER.has(name));
  return {
    'cache-control': 'no-store',
    ...Object.fromEntries(own),
    ...securityHeaders(String(given['content-type'])),
  };
}
