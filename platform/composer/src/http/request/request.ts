import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { PRIVATE_API_NAMES } from '@wholepage/contracts/release';
import { nextStep, type SpanSink, type Trace } from '@wholepage/telemetry/trace';
import { LRUCache } from 'lru-cache';
import type { ReleaseSet } from '../../releases/release-set';

const SLASH = 47;
const MAX_URL_LENGTH = 4_096;

/** The address cannot be read (400) or is too long (414). */
type BadUrl = { status: 400 | 414 };

/** Origin in an absolute-form request (RFC 9112, section 3.2.2); ignored, because this server knows its own. */
const AUTHORITY = /^https?:\/\/[^/?#\\]+(?=\/)/i;

const isDecodable = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};

/** Parses the requested address. @returns an error status when it is too long, not decodable or no path */
export function parseRequestUrl(asked: string, origin: string): URL | BadUrl {
  if (asked.length > MAX_URL_LENGTH) return { status: 414 };
  const raw = asked.replace(AUTHORITY, '');
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\')) {
    return { status: 400 };
  }
  const url = new URL(raw, origin);
  // A redirect to `/.//other.example/` would lead browsers to another site.
  if (url.pathname.startsWith('//')) return { status: 400 };
  if (!isDecodable(url.pathname)) return { status: 400 };
  return url;
}

/** Strips trailing slashes, without a pattern, whose work would grow with their square. @returns `/` for slashes alone */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return path.slice(0, end);
}

/** Whether a request has several `Host` headers (RFC 9112, section 3.2), which servers may read differently. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const PRIVATE: ReadonlySet<string> = new Set(PRIVATE_API_NAMES);

/** Returns a path's first segment as any server may read it: decoded, lower case, without parameters, `..` resolved. */
const firstWord = (path: string): string => {
  const plain = decodeURIComponent(path)
    .toLowerCase()
    .replaceAll('\\', '/')
    .replaceAll(/[;?#][^/]*/g, '');
  return posix.normalize(plain).split('/').find(Boolean) ?? '';
};

/** Whether a path of the API is refused to visitors and guests. */
export function isPrivatePath(path: string): boolean {
  try {
    return PRIVATE.has(firstWord(path));
  } catch {
    // Refuses a path that cannot be decoded.
    return true;
  }
}

const now = (): number => performance.timeOrigin + performance.now();

/** Returns a span in the request's trace, else in a new one. */
export const traceOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Trace => {
  const { traceparent } = headers;
  return nextStep(typeof traceparent === 'string' ? traceparent : undefined);
};

/** Arguments of a part that answers a request: with the visitor's releases, and a trace on demand. */
export type Asked = [request: IncomingMessage, response: ServerResponse, url: URL, set: ReleaseSet, trace: () => Trace];

/** Returns a request's trace, begun on first use: a page from memory needs none. */
export function traceOnDemand(request: IncomingMessage, response: ServerResponse, onSpan?: SpanSink): () => Trace {
  let started: Trace | undefined;
  return () => {
    if (started) return started;
    const step = traceOf(request);
    started = step;
    const startMs = now();
    response.once('close', () => {
      const { statusCode } = response;
      const attributes = { 'http.response.status_code': statusCode };
      onSpan?.({ step, name: `${request.method}`, startMs, endMs: now(), attributes, failed: statusCode >= 500 });
    });
    return step;
  };
}

/** Runs work as a span of its own. @param work gets the span's `traceparent` */
export async function asStep<T>(
  onSpan: SpanSink | undefined,
  trace: Pick<Trace, 'traceparent'> | undefined,
  { name, attributes }: { name: string; attributes: Record<string, string> },
  work: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  if (!onSpan || !trace) return work(trace?.traceparent);
  const step = nextStep(trace.traceparent);
  const startMs = now();
  let failed = true;
  try {
    const done = await work(step.traceparent);
    failed = false;
    return done;
  } finally {
    onSpan({ step, name, startMs, endMs: now(), attributes, failed });
  }
}

/** Prefixes a cookie's name: other paths or domains cannot shadow a `__Host-` cookie, which needs HTTPS. */
export const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** Parses cookies. A name that comes twice is undefined: a page's script may have set one to hide the other. */
function readCookies(header = ''): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const pair of header.split(';')) {
    const [name = '', ...value] = pair.split('=');
    const key = name.trim();
    found.set(key, found.has(key) ? undefined : value.join('=').trim());
  }
  return found;
}

/** Returns a cookie's value; undefined without it, or when its name comes twice. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  readCookies(header).get(name);

/** Names of session cookies, which only their setter may read, whatever a release declares. */
const RESERVED = /^__(host|secure)-|-session$/i;
/** The composer's own cookies without HTTPS: a visitor's bucket, and a preview. */
const OF_THE_COMPOSER: ReadonlySet<string> = new Set(['bucket', 'preview']);

const isReserved = (name: string): boolean => RESERVED.test(name) || OF_THE_COMPOSER.has(name) || isStaffCookie(name);

export function cookiesOf(request: Pick<IncomingMessage, 'headers'>, names: readonly string[]): Record<string, string> {
  const header = request.headers.cookie;
  if (!header || names.length === 0) return {};
  const isBrought = (name: string) => names.includes(name) && !isReserved(name);
  return Object.fromEntries(
    [...readCookies(header)].flatMap(([name, value]) =>
      value !== undefined && isBrought(name) ? [[name, value] as const] : [],
    ),
  );
}

export const cookieHeader = (cookies: Readonly<Record<string, string>>): { cookie?: string } => {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
};

const setCookieName = (line: string): string => (/^\s*([^=;\s]+)\s*=/.exec(line)?.[1] ?? '').trim();
const DOMAIN = /;\s*domain\s*=[^;]*/gi;

/** Splits a back end's `Set-Cookie` lines into allowed ones, without their domain, and the names of the others. */
export function settableCookies(
  lines: readonly string[],
  declared: readonly string[],
): { set: string[]; refused: string[] } {
  const maySet = (line: string): boolean =>
    // A back end may set the cookies that it receives.
    Object.keys(cookiesOf({ headers: { cookie: `${setCookieName(line)}=1` } }, declared)).length > 0;
  return {
    set: lines.filter(maySet).map((line) => line.replace(DOMAIN, '')),
    refused: lines.filter((line) => !maySet(line)).map(setCookieName),
  };
}

const STAFF_COOKIE = /^(__Host-)?(console|office)-(session|attempt)$/;

/** Whether a cookie is a staff service's session. Browsers send it to every port of a machine; no site needs it. */
export const isStaffCookie = (name: string): boolean => STAFF_COOKIE.test(name);

const MINUTE_MS = 60_000;
const NAMES_KEPT = 50_000;

/** Most previews, or releases, that one network may ask for in a minute: made-up ones must not keep the store from others. */
const MOST_LOOKUPS = 600;

/** Counts calls by name within a minute. */
export class MinuteLimit {
  private readonly counts = new LRUCache<string, { count: number }>({ max: NAMES_KEPT, ttl: MINUTE_MS });

  allows(name: string, most = MOST_LOOKUPS): boolean {
    const known = this.counts.get(name) ?? { count: 0 };
    known.count += 1;
    if (known.count === 1) this.counts.set(name, known);
    return known.count <= most;
  }
}
