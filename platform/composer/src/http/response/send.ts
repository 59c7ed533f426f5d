import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { RenderedPage } from '@wholepage/contracts/render';
import Negotiator from 'negotiator';
import type { Settings } from '../../settings/settings';

const PREFERRED: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Sends a stored response in an encoding that the client accepts; 304 when the client has it. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredResponse,
  status = stored.status,
): void | Promise<void> {
  if (sendReady(request, response, stored, status)) return;
  return stored.in(encodingFor(request, PREFERRED)).then((variant) => write(request, response, variant, status));
}

/** Sends a stored response if it is ready in the visitor's encoding. @returns whether it was */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredResponse,
  status = stored.status,
): boolean {
  const ready = stored.ready(encodingFor(request, PREFERRED));
  if (ready) write(request, response, ready, status);
  return ready !== undefined;
}

/** Merges headers. Those set for this visitor, such as for a canary's variant, override stored ones for caches. */
function forVisitor(response: ServerResponse, headers: Variant['headers']): Variant['headers'] {
  const vary = response.getHeader('vary');
  if (vary === undefined || headers.includes(NO_STORE)) return headers;
  const own: Record<string, string> = {
    ...PRIVATE_CACHING,
    vary: `accept-encoding, ${vary}`,
    'cache-control': String(response.getHeader('cache-control') ?? 'no-cache'),
  };
  return headers.map((value, index) => (index % 2 === 1 && own[String(headers[index - 1])]) || value);
}

function write(request: IncomingMessage, response: ServerResponse, variant: Variant, status: number): void {
  const given = request.headers['if-none-match'];
  const known = status === 200 && given && [variant, variant.quick].find((one) => one && matchesTag(given, one.etag));
  if (known) {
    response.writeHead(304, forVisitor(response, known.notModifiedHeaders)).end();
    return;
  }
  response
    .writeHead(status, forVisitor(response, variant.headers))
    .end(request.method === 'HEAD' ? undefined : variant.body);
}

export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    ...securityHeaders('text/plain'),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-length': body.length,
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Brotli quality while the visitor waits: 5 ms for a page of 80 kB. */
const QUICK_QUALITY = 6;
/** Brotli quality for later visitors: 70 ms for 8 % less, so that a long page fits a connection's first packets (14.6 kB). */
const THOROUGH_QUALITY = 10;
/** Window that holds a whole page. Brotli's memory grows with it. */
const THOROUGH_WINDOW_BITS = 18;
/** One thorough compression at a time: other threads serve waiting visitors. */
let isPacking = false;

const brotliOf = (body: Buffer, quality: number, others: Record<number, number> = {}): Promise<Buffer> =>
  brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      ...others,
    },
  });

export interface ReleaseInPage {
  app: string;
  version: string;
  failed: boolean;
}

