/** Visitors to whom something happened while the canary had this share of all visitors. */
export interface EventCounts {
  /** Between 0 and 1. */
  share: number;
  canary: number;
  live: number;
}

/** How many times likelier it may be on the canary's side, as alternatives to "no likelier". */
const RELATIVE_RISKS = [
  { risk: 1.25, weight: 0.05 },
  { risk: 1.6, weight: 0.1 },
  { risk: 2.5, weight: 0.1 },
  { risk: 5, weight: 0.1 },
  { risk: 20, weight: 0.2 },
  { risk: 100, weight: 0.3 },
  { risk: 1_000, weight: 0.15 },
] as const;

/** Of those to whom it happened, the part expected on the canary's side. */
const expected = (risk: number, share: number): number => (risk * share) / (risk * share + 1 - share);

/** `k × log(p/q)` where nothing that happened weighs nothing, however unlikely it was. */
const term = (times: number, likely: number, less: number): number =>
  times === 0 ? 0 : times * (Math.log(likely) - Math.log(less));

const logLikelihoodRatio = (seen: readonly EventCounts[], risk: number, tolerated: number): number =>
  seen.reduce((sum, { share, canary, live }) => {
    if (share <= 0 || share >= 1) return sum;
    const [one, other] = [expected(risk, share), expected(tolerated, share)];
    return sum + term(canary, one, other) + term(live, 1 - one, 1 - other);
  }, 0);

const logSumExp = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
};

/**
 * Evidence that something happens to more of the canary's visitors than of the others, as the logarithm of an e-value.
 * Sides are drawn by lot, so that of those to whom it happens the canary has its share, were the releases alike; the
 * ratio to the likelihood under a greater risk, mixed over {@link RELATIVE_RISKS}, is a non-negative supermartingale.
 * By Ville's inequality it exceeds 1/α ever, at however many looks, with a probability of at most α. The rates
 * themselves may vary with the hour (Lindon & Malek, "Anytime-Valid Inference For Multinomial Count Data", NeurIPS 2022).
 * @param tolerated relative risk up to which nothing is held against the canary
 */
export function logEvidence(seen: readonly EventCounts[], tolerated = 1): number {
  const alternatives = RELATIVE_RISKS.filter(({ risk }) => risk > tolerated);
  const whole = alternatives.reduce((sum, { weight }) => sum + weight, 0);
  return logSumExp(
    alternatives.map(({ risk, weight }) => Math.log(weight / whole) + logLikelihoodRatio(seen, risk, tolerated)),
  );
}

/** The mean of e-values is one, too: a look at several thresholds costs no more errors than a look at one. */
export const meanLogEvidence = (logs: readonly number[]): number => logSumExp(logs) - Math.log(logs.length);
