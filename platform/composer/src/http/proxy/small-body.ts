import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { orAfter } from '@wholepage/page-rules/time-limit';

/** Longest body of a post without a file, as the API takes it, in bytes. */
const SMALL = 64 * 1024;
/** For so much over a slow line; an upload has the API's own patience. */
const PATIENCE_MS = 30_000;

/** A body that is short, or says nothing of its length, did not come in time. */
export class SlowBodyError extends Error {
  override name = 'SlowBodyError';
}

/**
 * The rest of a body as it arrives. The API may answer before it has read all, an upload that is too large for instance.
 * The visitor is to get that answer, and not an end of the connection. So what is left is read and thrown away.
 */
function stream(request: IncomingMessage, before: readonly Buffer[]): PassThrough {
  const body = new PassThrough();
  body.once('close', () => {
    request.unpipe(body);
    request.resume();
  });
  // A visitor who goes away in the middle of an upload: the API must not take what came for the whole.
  request.once('aborted', () => body.destroy());
  body.on('error', () => request.resume());
  for (const part of before) body.write(part);
  return request.pipe(body);
}

async function read(request: IncomingMessage): Promise<Buffer | PassThrough> {
  if (Number(request.headers['content-length'] ?? 0) > SMALL) return stream(request, []);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > SMALL) return stream(request, parts);
  }
  return Buffer.concat(parts);
}

/**
 * A body to be passed on: a short one when all of it has arrived; a longer one as it arrives. Whoever sends slowly is not to hold one of the
 * connections to the API meanwhile.
 * @throws SlowBodyError when a short one takes too long, or Error when the visitor went away
 */
export async function arrivedBody(request: IncomingMessage, patienceMs = PATIENCE_MS): Promise<Buffer | PassThrough> {
  return orAfter(read(request), patienceMs, () => {
    throw new SlowBodyError(`a body took longer than ${patienceMs} ms`);
  });
}
