import { timingSafeEqual } from 'node:crypto';
import { RefusedError } from '../errors';
import type { Call } from '../http/route';
import { sign } from '../ids';
import type { Settings } from '../settings';

// Digests are of equal length, which a comparison in constant time needs.
const same = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sign(a, 'compare')), Buffer.from(sign(b, 'compare')));

/** @throws RefusedError (401) unless the call carries the key id and secret as Basic authentication. */
export function authenticate(call: Call, settings: Settings): void {
  const [scheme, encoded = ''] = (call.headers.authorization ?? '').split(' ');
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  if (scheme?.toLowerCase() === 'basic' && same(given, `${settings.keyId}:${settings.keySecret}`)) return;
  const description = scheme ? 'Authentication failed' : 'Please provide your api key for authentication purposes.';
  throw new RefusedError(description, { status: 401, source: 'NA', step: 'NA', reason: 'NA' });
}
