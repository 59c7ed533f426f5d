import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Trace } from '@wholepage/telemetry/trace';
import type { Dispatcher } from 'undici';
import { type Log, reason } from '../../log';
import { isPrivatePath } from '../request/request-url';
import { securityHeaders } from '../response/security-headers';
import { FOR_ONE_VISITOR, sendText } from '../response/send';
import type { ForeignOrigins } from './foreign-origins';
import {
  agentOf,
  arrivedBody,
  endToEndHeaders,
  forwardedHeaders,
  hasBody,
  headersForBackEnd,
  isTimeout,
  refuseBodyOf,
  SlowBodyError,
} from './forward';

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
