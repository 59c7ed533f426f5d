import type { Deployment } from '@wholepage/contracts/discovery';

/** How a canary goes on by itself: kept with its deployment in the registry, so that any composer can take the next step. */
export type CanaryPlan = NonNullable<Deployment['extras']['canary']>;

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
/** Shorter, and nothing could be seen; longer, and nobody would remember. */
const RANGE_MS = { least: 1_000, most: 7 * 24 * 3_600_000 };

/** `5m`, `30s`, `2h` in milliseconds; undefined for what is none. */
export function durationMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  return milliseconds >= RANGE_MS.least && milliseconds <= RANGE_MS.most ? milliseconds : undefined;
}

/** `10,25,50`: rising shares between 1 and 99; undefined for what is none. */
export function sharesOf(text: string): number[] | undefined {
  const shares = text.split(',').map((part) => (/^\d{1,2}$/.test(part.trim()) ? Number(part) : 0));
  const rising = shares.every((share, index) => share > (shares[index - 1] ?? 0));
  return rising && shares.length <= 20 ? shares : undefined;
}
