import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { securityHeaders } from './security-headers';
import { PRIVATE_CACHING } from './shared-caching';
import type { Encoding, StoredResponse, Variant } from './stored-response';

const PREFERRED: Encoding[] = ['br', 'gzip', 'identity'];
/** Browsers know a handful of ways to say it; each is read once. */
const KNOWN_LIMIT = 200;
const known = new Map<string, Encoding>();

/** The smallest encoding that the client takes. */
function encodingFor(request: IncomingMessage): Encoding {
  const accepted = request.headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  const before = known.get(accepted);
  if (before) return before;
  const taken = new Negotiator(request).encodings(PREFERRED);
  const encoding = PREFERRED.find((candidate) => taken.includes(candidate)) ?? 'identity';
  if (known.size < KNOWN_LIMIT) known.set(accepted, encoding);
  return encoding;
}

const matches = (given: string | undefined, etag: string): boolean =>
  given !== undefined &&
  (given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag));

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
  const encoding = encodingFor(request);
  const ready = stored.ready(encoding);
  if (ready) return write(request, response, ready, status);
  return stored.in(encoding).then((variant) => write(request, response, variant, status));
}

/**
 * Sends a stored response for which nothing has to be made.
 * @returns false, and sends nothing, when it is not at hand in this visitor's encoding
 */
export function sendReady(request: IncomingMessage, response: ServerResponse, stored: StoredResponse): boolean {
  const ready = stored.ready(encodingFor(request));
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
  if (status === 200 && matches(request.headers['if-none-match'], variant.etag)) {
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
