import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { matchRoute } from '@wholepage/page-rules/address';
import type { Trace } from '@wholepage/telemetry/trace';
import type { Agent, Dispatcher } from 'undici';
import { Circuit } from '../guests/pool/guest-pools';
import {
  agentOf,
  boundedBody,
  endToEndHeaders,
  type ForeignOrigins,
  forwardedHeaders,
  hasBody,
  isTimeout,
  LongBodyError,
  refuseBodyOf,
  SlowBodyError,
  visitorHeaders,
} from '../http/proxy/api-proxy';
import { declaredCookies, isPrivatePath, receivedCookies, settableCookies } from '../http/request/request-url';
import { FOR_ONE_VISITOR, securityHeaders, sendText } from '../http/response/send';
import { type Log, reason } from '../log';
import type { ReleaseSet } from '../releases/release-set';

const API_PREFIX = '/api';
/** Bytes of a call's body. */
const LARGEST_CALL = 1024 * 1024;
/** Bytes of a form without scripts. */
const LARGEST_ACTION = 64 * 1024;

const FOREIGN = 'This form was sent by a page of another site: open the page here and send it again.';
const ABSENT = 'This form cannot be taken just now. Go back and try again in a moment.';

interface BackEndRoutesOptions extends BackEndProxyOptions {
  siteOrigin: string;
  /** The releases that this visitor sees. */
  setOf(request: IncomingMessage, response: ServerResponse): ReleaseSet | Promise<ReleaseSet>;
}

/** Answers what a remote's own back end answers: its API, and forms without scripts. */
export class BackEndRoutes {
  private readonly proxy: BackEndProxy;

  constructor(private readonly options: BackEndRoutesOptions) {
    this.proxy = new BackEndProxy(options);
  }

  /** @returns false, and answers nothing, when it is not a call of a remote's API */
  call(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): boolean {
    const found = this.ofCall(request, url);
    if (!found) return false;
    if (found === 'private') sendText(request, response, 404, 'There is nothing here.');
    else void this.setOf(request, response).then((set) => this.proxy.forward(request, response, found(set), trace()));
    return true;
  }

  /** @returns false, and answers nothing, when no release declares this action */
  async action(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): Promise<boolean> {
    const found = this.ofAction(request, url, await this.setOf(request, response));
    if (!found) return false;
    if (typeof found === 'object') await this.proxy.forward(request, response, found, trace());
    else {
      request.resume();
      if (found === 'foreign') sendText(request, response, 403, FOREIGN);
      else sendText(request, response, 503, ABSENT, { 'retry-after': '5' });
    }
    return true;
  }

  /** A call of `/api/{remote}/…`. @returns undefined when it is the site's API's; `private` when nobody may call it; else its way, by the visitor's releases */
  private ofCall(request: IncomingMessage, url: URL): ((set: ReleaseSet) => Passage) | 'private' | undefined {
    if (!url.pathname.startsWith(`${API_PREFIX}/`)) return undefined;
    const found = this.options.backEnds.find(url.pathname.slice(API_PREFIX.length));
    if (!found) return undefined;
    const { backEnd, path } = found;
    if (isPrivatePath(path)) return 'private';
    return (set) => ({
      backEnd,
      path: path + url.search,
      cookies: cookiesIn(set, backEnd.app),
      withCookies: isRead(request) || isSameOrigin(request, this.options.siteOrigin),
      largestBody: LARGEST_CALL,
    });
  }

  /**
   * A form without scripts, posted to an action that a release declares.
   * @returns undefined when no release declares it, `foreign` when a page of another site sent it, `absent` when its remote
   * has no back end here
   */
  private ofAction(request: IncomingMessage, url: URL, set: ReleaseSet): Passage | 'foreign' | 'absent' | undefined {
    if (request.method !== 'POST') return undefined;
    const owner = Object.entries(set.apps).find(([, release]) =>
      release?.manifest.actions?.some((pattern) => matchRoute(pattern, url.pathname)),
    );
    if (!owner) return undefined;
    if (!isSameOrigin(request, this.options.siteOrigin)) return 'foreign';
    const [app] = owner;
    const backEnd = this.options.backEnds.of(app);
    if (!backEnd) return 'absent';
    return {
      backEnd,
      path: url.pathname + url.search,
      cookies: cookiesIn(set, app),
      withCookies: true,
      largestBody: LARGEST_ACTION,
    };
  }

  private async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet> {
    return this.options.setOf(request, response);
  }
}

const cookiesIn = (set: ReleaseSet, app: string): string[] => {
  const release = set.apps[app];
  return release ? declaredCookies(release.manifest) : [];
};

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

/**
 * Whether a page of this site sent a request. A browser says so with every form: without a word of it nobody is believed.
 * @param siteOrigin as the settings name it
 */
function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, siteOrigin: string): boolean {
  const { origin } = headers;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin === undefined) return fetchSite === 'same-origin';
  return origin === siteOrigin || (headers.host !== undefined && hostOf(origin) === headers.host);
}

const CONNECT_TIMEOUT_MS = 2_000;
const SILENCE_LIMIT_MS = 10_000;
/** Connections to one back end: one that is slow holds no more of the composer. */
const CONNECTIONS = 64;

/** A remote's own back end. */
export interface BackEnd {
  app: string;
  origin: string;
  agent: Agent;
  /** Requests that wait for its answer. */
  underWay: number;
}

/** Back ends of remotes by name, each with its own connections and its own circuit. */
export class BackEnds {
  private readonly known: ReadonlyMap<string, BackEnd>;
  readonly circuit: Circuit;

