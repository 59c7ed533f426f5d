import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

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

interface Cached {
  answer: Answer;
  expiresAt: number;
}

/** Compressed copies add about this much to a body. */
const COMPRESSED_SHARE = 1.5;

/** Answers by key with a bound on their number and their bytes. Concurrent wishes for one key are answered by one making. */
export class PageCache {
  private readonly entries: LRUCache<string, Cached>;
  private readonly making = new Map<string, Promise<Answer>>();

  constructor({ maxEntries, maxBytes }: { maxEntries: number; maxBytes: number }) {
    this.entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }) => Math.ceil(answer.body.length * COMPRESSED_SHARE) + 2_000,
    });
  }

  get size(): number {
    return this.entries.size;
  }

  fresh(key: string): Answer | undefined {
    const cached = this.entries.get(key);
    return cached && cached.expiresAt > Date.now() ? cached.answer : undefined;
  }

  /**
   * @param make gives the answer, how many seconds it may be reused, and whether it is whole; one that is not is
   * replaced by the last whole one when there is one
   */
  async get(key: string, make: () => Promise<{ answer: Answer; maxAge: number; whole: boolean }>): Promise<Answer> {
    const fresh = this.fresh(key);
    if (fresh) return fresh;
    const underway = this.making.get(key);
    if (underway) return underway;
    const promise = make()
      .then(({ answer, maxAge, whole }) => {
        const stale = this.entries.get(key);
        const kept = whole || !stale ? answer : stale.answer;
        this.entries.set(key, { answer: kept, expiresAt: Date.now() + maxAge * 1000 });
        return kept;
      })
      .finally(() => this.making.delete(key));
    this.making.set(key, promise);
    return promise;
  }
}
