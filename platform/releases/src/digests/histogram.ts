import * as z from 'zod';

/** How many values lie in each bucket, by its number. Buckets grow by a seventh each, so a quantile is right within 7 %. */
export type Histogram = Record<string, number>;

const GROWTH = 1.15;
/** Of the first bucket: anything below is in it, too. */
const SMALLEST = 0.001;
const LAST = 160;

export const histogramSchema = z
  .record(z.string().regex(/^\d{1,3}$/), z.number().int().min(1).max(1e9))
  .refine((found) => Object.keys(found).length <= LAST + 1, 'has too many buckets');

const bucketOf = (value: number): number =>
  value <= SMALLEST ? 0 : Math.min(LAST, Math.ceil(Math.log(value / SMALLEST) / Math.log(GROWTH)));

/** Counts a value, in the histogram itself. */
export function addTo(histogram: Histogram, value: number): void {
  const bucket = bucketOf(value);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

/** Both together. */
export function merged(one: Histogram, other: Histogram): Histogram {
  const sum = { ...one };
  for (const [bucket, count] of Object.entries(other)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/** The value that this part of all values does not exceed; undefined without values. @param part as 0.75 */
export function quantile(histogram: Histogram, part: number): number | undefined {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    // The middle of the bucket, as its factor has it.
    if (seen >= total * part) return bucket === 0 ? 0 : SMALLEST * GROWTH ** (bucket - 0.5);
  }
  return undefined;
}
