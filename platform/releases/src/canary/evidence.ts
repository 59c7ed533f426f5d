import * as z from 'zod';

/**
 * Milliseconds above which a visit counts as slow, one count for each. The judge looks at the whole distribution and
 * needs no guess of which quantile a release will spoil. 2500 and 200 are the ends of "good" in Web Vitals.
 */
export const SLOWER_THAN = {
  lcp: [1_000, 1_800, 2_500, 4_000, 6_000],
  inp: [50, 100, 200, 350, 500],
} as const;

export type Vital = keyof typeof SLOWER_THAN;
export const VITALS = ['lcp', 'inp'] as const satisfies readonly Vital[];

const count = z.number().int().nonnegative();

/** Networks of one side: of each the visitor who came first speaks for it. */
const sideCountsSchema = z.object({
  /** Whose browser was heard, or for whom the composer saw a render fail. Only these exist for the judge. */
  networks: count,
  /** Whose browser reported of a page of the app, with the proof of that view. */
  heard: count.default(0),
  /** A render, load, mount or script of the app failed for it. */
  failed: count,
  /** Had a page of the app, and nothing was heard in time: its tab may hang. */
  silent: count.default(0),
  /** Those, and browsers that reported no paint: a missing time is missing, not fast. */
  unpainted: count.default(0),
  /** Whose browser reported this time at all. */
  timed: z.object({ lcp: count, inp: count }).default({ lcp: 0, inp: 0 }),
  lcp: z.array(count).length(SLOWER_THAN.lcp.length),
  inp: z.array(count).length(SLOWER_THAN.inp.length),
  /** An experiment's: its visitor reached the goal. */
  reached: count.default(0),
});

/** Fewer on either side say too little for a canary to go on, or for an experiment to decide. */
export const ENOUGH_NETWORKS = 200;

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
  networks: 0,
  heard: 0,
  failed: 0,
  silent: 0,
  unpainted: 0,
  timed: { lcp: 0, inp: 0 },
  lcp: SLOWER_THAN.lcp.map(() => 0),
  inp: SLOWER_THAN.inp.map(() => 0),
  reached: 0,
});

/** One side's count, over all steps. */
export const sumOf = (
  steps: readonly StepEvidence[],
  side: 'canary' | 'live',
  counted: (counts: SideCounts) => number,
): number => steps.reduce((sum, step) => sum + counted(step[side]), 0);

/** How many networks of each side exist for the judge, over all steps. */
export const networksSeen = (steps: readonly StepEvidence[]): { canary: number; live: number } => ({
  canary: sumOf(steps, 'canary', ({ networks }) => networks),
  live: sumOf(steps, 'live', ({ networks }) => networks),
});

/** How many browsers were heard on the side that was heard least. */
export const leastHeard = (steps: readonly StepEvidence[]): number =>
  Math.min(...(['canary', 'live'] as const).map((side) => sumOf(steps, side, ({ heard }) => heard)));
