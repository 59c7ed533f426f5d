import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from './send';

const DIRECTIVE = /(?:^|,)\s*only-if-cached\s*(?:,|$)/i;

/**
 * Answers 504 to whoever wants a response only when it is in memory (RFC 9111, section 5.2.1.7). A proxy asks so when
 * another composer is silent.
 * @returns whether it has answered
 */
export function refuseUncached(request: IncomingMessage, response: ServerResponse, isCached: () => boolean): boolean {
  if (!DIRECTIVE.test(request.headers['cache-control'] ?? '') || isCached()) return false;
  sendText(request, response, 504, 'This is not in memory.');
  return true;
}
