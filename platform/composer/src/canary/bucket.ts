import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { inRounds, within } from '@wholepage/page-rules/time-limit';
import { isDistant } from '@wholepage/releases/settings';
import type { WritableStore } from '@wholepage/releases/store/store';
import { makePrivateFolder } from '@wholepage/releases/whole-files';
import { LRUCache } from 'lru-cache';
import { nameOf, readCookie } from '../http/request/request';
import { type Log, reason } from '../log';

const FILE = 'evidence/secret';
const BYTES = 32;
const TAG_LENGTH = 22;
const ASK_EVERY_MS = 2_000;

/** A secret that only the site's composers share. It authenticates what one of them has written. */
export interface Secret {
  /** @param parts without line breaks @throws while the secret is not known */
  tag(...parts: readonly (string | number)[]): string;
  holds(tag: string, ...parts: readonly (string | number)[]): boolean;
}

/** Reads the secret from the private store, or creates it; when two composers create it at once, the first one's stays. */
async function readSecret(store: WritableStore): Promise<Buffer> {
  const isThere = await store.revision(FILE);
  if (!isThere && !isDistant(store.place)) await makePrivateFolder(store.place);
  if (!isThere) await store.create(FILE, Buffer.from(randomBytes(BYTES).toString('base64')));
  const bytes = Buffer.from((await store.read(FILE)).toString('utf8'), 'base64');
  if (bytes.length !== BYTES) throw new Error(`${FILE} in ${store.place} is not a secret: remove it.`);
  return bytes;
}

export class SharedSecret implements Secret {
  private bytes: Buffer | undefined;
  private endRounds = (): void => {};

  constructor(
    private readonly store: WritableStore,
    private readonly log: Log,
  ) {}

  /** Until it is known, no variant is drawn: with another secret a composer would draw other variants than the rest. */
  get isKnown(): boolean {
    return this.bytes !== undefined;
  }

  /** Reads it once, and in rounds after a failure or timeout. Only canaries need it. */
  async start(): Promise<void> {
    try {
      this.bytes = await within(readSecret(this.store), ASK_EVERY_MS, 'Reading the secret');
    } catch (error) {
      this.log('error', 'private store not usable, canaries are withheld', { reason: reason(error) });
      const askAgain = async () => {
        this.bytes = await readSecret(this.store);
        this.endRounds();
        this.log('info', 'private store usable, canaries are given');
      };
      this.endRounds = inRounds(ASK_EVERY_MS, askAgain, () => undefined);
    }
  }

  stop(): void {
    this.endRounds();
  }

  tag(...parts: readonly (string | number)[]): string {
    if (!this.bytes) throw new Error('The secret that composers share is not known yet.');
    return createHmac('sha256', this.bytes).update(parts.join('\n')).digest('base64url').slice(0, TAG_LENGTH);
  }

  holds(tag: string, ...parts: readonly (string | number)[]): boolean {
    if (!this.bytes) return false;
    const expected = Buffer.from(this.tag(...parts));
    const given = Buffer.from(tag);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** Cookie with a random bucket, shared by thousands of visitors, and the second in which it was set. */
export const BUCKET_COOKIE = 'bucket';

/** Number of buckets: shares are exact to a hundredth of a percent, and a bucket identifies nobody. */
const BUCKETS = 10_000;
const KEPT_SECONDS = 7 * 24 * 3_600;
/** Lifetime during an experiment, which takes longer than a canary. */
export const KEPT_FOR_EXPERIMENT_SECONDS = 28 * 24 * 3_600;

export interface Bucket {
  bucket: number;
  /** When it was set, in seconds since 1970. */
  givenAt: number;
}

/** Reads a visitor's bucket; undefined without one, or with one that no composer of this site set. */
export function readBucket(cookies: string | undefined, secure: boolean, secret: Secret): Bucket | undefined {
  const value = readCookie(cookies, nameOf(BUCKET_COOKIE, secure));
  const [, bucket = '', givenAt = '', tag = ''] = /^(\d{1,4})\.(\d{1,12})\.([\w-]{22})$/.exec(value ?? '') ?? [];
  return tag && secret.holds(tag, 'bucket', bucket, givenAt)
    ? { bucket: Number(bucket), givenAt: Number(givenAt) }
    : undefined;
}

export const newBucket = (now = Date.now()): Bucket => ({
  bucket: randomInt(BUCKETS),
  givenAt: Math.floor(now / 1000),
});

export const bucketCookie = (
  { bucket, givenAt }: Bucket,
  secure: boolean,
  secret: Secret,
  kept = KEPT_SECONDS,
): string =>
  `${nameOf(BUCKET_COOKIE, secure)}=${bucket}.${givenAt}.${secret.tag('bucket', bucket, givenAt)}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Bucket orders of recent canaries: few at a time. */
const orders = new LRUCache<string, Uint16Array>({ max: 100 });

/** Computes the rank of each bucket in a release's own order, by a hash of both: 10 ms, once a canary. */
function orderOf(release: string): Uint16Array {
  const hashes = Array.from({ length: BUCKETS }, (_, bucket) =>
    createHash('sha256').update(`${release} ${bucket}`).digest().readUIntBE(0, 6),
  );
  const places = new Uint16Array(BUCKETS);
  const sorted = [...hashes.keys()].sort((one, other) => (hashes[one] ?? 0) - (hashes[other] ?? 0));
  for (const [place, bucket] of sorted.entries()) places[bucket] = place;
  orders.set(release, places);
  return places;
}

/**
 * Whether a bucket gets the canary of this `app version`. Each canary orders the buckets in its own way, so that the
 * variants of two canaries are independent. A larger share includes the smaller one.
 */
export const isOnCanary = (bucket: number, release: string, percent: number): boolean =>
  ((orders.get(release) ?? orderOf(release))[bucket] ?? BUCKETS) < (percent * BUCKETS) / 100;
