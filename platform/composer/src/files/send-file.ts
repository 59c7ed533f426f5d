import type { IncomingMessage, ServerResponse } from 'node:http';
import parseRange from 'range-parser';
import { type Encoding, encodingFor, matchesTag } from '../http/response/negotiation';
import { securityHeaders } from '../http/response/security-headers';

/** A file as it can be sent. */
export interface SentFile {
  /** Names its bytes, whatever the encoding. */
  id: string;
  headers: Record<string, string>;
  /** Encodings available, the smallest first. */
  encodings: Encoding[];
  body(encoding: Encoding): Promise<Buffer>;
}

/** The one range that is asked for; a client that asks for several, or for a range of other bytes, gets the whole. */
function rangeOf({ method, headers }: IncomingMessage, etag: string, length: number) {
  const condition = headers['if-range'];
  if (method !== 'GET' || !headers.range || (condition && condition !== etag)) return undefined;
  const ranges = parseRange(length, headers.range);
  if (ranges === -1) return 'unsatisfiable' as const;
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0];
}

const varying = (...names: (string | undefined)[]): string => names.filter(Boolean).join(', ');

/** Sends a file in the encoding that suits, a range of it when one is asked for, 304 to who has it. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: SentFile): Promise<void> {
  const ranged = file.encodings.length === 1;
  const encoding = encodingFor(request, file.encodings);
  const etag = encoding === 'identity' ? `"${file.id}"` : `"${file.id}-${encoding}"`;
  const headers: Record<string, string | number> = {
    ...file.headers,
    etag,
    ...(ranged ? { 'accept-ranges': 'bytes' } : { vary: varying(file.headers['vary'], 'accept-encoding') }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  if (matchesTag(request.headers['if-none-match'], etag)) {
    const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const body = await file.body(encoding);
  const range = ranged ? rangeOf(request, etag, body.length) : undefined;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...securityHeaders(), 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const part = range ? body.subarray(range.start, range.end + 1) : body;
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': part.length,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${body.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}
