import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer';
import { BASE_HEADERS } from './security-headers';
import { send } from './send';

/** A single byte range of a film, as players ask for it. Any other range gets the whole. */
export async function sendRange(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  const { length } = answer.body;
  request.headers['accept-encoding'] = 'identity';
  if (!asked || (!asked[1] && !asked[2])) return send(request, response, answer);
  const start = asked[1] ? Number(asked[1]) : Math.max(0, length - Number(asked[2]));
  const end = asked[1] && asked[2] ? Math.min(Number(asked[2]), length - 1) : length - 1;
  if (start > end || start >= length) {
    response.writeHead(416, { ...BASE_HEADERS, 'content-range': `bytes */${length}` });
    response.end();
    return;
  }
  response.writeHead(206, {
    ...BASE_HEADERS,
    ...answer.headers,
    etag: answer.etag,
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${length}`,
    'content-length': end - start + 1,
  });
  response.end(request.method === 'HEAD' ? undefined : answer.body.subarray(start, end + 1));
}
