import type { IncomingHttpHeaders } from 'node:http';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { cookiesOf } from '../fragments/visitor-cookies';

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

const nameOf = (line: string): string => (/^\s*([^=;\s]+)\s*=/.exec(line)?.[1] ?? '').trim();
const DOMAIN = /;\s*domain=[^;]*/gi;

/** Parts a back end's `Set-Cookie` lines into those that it may set, for this host alone, and the names of the others. */
export function settableCookies(
  lines: readonly string[],
  declared: readonly string[],
): { set: string[]; refused: string[] } {
  const maySet = (line: string): boolean =>
    // What a back end is not given back, it need not set.
    Object.keys(cookiesOf({ headers: { cookie: `${nameOf(line)}=1` } }, declared)).length > 0;
  return {
    set: lines.filter(maySet).map((line) => line.replace(DOMAIN, '')),
    refused: lines.filter((line) => !maySet(line)).map(nameOf),
  };
}
