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

const namesIn = (value: string | string[] | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** A request's headers as a back end of the site gets them. */
export function headersForBackEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const { cookie, ...others } = endToEndHeaders(headers);
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
