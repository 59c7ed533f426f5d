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

/** Sends a stored response if it is at hand in this visitor's encoding. @returns whether it was */
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

/** What was set for this one visitor before, such as the headers of a canary's variant, wins over the stored headers. */
function forVisitor(response: ServerResponse, headers: Variant['headers']): Variant['headers'] {
  const vary = response.getHeader('vary');
  if (vary === undefined) return headers;
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

/** For the visitor who waits: 5 ms of a processor for a page of 80 kB. */
const QUICK_QUALITY = 6;
/** For those after: 70 ms for 8 % less, by which a long page comes in the first packets of a connection (14.6 kB). */
const THOROUGH_QUALITY = 10;
/** Holds a page whole. Brotli's memory grows with its window. */
const THOROUGH_WINDOW_BITS = 18;
/** One page at a time: the other threads are for visitors who wait. */
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

/** A text that is the same for everybody, as it is sent. */
export const storedText = (
  type: string,
  text: string,
  caching = 'no-cache',
  more: Record<string, string> = {},
): StoredResponse =>
  new StoredResponse(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': caching, ...more }, text);

interface Validators {
  etag: string;
  /** Names and values in turn. */
  notModifiedHeaders: string[];
}

/** One encoding of a stored response, as it is written: nothing is computed for the second request. */
interface Variant extends Validators {
  headers: string[];
  body: Buffer;
  /** The copy that was sent until this smaller one was ready. */
  quick?: Validators;
}

/** A copy that keeps only its own bytes alive: small buffers, and what zlib returns, are views of 64 kB. */
const alone = (body: Buffer): Buffer =>
  body.buffer.byteLength === body.length ? body : Buffer.from(new Uint8Array(body).buffer);

/**
 * A response that is kept to be sent again. Each encoding is made once, when it is first asked for. What is sent for a
 * second time in brotli is compressed thoroughly for those who come later.
 */
export class StoredResponse {
  readonly body: Buffer;
  /** Of a page: cookies with which a visitor gets a page of their own in the place of this one. */
  personalCookies: readonly string[] = [];
  /** Of a page: its own release failed to render it. Whoever gets it, out of the cache or not, met the failure. */
  isFaulty = false;
  /** Of a page: the releases whose fragments it holds, and whether each was at fault in it. */
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

  /** Whether the other is the same to everybody who gets it. */
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
      // The copy that is there goes on being sent.
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
      // The next visitor tries again; this one gets it as it is.
      .catch(() => this.variants.get('identity') as Variant)
      .finally(() => this.making.delete(encoding));
    this.making.set(encoding, making);
    return making;
  }

  /** Encodings differ in their bytes, so a strong ETag is one encoding's. */
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

/** Browsers know a handful of ways to say it; each is read once. */
const KNOWN_LIMIT = 200;
const known = new Map<string, Encoding>();

/** The first of the available encodings that the client takes; identity when it takes none. */
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
 * Answers 504 to whoever wants a response only when it is in memory (RFC 9111, section 5.2.1.7). A proxy asks so when
 * another composer is silent.
 * @returns whether it has answered
 */
export function refuseUncached(request: IncomingMessage, response: ServerResponse, isCached: () => boolean): boolean {
  if (!ONLY_IF_CACHED.test(request.headers['cache-control'] ?? '') || isCached()) return false;
  sendText(request, response, 504, 'This is not in memory.');
  return true;
}

const FRESH_SECONDS = 1;
const REVALIDATING_SECONDS = 10;
/** How long a cache may go on with what it has while no composer can be reached. */
const ON_ERROR_SECONDS = 86_400;

/**
 * How caches between composers and visitors may keep a page. A browser asks each time; a shared cache asks once a second,
 * and goes on with what it has when nobody answers. `stale-while-revalidate` stands in `CDN-Cache-Control` (RFC 9213)
 * alone: browsers heed it in `Cache-Control`, and would show a page of the release before.
 */
const PAGE = {
  'cache-control': `public, max-age=0, s-maxage=${FRESH_SECONDS}, stale-if-error=${ON_ERROR_SECONDS}`,
  'cdn-cache-control': `max-age=${FRESH_SECONDS}, stale-while-revalidate=${REVALIDATING_SECONDS}, stale-if-error=${ON_ERROR_SECONDS}`,
};

/**
 * nginx keeps the page for when nobody answers, and asks again at each request. Its own second would be up to two, and a
 * promotion would be seen too late.
 */
const NGINX = { 'x-accel-expires': '@1' };

/** Names a release in `Cache-Tag`, by which caches find the pages that are made of it. */
export const cacheTag = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>): string => `${app}@${version}`;

/** Headers for caches of a page that was found. @param releases that it is made of */
export const pageCaching = (releases: readonly ReleaseManifest[], behindProxy: boolean): Record<string, string> => ({
  ...PAGE,
  ...(behindProxy && NGINX),
  'cache-tag': releases.map(cacheTag).join(','),
});

/** The same headers for a page that is one visitor's alone. */
export const PRIVATE_CACHING: Readonly<Record<string, string>> = {
  'cdn-cache-control': 'private, no-store',
  'x-accel-expires': '0',
};

/** Of what is made for one visitor, or sets a cookie of theirs: no cache keeps it. */
export const FOR_ONE_VISITOR: Readonly<Record<string, string>> = {
  ...PRIVATE_CACHING,
  'cache-control': 'private, no-store',
};

const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

const OF_ALL = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** Of what a browser may show as a document: they govern documents, and nothing else heeds them. */
const OF_DOCUMENTS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** What only ever is a part of a page, or shows no more than itself. Whatever is not named here may be a document. */
const PART_OF_PAGE = /^(?:text\/(?:javascript|css)|font\/woff2|image\/(?:avif|webp|png|jpeg|x-icon)|video\/mp4)(?:;|$)/;

/** Headers that an answer of this type gets, whatever it holds. */
export const securityHeaders = (contentType = ''): Record<string, string> =>
  PART_OF_PAGE.test(contentType) ? OF_ALL : { ...OF_ALL, ...OF_DOCUMENTS };

/** A drawing opened by itself runs nothing. */
const DRAWING_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; sandbox";
/** In a window of its own it has no origin: no page can write into it what its own policy would not run. */
const PART_POLICY = 'sandbox';
/** Without an origin Chromium plays no video, and WebKit shows no PDF. No page reaches into their windows. */
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
 * The page's policy: our own files, what the site's `csp` names, and what this very page asked for.
 * @param trustedTypes policies that the page's releases make; undefined when one of them does not tell. A page that
 * lets a payment provider's script in cannot hold it to ours.
 * @param dev origins of builds in development: all that they are made of comes from there
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
    // Released scripts carry no policy that a worker of one would be held to.
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