/** Returns a stored response with a text that is the same for everybody. */
export const storedText = (
  type: string,
  text: string,
  caching = 'no-cache',
  more: Record<string, string> = {},
): StoredResponse =>
  new StoredResponse(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': caching, ...more }, text);

interface Validators {
  etag: string;
  /** Names and values alternately. */
  notModifiedHeaders: string[];
}

/** One encoding of a stored response, ready to write. */
interface Variant extends Validators {
  headers: string[];
  body: Buffer;
  /** Validators of the copy sent before this smaller one was ready. */
  quick?: Validators;
}

/** Copies a buffer that is a view of a larger one, as small buffers and zlib's results are, to free the rest. */
const alone = (body: Buffer): Buffer =>
  body.buffer.byteLength === body.length ? body : Buffer.from(new Uint8Array(body).buffer);

/**
 * A response to send again. Each encoding is made once, on first use. At the second use of brotli the body is
 * compressed thoroughly for later visitors.
 */
export class StoredResponse {
  readonly body: Buffer;
  /** Of a page: cookies with which a visitor gets a page of their own instead. */
  personalCookies: readonly string[] = [];
  /** Of a page: its own release failed to render it; every visitor who gets it counts as having met the failure. */
  isFaulty = false;
  /** Of a page: releases of its fragments, and whether each was at fault. */
  fragmentParts: readonly ReleaseInPage[] = [];
  private readonly hash: string;
  private readonly variants = new Map<Encoding, Variant>();
  private readonly making = new Map<Encoding, Promise<Variant>>();
  private isPacked: boolean;

  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    body: string | Buffer,
  ) {
    this.body = alone(Buffer.from(body));
    this.isPacked = this.body.length > 2 ** THOROUGH_WINDOW_BITS;
    this.hash = createHash('sha1').update(this.body).digest('base64url');
    this.variants.set('identity', this.variant('identity', this.body));
  }

  ready(encoding: Encoding): Variant | undefined {
    const variant = this.variants.get(encoding);
    if (variant && encoding === 'br' && !this.isPacked && !isPacking) void this.pack(variant);
    return variant;
  }

  /** Whether another response has the same status, body and headers. */
  isSameAs({ status, hash, headers }: StoredResponse): boolean {
    return status === this.status && hash === this.hash && JSON.stringify(headers) === JSON.stringify(this.headers);
  }

  private async pack({ etag, notModifiedHeaders, body }: Variant): Promise<void> {
    this.isPacked = isPacking = true;
    try {
      const packed = await brotliOf(this.body, THOROUGH_QUALITY, {
        [constants.BROTLI_PARAM_LGWIN]: THOROUGH_WINDOW_BITS,
      });
      if (packed.length >= body.length) return;
      const smaller = this.variant('br', alone(packed), 'packed');
      this.variants.set('br', { ...smaller, quick: { etag, notModifiedHeaders } });
    } catch {
      // The quick copy stays.
    } finally {
      isPacking = false;
    }
  }

  async in(encoding: Encoding): Promise<Variant> {
    const known = this.variants.get(encoding) ?? this.making.get(encoding);
    if (known) return known;
    const making = this.compress(encoding)
      .then((body) => {
        const variant = this.variant(encoding, alone(body));
        this.variants.set(encoding, variant);
        return variant;
      })
      // This visitor gets the plain body; the next one tries again.
      .catch(() => this.variants.get('identity') as Variant)
      .finally(() => this.making.delete(encoding));
    this.making.set(encoding, making);
    return making;
  }

  /** Builds one encoding. Encodings differ in bytes, so that each has its own strong ETag. */
  private variant(encoding: Encoding, body: Buffer, mark: string = encoding): Variant {
    const etag = encoding === 'identity' ? `"${this.hash}"` : `"${this.hash}-${mark}"`;
    const { 'content-type': type, vary, ...others } = this.headers;
    const varying = vary ? `accept-encoding, ${vary}` : 'accept-encoding';
    const shared = Object.entries({ ...securityHeaders(type), ...others, etag, vary: varying }).flat();
    const own = ['content-length', String(body.length), ...(type ? ['content-type', type] : [])];
    if (encoding !== 'identity') own.push('content-encoding', encoding);
    return { etag, headers: [...shared, ...own], notModifiedHeaders: shared, body };
  }

  private compress(encoding: Encoding): Promise<Buffer> {
    return encoding === 'gzip' ? gzipAsync(this.body, { level: 6 }) : brotliOf(this.body, QUICK_QUALITY);
  }
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** Parsed `Accept-Encoding` values: browsers send a handful. */
const KNOWN_LIMIT = 200;
const known = new Map<string, Encoding>();

/** Returns the first available encoding that the client accepts; identity when it accepts none. */
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

const ONLY_IF_CACHED = /(?:^|,)\s*only-if-cached\s*(?:,|$)/i;

/**
 * Answers 504 to `only-if-cached` for a response that is not in memory (RFC 9111, section 5.2.1.7). A proxy asks so
 * when another composer is silent.
 * @returns whether it has answered
 */
export function refuseUncached(request: IncomingMessage, response: ServerResponse, isCached: () => boolean): boolean {
  if (!ONLY_IF_CACHED.test(request.headers['cache-control'] ?? '') || isCached()) return false;
  sendText(request, response, 504, 'This is not in memory.');
  return true;
}

const FRESH_SECONDS = 1;
const REVALIDATING_SECONDS = 10;
/** How long a cache may serve a stale page while no composer can be reached. */
const ON_ERROR_SECONDS = 86_400;

/**
 * Caching of pages. A browser revalidates each time; a shared cache once a second, and serves its copy when nobody
 * answers. `stale-while-revalidate` is only in `CDN-Cache-Control` (RFC 9213): browsers obey it in `Cache-Control`, and
 * would show a page of the former release.
 */
const PAGE = {
  'cache-control': `public, max-age=0, s-maxage=${FRESH_SECONDS}, stale-if-error=${ON_ERROR_SECONDS}`,
  'cdn-cache-control': `max-age=${FRESH_SECONDS}, stale-while-revalidate=${REVALIDATING_SECONDS}, stale-if-error=${ON_ERROR_SECONDS}`,
};

/**
 * nginx keeps the page for when nobody answers, and revalidates at each request. A lifetime of one second can last two
 * in nginx, and would show a promotion too late.
 */
const NGINX = { 'x-accel-expires': '@1' };

/** Returns a release's tag in `Cache-Tag`, by which caches find its pages. */
export const cacheTag = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>): string => `${app}@${version}`;

