import { z } from 'zod';

/**
 * Milliseconds above which a visit counts as slow, one count for each: the judge looks at the whole distribution and
 * needs no guess of which quantile a release will spoil. 2500 and 200 are the ends of "good" in Web Vitals.
 */
export const SLOWER_THAN = {
  lcp: [1_000, 1_800, 2_500, 4_000, 6_000],
  inp: [50, 100, 200, 350, 500],
} as const;

export type Vital = keyof typeof SLOWER_THAN;
export const VITALS = ['lcp', 'inp'] as const satisfies readonly Vital[];

const count = z.number().int().nonnegative();

/** Visitors of one side, each counted once however much they report. */
const sideCountsSchema = z.object({
  visitors: count,
  /** A render, load, mount or script of the app failed for them. */
  failed: count,
  lcp: z.array(count).length(SLOWER_THAN.lcp.length),
  inp: z.array(count).length(SLOWER_THAN.inp.length),
});

/** What was seen while the canary had this share of the visitors. */
export const stepEvidenceSchema = z.object({
  /** Percent of visitors on the canary's side. */
  percent: z.number().min(0).max(100),
  canary: sideCountsSchema,
  live: sideCountsSchema,
});

export type SideCounts = z.output<typeof sideCountsSchema>;
export type StepEvidence = z.output<typeof stepEvidenceSchema>;

export const noCounts = (): SideCounts => ({
  visitors: 0,
  failed: 0,
  lcp: SLOWER_THAN.lcp.map(() => 0),
  inp: SLOWER_THAN.inp.map(() => 0),
});

const plus = (one: SideCounts, other: SideCounts): SideCounts => ({
  visitors: one.visitors + other.visitors,
  failed: one.failed + other.failed,
  lcp: one.lcp.map((slow, index) => slow + (other.lcp[index] ?? 0)),
  inp: one.inp.map((slow, index) => slow + (other.inp[index] ?? 0)),
});

/** The evidence of several composers as one: their steps of equal share are added up. */
export function mergeEvidence(reports: readonly (readonly StepEvidence[])[]): StepEvidence[] {
  const steps = new Map<number, StepEvidence>();
  for (const { percent, canary, live } of reports.flat()) {
    const known = steps.get(percent) ?? { percent, canary: noCounts(), live: noCounts() };
    steps.set(percent, { percent, canary: plus(known.canary, canary), live: plus(known.live, live) });
  }
  return [...steps.values()].sort((one, other) => one.percent - other.percent);
}
