import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** An answer whose compressed forms are made once, when first asked for. */
export class Answer {
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Buffer>();
  private readonly encoding = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Buffer,
    private readonly brotliQuality = 6,
  ) {
    this.etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    this.encoded.set('identity', body);
  }

  /** The body in this encoding, when it is at hand already. */
  ready(encoding: Encoding): Buffer | undefined {
    return this.encoded.get(encoding);
  }

  async in(encoding: Encoding): Promise<Buffer> {
    const ready = this.encoded.get(encoding);
    if (ready) return ready;
    let making = this.encoding.get(encoding);
    if (!making) {
      making = this.compress(encoding).then((buffer) => {
        this.encoded.set(encoding, buffer);
        this.encoding.delete(encoding);
        return buffer;
      });
      this.encoding.set(encoding, making);
    }
    return making;
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
