import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, encodingFor, matchesTag } from './negotiation';
import { securityHeaders } from './security-headers';
import { PRIVATE_CACHING } from './shared-caching';
import type { StoredResponse, Variant } from './stored-response';

const PREFERRED: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * Sends a stored response in an encoding that the client accepts; 304 when the client has it.
 * @param status another than its own
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredResponse,
  status = stored.status,
): void | Promise<void> {
  const encoding = encodingFor(request, PREFERRED);
  const ready = stored.ready(encoding);
  if (ready) return write(request, response, ready, status);
  return stored.in(encoding).then((variant) => write(request, response, variant, status));
}

/**
 * Sends a stored response for which nothing has to be made.
 * @returns false, and sends nothing, when it is not at hand in this visitor's encoding
 */
export function sendReady(request: IncomingMessage, response: ServerResponse, stored: StoredResponse): boolean {
  const ready = stored.ready(encodingFor(request, PREFERRED));
  if (ready) write(request, response, ready, stored.status);
  return ready !== undefined;
}

/** What was set for this one visitor before, such as the headers of a canary's side, wins over the stored headers. */
function forVisitor(response: ServerResponse, headers: Variant['headers']): Variant['headers'] {
  const vary = response.getHeader('vary');
  if (vary === undefined) return headers;
  const own: Record<string, string> = {
    ...PRIVATE_CACHING,
    vary: `accept-encoding, ${vary}`,
    'cache-control': String(response.getHeader('cache-control') ?? 'no-cache'),
  };
  return headers.map((value, index) => (index % 2 === 1 && own[String(headers[index - 1])]) || value);
}

function write(request: IncomingMessage, response: ServerResponse, variant: Variant, status: number): void {
  if (status === 200 && matchesTag(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, forVisitor(response, variant.notModifiedHeaders)).end();
    return;
  }
  response
    .writeHead(status, forVisitor(response, variant.headers))
    .end(request.method === 'HEAD' ? undefined : variant.body);
}

/** A short response in words. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    ...securityHeaders('text/plain'),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-length': body.length,
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
