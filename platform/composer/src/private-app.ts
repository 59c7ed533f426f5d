import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { answerHealth, type Readiness } from './http/operations';
import { parseRequestUrl } from './http/request/request-url';
import { sendText } from './http/response/send';
import { type Log, reason } from './log';

export interface PrivateAppOptions {
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
