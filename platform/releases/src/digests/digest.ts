import { randomUUID } from 'node:crypto';
import { appNameSchema, versionSchema } from '@wholepage/contracts/release';
import { nameSchema } from '@wholepage/contracts/render';
import { breadcrumbSchema, failureSchema, pagePatternSchema, thrownSchema } from '@wholepage/contracts/report';
import { MOST_BREADCRUMBS } from '@wholepage/contracts/report-limits';
import * as z from 'zod';
import { parseAs, type WritableStore } from '../store/store';

/** Number of values in each bucket. Buckets grow by a seventh each, so that quantiles are exact to 7 %. */
export type Histogram = Record<string, number>;

const GROWTH = 1.15;
/** Upper end of the first bucket. */
const SMALLEST = 0.001;
const LAST = 160;

const histogramSchema = z
  .record(z.string().regex(/^\d{1,3}$/), z.number().int().min(1).max(1e9))
  .refine((found) => Object.keys(found).length <= LAST + 1, 'has too many buckets');

const bucketOf = (value: number): number =>
  value <= SMALLEST ? 0 : Math.min(LAST, Math.ceil(Math.log(value / SMALLEST) / Math.log(GROWTH)));

/** Adds a value to a histogram, in place. */
export function addTo(histogram: Histogram, value: number): void {
  const bucket = bucketOf(value);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

export function merged(one: Histogram, other: Histogram): Histogram {
  const sum = { ...one };
  for (const [bucket, count] of Object.entries(other)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/** Returns a quantile; undefined without values. @param part such as 0.75 */
export function quantile(histogram: Histogram, part: number): number | undefined {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    // The geometric middle of the bucket.
    if (seen >= total * part) return bucket === 0 ? 0 : SMALLEST * GROWTH ** (bucket - 0.5);
  }
  return undefined;
}

const count = z.number().int().min(0).max(1e9);
const page = z.union([z.literal(''), pagePatternSchema]);

/** Families of browsers, by user agent. */
const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Safari', 'Other'] as const;
export const DEVICES = ['desktop', 'phone'] as const;

export const MOST_CAUSES = 60;
export const MOST_PAGES = 300;
export const MOST_RENDERS = 300;
export const MOST_HOLDS = 300;

/** Similar errors of one release, with their number. */
const causeSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  /** Browser family that threw it, or the server. */
  where: z.enum([...BROWSERS, 'server']),
  phase: z.enum([...failureSchema.options, 'render']),
  page,
  ...thrownSchema.shape,
  /** Breadcrumbs of one of the visitors, oldest first. */
  breadcrumbs: z.array(breadcrumbSchema).max(MOST_BREADCRUMBS).default([]),
  count,
  /** Number of them with a verified page view. */
  verified: count,
});

/** Visits to a page, by release and device. */
const pageSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  page,
  device: z.enum(DEVICES),
  visits: count,
  failed: count,
  lcp: histogramSchema,
  inp: histogramSchema,
  cls: histogramSchema,
});

/** Renders of one release on the server. */
const rendersSchema = z.object({ app: appNameSchema, version: versionSchema, made: count, failed: count });

/** A page with a fragment, as rendered. */
export const holdSchema = z.object({ app: appNameSchema, page, of: appNameSchema, fragment: nameSchema });

/** One composer's digest of ten seconds, without personal data. */
export const digestSchema = z.object({
  composer: z.object({ id: z.string().max(60), host: z.string().max(100), startedAt: z.iso.datetime() }),
  at: z.iso.datetime(),
  /** Generation of the registry that this composer follows. */
  generation: z.number().int().min(0),
  causes: z.array(causeSchema).max(MOST_CAUSES),
  pages: z.array(pageSchema).max(MOST_PAGES),
  renders: z.array(rendersSchema).max(MOST_RENDERS),
  holds: z.array(holdSchema).max(MOST_HOLDS).default([]),
  /** Reports beyond what a digest holds. */
  dropped: count,
});

export type Digest = z.output<typeof digestSchema>;
export type DigestCause = z.output<typeof causeSchema>;
export type Hold = z.output<typeof holdSchema>;
export type DigestPage = z.output<typeof pageSchema>;
export type BrowserFamily = (typeof BROWSERS)[number];
export type Device = (typeof DEVICES)[number];

const FOLDER = 'digests';
/** Most unread digests of one composer: an hour's. */
const MOST_OWN = 360;
/** Largest possible digest. */
const LARGEST_BYTES = 2 * 1024 * 1024;
const NAME = /^(\d{13})-[\w-]{1,60}\.json$/;
/** Age at which unread digests of dead composers are removed. */
const OLDEST_MS = 24 * 3_600_000;

/** Returns when a digest was written, in milliseconds since 1970; NaN for other files. */
const timeOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? Number.NaN);

/** Writes a composer's digests into the private store; keeps at most an hour's. */
export class DigestWriter {
  private readonly own: string[] = [];

  constructor(
    private readonly store: WritableStore,
    private readonly id: string = randomUUID(),
  ) {}

  /** @returns false when the digest is too large @throws when the store is unavailable */
  async write(digest: Digest, now = Date.now()): Promise<boolean> {
    const bytes = Buffer.from(JSON.stringify(digest));
    if (bytes.length > LARGEST_BYTES) return false;
    const path = `${FOLDER}/${String(now).padStart(13, '0')}-${this.id}.json`;
    await this.store.create(path, bytes);
    this.own.push(path);
    while (this.own.length > MOST_OWN) await this.store.remove(this.own.shift() ?? '');
    return true;
  }

  async removeOld(now = Date.now()): Promise<void> {
    for (const name of await this.store.names(FOLDER))
      if (now - timeOf(name) > OLDEST_MS) await this.store.remove(`${FOLDER}/${name}`);
  }
}

/** Returns the names of unread digests, oldest first. */
export const digestNames = async (store: WritableStore): Promise<string[]> =>
  (await store.names(FOLDER)).filter((name) => NAME.test(name)).sort();

/** Reads a digest; undefined when it is gone or invalid. */
export async function readDigest(store: WritableStore, name: string): Promise<Digest | undefined> {
  const found = await store.find(`${FOLDER}/${name}`);
  if (!found || found.bytes.length > LARGEST_BYTES) return undefined;
  return parseAs(digestSchema, found.bytes);
}

export const removeDigest = (store: WritableStore, name: string): Promise<void> => store.remove(`${FOLDER}/${name}`);
