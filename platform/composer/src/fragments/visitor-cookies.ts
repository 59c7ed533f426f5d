import type { IncomingMessage } from 'node:http';
import { isStaffCookie } from '../http/proxy/staff-cookies';

/** Cookies that open something: they are for nobody but who set them, whatever a release declares. */
const RESERVED = /^__(host|secure)-|-session$/i;
/** The composer's own, where there is no HTTPS: a visitor's side of a canary, preview and override. */
const OF_THE_COMPOSER: ReadonlySet<string> = new Set(['side', 'preview', 'override']);
const LONGEST_VALUE = 4_096;

const isReserved = (name: string): boolean => RESERVED.test(name) || OF_THE_COMPOSER.has(name) || isStaffCookie(name);

/**
 * The cookies of these names that a visitor brings. Of a name that comes twice neither counts: a page's script may have
 * set one of them to hide the other.
 */
export function cookiesOf(request: Pick<IncomingMessage, 'headers'>, names: readonly string[]): Record<string, string> {
  const header = request.headers.cookie;
  if (!header || names.length === 0) return {};
  const found = new Map<string, string | undefined>();
  for (const pair of header.split(';')) {
    const [name = '', ...rest] = pair.split('=');
    const key = name.trim();
    if (!names.includes(key) || isReserved(key)) continue;
    const value = rest.join('=').trim();
    found.set(key, found.has(key) || value.length > LONGEST_VALUE ? undefined : value);
  }
  return Object.fromEntries([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
