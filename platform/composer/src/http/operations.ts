import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from './response/send';

/**
 * What a load balancer asks a server: `/healthz` (it lives), `/readyz` (send it visitors).
 * @param isReady from when no page depends on the store any more, until the server is asked to stop
 * @returns false for any other path
 */
export function answerHealth(
  isReady: () => boolean,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (path !== '/healthz' && path !== '/readyz') return false;
  if (path === '/healthz') sendText(request, response, 200, 'ok');
  else if (isReady()) sendText(request, response, 200, 'ready');
  else sendText(request, response, 503, 'starting or stopping');
  return true;
}
