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
  /** Whose visitor had a page of the app. */
  networks: count,
  /** A render, load, mount or script of the app failed for it. */
  failed: count,
  lcp: z.array(count).length(SLOWER_THAN.lcp.length),
  inp: z.array(count).length(SLOWER_THAN.inp.length),
  /** An experiment's: its visitor reached the goal. */
  reached: count.default(0),
});

/** Fewer on either side say too little for a canary to go on. */
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
  failed: 0,
  lcp: SLOWER_THAN.lcp.map(() => 0),
  inp: SLOWER_THAN.inp.map(() => 0),
  reached: 0,
});

/** How many networks of each side were seen, over all steps. */
export const networksSeen = (steps: readonly StepEvidence[]): { canary: number; live: number } => ({
  canary: steps.reduce((sum, { canary }) => sum + canary.networks, 0),
  live: steps.reduce((sum, { live }) => sum + live.networks, 0),
});

/** Whether enough was seen of both sides for a canary to go on. */
export const isEnough = (steps: readonly StepEvidence[]): boolean => {
  const { canary, live } = networksSeen(steps);
  return Math.min(canary, live) >= ENOUGH_NETWORKS;
};
