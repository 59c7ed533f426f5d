import type { IncomingHttpHeaders } from 'node:http';
import { isStaffCookie } from './staff-cookies';

/** RFC 9110, section 7.6.1, and those that our own connection to the other side sets. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * The composer alone says who a visitor is and which address was requested. Back ends and their frameworks take these
 * for the words of a proxy. What stands in front of the composer says it with `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
const WORDS_OF_A_PROXY = new Set([
  'forwarded',
  'via',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-real-ip',
  'x-remote-user',
  'remote-user',
  'x-original-host',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

const namesIn = (value: string | string[] | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/**
 * A visitor's headers that a back end may believe.
 * @param behindProxy whether a proxy in front of the composer sets `X-Forwarded-Proto`
 */
export function visitorHeaders(headers: IncomingHttpHeaders, behindProxy: boolean): Record<string, string | string[]> {
  const mayPass = (name: string): boolean =>
    // An underscore is a hyphen to CGI, WSGI and PHP.
    !name.includes('_') &&
    !WORDS_OF_A_PROXY.has(name) &&
    (!name.startsWith('x-forwarded-') || (behindProxy && name === 'x-forwarded-proto'));
  return Object.fromEntries(Object.entries(endToEndHeaders(headers)).filter(([name]) => mayPass(name)));
}

/** A request's headers as a back end of the site gets them. */
export function headersForBackEnd(
  headers: IncomingHttpHeaders,
  behindProxy = false,
): Record<string, string | string[]> {
  const { cookie, ...others } = visitorHeaders(headers, behindProxy);
  const passed = String(cookie ?? '')
    .split(/; */)
    .filter((pair) => pair && !isStaffCookie(pair.split('=')[0] ?? ''))
    .join('; ');
  return { ...others, ...(passed && { cookie: passed }) };
}

/** Headers without those of one hop and without those that `Connection` names. */
export function endToEndHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const dropped = new Set([...HOP_BY_HOP, ...namesIn(headers.connection)]);
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !dropped.has(entry[0]),
    ),
  );
}
