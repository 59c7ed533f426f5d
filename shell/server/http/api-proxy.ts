import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { type Log, reason } from '../log';
import { BASE_HEADERS } from './security-headers';
import { sendText } from './send';

const PREFIX = '/api';
/** The e-mail service's own path begins with `/api`: it reaches the API unchanged. */
const UNCHANGED = /^\/api\/v1\.0\//;
const TIMEOUT_MS = 20_000;
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** For those who run the API, on its own port; not for visitors. */
const PRIVATE = /^\/api\/(metrics|healthz|readyz)\b/;

export const isApiPath = (path: string): boolean =>
  (path === PREFIX || path.startsWith(`${PREFIX}/`)) && !PRIVATE.test(path);

const forwarded = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

interface ApiProxyOptions {
  apiOrigin: string;
  trustProxy: boolean;
  log: Log;
}

/** Passes `/api/*` on to the API, streaming both ways. */
export function createApiProxy({ apiOrigin, trustProxy, log }: ApiProxyOptions) {
  const target = new URL(apiOrigin);
  const agent = target.protocol === 'http:' ? new Agent({ keepAlive: true, maxSockets: 256 }) : undefined;
  const open = target.protocol === 'https:' ? httpsRequest : httpRequest;

  return (request: IncomingMessage, response: ServerResponse, url: URL, requestId: string): void => {
    const asked = url.pathname + url.search;
    const path = UNCHANGED.test(asked) ? asked : asked.slice(PREFIX.length) || '/';
    const address = (trustProxy && request.headers['x-forwarded-for']) || request.socket.remoteAddress || '';
    const upstream = open(
      {
        hostname: target.hostname,
        port: target.port,
        method: request.method,
        path,
        ...(agent && { agent }),
        headers: {
          ...forwarded(request.headers),
          'x-forwarded-for': address,
          'x-forwarded-host': request.headers.host ?? '',
          'x-request-id': requestId,
        },
        timeout: TIMEOUT_MS,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...BASE_HEADERS, ...forwarded(answer.headers) });
        pipeline(answer, response, () => {});
      },
    );
    const fail = (status: number, text: string, error?: unknown) => {
      log('error', 'api unreachable', { requestId, reason: error ? reason(error) : text });
      if (response.headersSent) return void response.destroy();
      sendText(request, response, status, text, { 'retry-after': '5' });
    };
    upstream.on('timeout', () => {
      upstream.destroy();
      fail(504, 'This took too long. Nothing you typed is lost: go back and try again in a moment.');
    });
    upstream.on('error', (error) => {
      if (!response.writableEnded && !response.headersSent) {
        fail(
          502,
          'Our service is not to be had just now. Nothing you typed is lost: go back and try again in a moment.',
          error,
        );
      }
    });
    response.on('close', () => upstream.destroy());
    // The API may answer before it has read all, an upload that is too large for instance: the visitor is to get that
    // answer, and not an end of the connection.
    request.pipe(upstream);
    upstream.on('close', () => {
      request.unpipe(upstream);
      request.resume();
    });
  };
}
