import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { SHELL } from '@wholepage/contracts/release';
import type { Registry } from 'prom-client';
import { parseRequestUrl } from './http/request/request-url';
import { sendText } from './http/response/send';
import { type Log, reason } from './log';
import type { ReleaseSet } from './releases/release-set';

interface PrivateAppOptions {
  readiness(): Readiness;
  registry: Registry;
  /** Answers `/_composition`; undefined for any other path. */
  composition(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | undefined;
  /** Sends a file of a release; the composition's page is dressed in the shell's. */
  sendRelease(request: IncomingMessage, response: ServerResponse, path: string): void | Promise<void>;
  log: Log;
}

/** What those who run the composer ask it, at `COMPOSER_PRIVATE_PORT`, which no visitor reaches. */
export function createPrivateApp({
  readiness,
  registry,
  composition,
  sendRelease,
  log,
}: PrivateAppOptions): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(request, response, 405, 'This can only be read.', { allow: 'GET, HEAD' });
    const url = parseRequestUrl(request.url ?? '/', 'http://composer.internal');
    if (!(url instanceof URL)) return sendText(request, response, url.status, 'This address cannot be read.');
    if (answerHealth(readiness, url.pathname, request, response)) return;
    if (url.pathname === '/metrics') {
      const numbers = await registry.metrics();
      return sendText(request, response, 200, numbers.trimEnd(), { 'content-type': registry.contentType });
    }
    if (url.pathname.startsWith('/_releases/')) return sendRelease(request, response, url.pathname);
    const shown = composition(request, response, url);
    if (shown) return shown;
    return sendText(request, response, 404, 'Here are /metrics, /_composition, /healthz and /readyz.');
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log('error', 'private request failed', { reason: reason(error) });
      response.destroy();
    });
  };
}

/** Whether a composer can do its work, and in words. */
export interface Readiness {
  isReady: boolean;
  text: string;
}

/**
 * Whether the live releases can be served. One that cannot is its own team's trouble. When most of them cannot, the keys, the disk
 * or the network of this composer are at fault, and another may serve them.
 */
export function readinessOf(
  { apps, absent }: Pick<ReleaseSet, 'apps' | 'absent'>,
  secret: { isKnown: boolean },
): Readiness {
  const served = Object.keys(apps).filter((app) => app !== SHELL);
  const unserved = Object.keys(absent);
  const isReady = unserved.length <= served.length;
  const text = isReady ? 'ready' : 'most live releases cannot be served';
  const remarks = [
    text,
    ...(unserved.length > 0 ? [`not served: ${unserved.join(', ')}`] : []),
    ...(secret.isKnown ? [] : ['canaries are withheld, for the private store cannot be used']),
  ];
  return { isReady, text: remarks.join('; ') };
}

/** What a load balancer asks a server: `/healthz` (it lives), `/readyz` (send it visitors). @returns false for any other path */
export function answerHealth(
  readiness: () => Readiness,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (path !== '/healthz' && path !== '/readyz') return false;
  const { isReady, text } = path === '/healthz' ? { isReady: true, text: 'ok' } : readiness();
  sendText(request, response, isReady ? 200 : 503, text);
  return true;
}
