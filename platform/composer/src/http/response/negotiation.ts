import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers know a handful of ways to say it; each is read once. */
const KNOWN_LIMIT = 200;
const known = new Map<string, Encoding>();

/**
 * The smallest encoding that the client takes; identity when it takes none.
 * @param available the smallest first
 */
export function encodingFor({ headers }: IncomingMessage, available: readonly Encoding[]): Encoding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  const key = `${available.join()} ${accepted}`;
  const before = known.get(key);
  if (before) return before;
  const taken = new Negotiator({ headers }).encodings([...available]);
  const encoding = available.find((candidate) => taken.includes(candidate)) ?? 'identity';
  if (known.size < KNOWN_LIMIT) known.set(key, encoding);
  return encoding;
}

/** Whether `If-None-Match` names this tag, weakly or not. */
export const matchesTag = (given: string | undefined, etag: string): boolean =>
  given !== undefined &&
  (given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag));
