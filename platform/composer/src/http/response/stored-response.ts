import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiation';
import { securityHeaders } from './security-headers';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** One encoding of a stored response, as it is written: nothing is computed for the second request. */
export interface Variant {
  etag: string;
  /** Names and values in turn. */
  headers: string[];
  /** Those of a 304. */
  notModifiedHeaders: string[];
  body: Buffer;
}

/** A copy that keeps only its own bytes alive: small buffers, and what zlib returns, are views of 64 kB. */
const alone = (body: Buffer): Buffer =>
  body.buffer.byteLength === body.length ? body : Buffer.from(new Uint8Array(body).buffer);

/** A response that is kept to be sent again. Each encoding is made once, when it is first asked for. */
export class StoredResponse {
  readonly body: Buffer;
  private readonly hash: string;
  private readonly variants = new Map<Encoding, Variant>();
  private readonly making = new Map<Encoding, Promise<Variant>>();

  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    body: Buffer,
    private readonly brotliQuality = 6,
  ) {
    this.body = alone(body);
    this.hash = createHash('sha1').update(body).digest('base64url');
    this.variants.set('identity', this.variant('identity', this.body));
  }

  /** The variant in this encoding, when it is at hand already. */
  ready(encoding: Encoding): Variant | undefined {
    return this.variants.get(encoding);
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
  private variant(encoding: Encoding, body: Buffer): Variant {
    const etag = encoding === 'identity' ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
    const { 'content-type': type, vary, ...others } = this.headers;
    const varying = vary ? `accept-encoding, ${vary}` : 'accept-encoding';
    const shared = Object.entries({ ...securityHeaders(type), ...others, etag, vary: varying }).flat();
    const own = ['content-length', String(body.length), ...(type ? ['content-type', type] : [])];
    if (encoding !== 'identity') own.push('content-encoding', encoding);
    return { etag, headers: [...shared, ...own], notModifiedHeaders: shared, body };
  }

  private compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return gzipAsync(this.body, { level: 6 });
    return brotliAsync(this.body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: this.brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length,
      },
    });
  }
}