/** Returns the cache headers of a found page. @param releases of the page */
export const pageCaching = (releases: readonly ReleaseManifest[], behindProxy: boolean): Record<string, string> => ({
  ...PAGE,
  ...(behindProxy && NGINX),
  'cache-tag': releases.map(cacheTag).join(','),
});

const NO_STORE = 'private, no-store';

/** The same headers for a personal page. */
export const PRIVATE_CACHING: Readonly<Record<string, string>> = {
  'cdn-cache-control': NO_STORE,
  'x-accel-expires': '0',
};

/** Headers of a response for one visitor, or with a cookie of theirs: no cache keeps it. */
export const FOR_ONE_VISITOR: Readonly<Record<string, string>> = {
  ...PRIVATE_CACHING,
  'cache-control': NO_STORE,
};

const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

const OF_ALL = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** Headers that only documents obey. */
const OF_DOCUMENTS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** Types that are only parts of a page, or show nothing but themselves. All others may be documents. */
const PART_OF_PAGE = /^(?:text\/(?:javascript|css)|font\/woff2|image\/(?:avif|webp|png|jpeg|x-icon)|video\/mp4)(?:;|$)/;

/** Returns the security headers for a media type. */
export const securityHeaders = (contentType = ''): Record<string, string> =>
  PART_OF_PAGE.test(contentType) ? OF_ALL : { ...OF_ALL, ...OF_DOCUMENTS };

/** Policy of an SVG opened by itself, which runs nothing. */
const DRAWING_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; sandbox";
/** Policy of other parts: in a window of its own a part has no origin, so that no page can script it. */
const PART_POLICY = 'sandbox';
/** Types that need their origin: without it Chromium plays no video, WebKit shows no PDF. No page can script their windows. */
const SHOWN = /^(?:video\/|application\/pdf)/;
const OF_SHOWN = {
  'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
  'cross-origin-opener-policy': 'same-origin',
};

export const fileSecurityHeaders = (contentType: string): Record<string, string> => ({
  ...securityHeaders(contentType),
  'content-security-policy': PART_OF_PAGE.test(contentType) ? PART_POLICY : DRAWING_POLICY,
  ...(SHOWN.test(contentType) && OF_SHOWN),
  'cross-origin-resource-policy': 'same-origin',
});

/**
 * Returns a page's policy: the site's own files, the sources of the site's `csp`, and what the page asked for.
 * @param trustedTypes policies of the page's releases; undefined when one does not declare them. A page that allows a
 * payment provider's script cannot enforce them.
 * @param dev origins of builds in development, for all their files
 */
export function contentSecurityPolicy(
  settings: Settings,
  allow: RenderedPage['allow'],
  trustedTypes: string[] | undefined = undefined,
  dev: readonly string[] = [],
): string {
  const { definition, values } = settings.site;
  const {
    script = [],
    frame = [],
    connect = [],
    img = [],
    media = [],
    form = [],
  } = definition.csp?.(values, allow) ?? {};
  const frames = [...(allow?.frame ?? []), ...frame];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...dev, ...(allow?.script ?? []), ...script],
    'style-src': ["'self'", ...dev],
    'img-src': ["'self'", ...dev, ...img],
    'font-src': ["'self'", ...dev],
    'media-src': ["'self'", ...dev, ...media],
    'connect-src': ["'self'", ...dev, ...dev.map(socketOf), ...(allow?.connect ?? []), ...connect],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    // A worker would have its own script's policy, and released scripts carry none.
    'worker-src': ["'none'"],
    'form-action': ["'self'", ...form],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(trustedTypes &&
      !allow?.script?.length && { 'require-trusted-types-for': ["'script'"], 'trusted-types': trustedTypes }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}
