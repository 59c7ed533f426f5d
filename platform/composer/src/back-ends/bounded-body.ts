import type { IncomingMessage } from 'node:http';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { SlowBodyError } from '../http/proxy/small-body';

/** For the whole body, over a slow line. */
const PATIENCE_MS = 30_000;

/** A body is longer than it may be. */
export class LongBodyError extends Error {
  override name = 'LongBodyError';
}

async function read(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLong = () => new LongBodyError(`a body longer than ${most} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLong();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > most) throw tooLong();
  }
  return Buffer.concat(parts);
}

/**
 * The whole body of a request, when all of it has arrived.
 * @throws LongBodyError, SlowBodyError, or Error when the visitor went away
 */
export async function boundedBody(request: IncomingMessage, most: number, patienceMs = PATIENCE_MS): Promise<Buffer> {
  return orAfter(read(request, most), patienceMs, () => {
    throw new SlowBodyError(`a body took longer than ${patienceMs} ms`);
  });
}
