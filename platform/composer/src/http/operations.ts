import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { sendText } from './send';

export interface OperationsOptions {
  /** From when no page depends on the store any more, until the server is told to stop. */
  isReady(): boolean;
  registry: Registry;
}

/**
 * What those who run the server ask it: `/healthz` (it lives), `/readyz` (send it visitors), `/metrics` (Prometheus; not
 * for what came through a proxy, which is a visitor).
 * @returns undefined for any other path
 */
export function answerOperations(
  { isReady, registry }: OperationsOptions,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const text = async (status: number, words: string, headers = {}) =>
    sendText(request, response, status, words, headers);
  if (path === '/healthz') return text(200, 'ok');
  if (path === '/readyz') return isReady() ? text(200, 'ready') : text(503, 'starting or stopping');
  if (path !== '/metrics' || request.headers['x-forwarded-for'] !== undefined) return undefined;
  return registry.metrics().then((numbers) => text(200, numbers.trimEnd(), { 'content-type': registry.contentType }));
}
