import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ReleaseManifest } from '@wholepage/contracts/release';

/** `__Host-` cookies cannot be shadowed by ones of another path or domain; they need HTTPS. */
export const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The value of a cookie; undefined without it, and of two of a name, of which one may be somebody else's. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const found = (cookies ?? '').split(';').flatMap((part) => {
    const [key = '', ...value] = part.split('=');
    return key.trim() === name ? [value.join('=').trim()] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Cookies that open something: they are for nobody but who set them, whatever a release declares. */
const RESERVED = /^__(host|secure)-|-session$/i;
/** The composer's own, where there is no HTTPS: a visitor's variant of a canary, and a preview. */
const OF_THE_COMPOSER: ReadonlySet<string> = new Set(['bucket', 'preview']);
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

type Declaring = Pick<ReleaseManifest, 'routes' | 'fragments'>;

/** Cookies that an app declares, on its routes and its fragments. */
export const declaredCookies = ({ routes, fragments = [] }: Declaring): string[] => [
  ...new Set([...routes.flatMap(({ cookies = [] }) => cookies), ...fragments.flatMap(({ cookies }) => cookies)]),
];

/** Cookies as the header of a request. @returns none where there are none */
export const cookieHeader = (cookies: Readonly<Record<string, string>>): { cookie?: string } => {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
};

/** The header with those cookies of a visitor's that a back end may receive. */
export const receivedCookies = (headers: IncomingHttpHeaders, declared: readonly string[]): { cookie?: string } =>
  cookieHeader(cookiesOf({ headers }, declared));

const setCookieName = (line: string): string => (/^\s*([^=;\s]+)\s*=/.exec(line)?.[1] ?? '').trim();
const DOMAIN = /;\s*domain=[^;]*/gi;

/** Parts a back end's `Set-Cookie` lines into those that it may set, for this host alone, and the names of the others. */
export function settableCookies(
  lines: readonly string[],
  declared: readonly string[],
): { set: string[]; refused: string[] } {
  const maySet = (line: string): boolean =>
    // What a back end is not given back, it need not set.
    Object.keys(cookiesOf({ headers: { cookie: `${setCookieName(line)}=1` } }, declared)).length > 0;
  return {
    set: lines.filter(maySet).map((line) => line.replace(DOMAIN, '')),
    refused: lines.filter((line) => !maySet(line)).map(setCookieName),
  };
}

const STAFF_COOKIE = /^(__Host-)?(console|office)-(session|attempt)$/;

/** A session of a service of staff. A browser sends it to every port of a machine, and no site has use for it. */
export const isStaffCookie = (name: string): boolean => STAFF_COOKIE.test(name);
