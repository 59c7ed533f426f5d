import type { IncomingMessage } from 'node:http';

/** Cookies that open something: they are for nobody but who set them, whatever a release declares. */
const RESERVED = /^__(host|secure)-|-session$/i;
const LONGEST_VALUE = 4_096;

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
    if (!names.includes(key) || RESERVED.test(key)) continue;
    const value = rest.join('=').trim();
    found.set(key, found.has(key) || value.length > LONGEST_VALUE ? undefined : value);
  }
  return Object.fromEntries([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
