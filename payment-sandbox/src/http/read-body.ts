import type { IncomingMessage } from 'node:http';
import { RefusedError } from '../errors';

/** Largest body that is read, in bytes. */
const BODY_MAX = 64 * 1024;

/** The JSON object that a request carries; `{}` when it is empty. @throws RefusedError */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new RefusedError(`The body may not be larger than ${BODY_MAX} bytes.`, { status: 413 });
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below, like JSON that is not an object.
  }
  throw new RefusedError('The request body must be a JSON object.');
}
