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

/** A request may name the whole address (RFC 9112, section 3.2.2); whose site it is, this server knows. */
const AUTHORITY = /^https?:\/\/[^/?#\\]+(?=\/)/i;

const isDecodable = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};

/** The address asked for, or why it cannot be: too long, not decodable, not a path. */
export function parseRequestUrl(asked: string, origin: string): URL | BadUrl {
  if (asked.length > MAX_URL_LENGTH) return { status: 414 };
  const raw = asked.replace(AUTHORITY, '');
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\')) {
    return { status: 400 };
  }
  const url = new URL(raw, origin);
  // `/.//other.example/` is a path to us, but another site to who is sent there.
  if (url.pathname.startsWith('//')) return { status: 400 };
  if (!isDecodable(url.pathname)) return { status: 400 };
  return url;
}

/** A pattern for this reads a path of very many slashes once for each. @returns `/` for a path of nothing else */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return path.slice(0, end);
}

/** Whether a request names more than one host (RFC 9112, section 3.2): whoever reads it first believes the one, the next the other. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const PRIVATE: ReadonlySet<string> = new Set(PRIVATE_API_NAMES);

/** As any receiver may read it: decoded, in any letters, without parameters, and with steps such as `..` taken. */
const firstWord = (path: string): string => {
  const plain = decodeURIComponent(path)
    .toLowerCase()
    .replaceAll('\\', '/')
    .replaceAll(/[;?#][^/]*/g, '');
  return posix.normalize(plain).split('/').find(Boolean) ?? '';
};

/** Whether visitors and guests are refused this path of the API. */
export function isPrivatePath(path: string): boolean {
  try {
    return PRIVATE.has(firstWord(path));
  } catch {
    // What cannot be decoded here is decoded by nobody.
    return true;
  }
}

const now = (): number => performance.timeOrigin + performance.now();

/** Goes on with the trace that the request is part of, else begins one. */
export const traceOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Trace => {
  const { traceparent } = headers;
  return nextStep(typeof traceparent === 'string' ? traceparent : undefined);
};

/** What a part of the composer is given of a request: the releases that this visitor sees, and a trace on demand. */
export type Asked = [request: IncomingMessage, response: ServerResponse, url: URL, set: ReleaseSet, trace: () => Trace];

/** The trace of a request, which starts when it is first asked for: a page from memory is part of none. */
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

/** Does a part of the work as a step of its own. @param work gets the `traceparent` of that step */
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

/** `__Host-` cookies cannot be shadowed by ones of another path or domain; they need HTTPS. */
export const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** Of a name that comes twice neither counts: a page's script may have set one of them to hide the other. */
function readCookies(header = ''): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const pair of header.split(';')) {
    const [name = '', ...value] = pair.split('=');
    const key = name.trim();
    found.set(key, found.has(key) ? undefined : value.join('=').trim());
  }
  return found;
}

/** The value of a cookie; undefined without it, and of two of a name. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  readCookies(header).get(name);

/** Cookies that open something: they are for nobody but who set them, whatever a release declares. */
const RESERVED = /^__(host|secure)-|-session$/i;
/** The composer's own, where there is no HTTPS: a visitor's variant of a canary, and a preview. */
const OF_THE_COMPOSER: ReadonlySet<string> = new Set(['bucket', 'preview']);
const LONGEST_VALUE = 4_096;

const isReserved = (name: string): boolean => RESERVED.test(name) || OF_THE_COMPOSER.has(name) || isStaffCookie(name);

export function cookiesOf(request: Pick<IncomingMessage, 'headers'>, names: readonly string[]): Record<string, string> {
  const header = request.headers.cookie;
  if (!header || names.length === 0) return {};
  const isBrought = (name: string, value: string) =>
    names.includes(name) && !isReserved(name) && value.length <= LONGEST_VALUE;
  return Object.fromEntries(
    [...readCookies(header)].flatMap(([name, value]) =>
      value !== undefined && isBrought(name, value) ? [[name, value] as const] : [],
    ),
  );
}

export const cookieHeader = (cookies: Readonly<Record<string, string>>): { cookie?: string } => {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
};

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

const MINUTE_MS = 60_000;
const NAMES_KEPT = 50_000;

/** Previews, or releases, that one network names and that are looked for within a minute: whoever makes them up keeps the store from nobody. */
const MOST_LOOKUPS = 600;

/** Counts what comes under each name within a minute; forgets the rest. */
export class MinuteLimit {
  private readonly counts = new LRUCache<string, { count: number }>({ max: NAMES_KEPT, ttl: MINUTE_MS });

  allows(name = '', most = MOST_LOOKUPS): boolean {
    const known = this.counts.get(name) ?? { count: 0 };
    known.count += 1;
    if (known.count === 1) this.counts.set(name, known);
    return known.count <= most;
  }
}