  /** @param origins addresses by the names of the remotes, see the setting API_ORIGINS */
  constructor(origins: Readonly<Record<string, string>>, circuit = new Circuit()) {
    this.circuit = circuit;
    this.known = new Map(
      Object.entries(origins).map(([app, address]) => [
        app,
        {
          app,
          origin: new URL(address).origin,
          agent: agentOf(CONNECTIONS, CONNECT_TIMEOUT_MS, SILENCE_LIMIT_MS),
          underWay: 0,
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

/** Requests of all visitors that one back end has under way; a further one is asked to come again. */
const AT_ONCE = 200;

const UNREACHABLE = 'This part of the site cannot be reached just now. Go back and try again in a moment.';
const TOO_SLOW = 'This took too long. Go back and try again in a moment.';
const TOO_LONG = 'This is more than can be sent here.';
const RETRY = { 'retry-after': '5' };

/** A request to one back end. */
interface Passage {
  backEnd: BackEnd;
  /** As the back end knows it, query included. */
  path: string;
  /** Cookies that its app declares. */
  cookies: readonly string[];
  /** False: the visitor's cookies stay here, because a page of another site sent the request. */
  withCookies: boolean;
  /** Bytes that a body may have. */
  largestBody: number;
}

interface BackEndProxyOptions {
  backEnds: BackEnds;
  trustProxy: boolean;
  log: Log;
  foreign: ForeignOrigins;
}

/** A back end knows its own address; visitors know the site's. */
const onSite = (location: string, origin: string): string => {
  if (!URL.canParse(location) || new URL(location).origin !== origin) return location;
  const { pathname, search, hash } = new URL(location);
  return pathname + search + hash;
};

const asList = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat());

/** Passes requests on to the back ends of remotes, each within limits of its own. */
class BackEndProxy {
  constructor(private readonly options: BackEndProxyOptions) {}

  /** Never rejects: whatever happens, the visitor gets an answer. */
  async forward(request: IncomingMessage, response: ServerResponse, passage: Passage, trace: Trace): Promise<void> {
    const { backEnd } = passage;
    const { circuit } = this.options.backEnds;
    if (refuseBodyOf(request, response)) return;
    let body: Buffer | null;
    try {
      body = hasBody(request) ? await boundedBody(request, passage.largestBody) : null;
    } catch (error) {
      return this.refuseBody(request, response, error);
    }
    if (backEnd.underWay >= AT_ONCE || !circuit.admits(backEnd.app)) {
      return sendText(request, response, 503, UNREACHABLE, RETRY);
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    backEnd.underWay += 1;
    try {
      const answer = await backEnd.agent.request({ ...this.asked(request, passage, body, trace), signal: gone.signal });
      circuit.succeeded(backEnd.app);
      response.writeHead(answer.statusCode, this.answered(request, passage, answer.headers));
      await pipeline(answer.body, response);
    } catch (error) {
      // A visitor who closed the tab is not an error.
      if (gone.signal.aborted) return circuit.undecided(backEnd.app);
      this.fail(request, response, passage, trace, error);
    } finally {
      backEnd.underWay -= 1;
    }
  }

  private asked(
    request: IncomingMessage,
    { backEnd, path, cookies, withCookies }: Passage,
    body: Buffer | null,
    trace: Trace,
  ): Dispatcher.RequestOptions {
    const { method = 'GET', headers } = request;
    const { trustProxy } = this.options;
    const {
      cookie: _all,
      authorization: _key,
      'content-length': _length,
      ...others
    } = visitorHeaders(headers, trustProxy);
    return {
      origin: backEnd.origin,
      method: method as Dispatcher.HttpMethod,
      path,
      headers: {
        ...others,
        ...(withCookies && receivedCookies(headers, cookies)),
        ...forwardedHeaders(request, trace, trustProxy),
      },
      body,
    };
  }

  private answered(
    request: IncomingMessage,
    { backEnd, cookies, withCookies }: Passage,
    given: Dispatcher.ResponseData['headers'],
  ): Record<string, string | string[]> {
    const { 'set-cookie': lines, location } = given;
    const { set, refused } = settableCookies(asList(lines), cookies);
    if (refused.length > 0) {
      this.options.log('warn', 'cookie not declared', { app: backEnd.app, cookies: refused.slice(0, 5).join(', ') });
    }
    const forForeign = this.options.foreign.ofApi(request);
    return {
      ...answeredHeaders(given),
      ...(typeof location === 'string' && { location: onSite(location, backEnd.origin) }),
      ...(withCookies && !forForeign && set.length > 0 && { ...FOR_ONE_VISITOR, 'set-cookie': set }),
      ...forForeign,
    };
  }

  private refuseBody(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    request.resume();
    if (error instanceof LongBodyError) sendText(request, response, 413, TOO_LONG, { connection: 'close' });
    else if (error instanceof SlowBodyError) sendText(request, response, 408, TOO_SLOW, { connection: 'close' });
    else response.destroy();
  }

  private fail(
    request: IncomingMessage,
    response: ServerResponse,
    { backEnd }: Passage,
    trace: Trace,
    error: unknown,
  ): void {
    const { log, backEnds } = this.options;
    backEnds.circuit.failed(backEnd.app);
    log('error', 'back end unreachable', { app: backEnd.app, requestId: trace.id, reason: reason(error) });
    if (response.headersSent) return void response.destroy();
    const [status, text] = isTimeout(error) ? ([504, TOO_SLOW] as const) : ([502, UNREACHABLE] as const);
    sendText(request, response, status, text, RETRY);
  }
}

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
    'content-security-policy': DOCUMENT_POLICY,
  };
}
