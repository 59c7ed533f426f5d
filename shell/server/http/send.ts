import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Encoding } from './answer';
import { BASE_HEADERS } from './security-headers';

/** The best encoding that the client takes. */
function encodingFor(request: IncomingMessage): Encoding {
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

const matches = (request: IncomingMessage, etag: string): boolean => {
  const given = request.headers['if-none-match'];
  if (!given) return false;
  return given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
};

function write(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  encoding: Encoding,
  body: Buffer,
  status: number,
): void {
  const headers: Record<string, string | number> = {
    ...BASE_HEADERS,
    ...answer.headers,
    etag: answer.etag,
    vary: 'accept-encoding',
    'content-length': body.length,
  };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Sends an answer, compressed as the client likes it; 304 when the client has it.
 * @param status another than the answer's own
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  status = answer.status,
): Promise<void> {
  if (status === 200 && matches(request, answer.etag)) {
    const { 'content-type': _type, ...kept } = answer.headers;
    response.writeHead(304, { ...BASE_HEADERS, ...kept, etag: answer.etag, vary: 'accept-encoding' });
    response.end();
    return;
  }
  const encoding = encodingFor(request);
  const ready = answer.ready(encoding);
  write(request, response, answer, encoding, ready ?? (await answer.in(encoding)), status);
}

/** A short answer in words. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    ...BASE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-length': body.length,
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
