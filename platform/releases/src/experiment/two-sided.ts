/** Networks that reached a goal, by side, while the new release had this share of all visitors. */
export interface GoalCounts {
  /** Between 0 and 1. */
  share: number;
  /** On the side of the new release. */
  b: number;
  a: number;
}

/** How firmly each component of the mixture holds the share to be right: one for large effects, one for small ones. */
const FIRMNESS = [20, 200, 2_000] as const;

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** The logarithm of the gamma function for positive numbers, by Lanczos' approximation. */
function logGamma(value: number): number {
  const base = value - 1;
  const series = LANCZOS.reduce((sum, factor, index) => sum + factor / (base + index + 1), 0.99999999999980993);
  const shifted = base + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(shifted) - shifted + Math.log(series);
}

const logBeta = (one: number, other: number): number => logGamma(one) + logGamma(other) - logGamma(one + other);

const logMean = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / logs.length);
};

/** The part of all who reach the goal that is expected on the new release's side. @param risk its rate over the other's */
const expectedPart = (share: number, risk: number): number => (risk * share) / (risk * share + 1 - share);

/** The logarithm of the likelihood under a beta mixture of shares. No hypothesis is in it. */
const logMixture = ({ share, a, b }: GoalCounts): number =>
  logMean(
    FIRMNESS.map((firmness) => {
      const [forB, forA] = [firmness * share, firmness * (1 - share)];
      return logBeta(forB + b, forA + a) - logBeta(forB, forA);
    }),
  );

/** The logarithm of the likelihood when the new release reaches the goal `risk` times as often. */
function logLikelihood({ share, a, b }: GoalCounts, risk: number): number {
  const part = expectedPart(share, risk);
  return b * Math.log(part) + a * Math.log(1 - part);
}

/**
 * Evidence against "the new release reaches the goal `risk` times as often", as the logarithm of an e-value.
 *
 * Sides are drawn by lot. So visitors who reach the goal fall on the new side with a fixed chance, whatever the hour
 * does to both rates. The likelihood under a beta mixture over that of the hypothesis is a non-negative martingale with
 * mean 1.
 * By Ville's inequality it exceeds 1/α at any time, at however many looks, with a probability of at most α. Source:
 * Robbins 1970, "Statistical Methods Related to the Law of the Iterated Logarithm".
 */
export const logEvidenceAgainst = (counts: GoalCounts, risk: number): number =>
  logMixture(counts) - logLikelihood(counts, risk);

/** How many times as often the new release's visitors reach the goal; undefined while one side has none. */
export const estimatedRisk = ({ share, a, b }: GoalCounts): number | undefined =>
  a > 0 && b > 0 ? (b * (1 - share)) / (a * share) : undefined;

const BISECTIONS = 32;
/** Rates further apart than this are not looked for. */
const WIDEST = Math.log(1_000);

/** Where a function crosses the limit, between a point that is inside and one that is outside. */
function crossing(of: (point: number) => number, limit: number, inside: number, outside: number): number {
  let [near, far] = [inside, outside];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (near + far) / 2;
    if (of(middle) < limit) near = middle;
    else far = middle;
  }
  return near;
}

/**
 * Relative rates that the evidence does not exclude. The true one is among them at all times together with a probability
 * of at least 1 − α.
 * @param alpha between 0 and 1
 */
export function possibleRisks(counts: GoalCounts, alpha: number): { least: number; most: number } {
  const { share, a, b } = counts;
  const centre = Math.log(((b + 0.5) * (1 - share)) / ((a + 0.5) * share));
  const limit = Math.log(1 / alpha);
  const mixture = logMixture(counts);
  const evidence = (logRisk: number) => mixture - logLikelihood(counts, Math.exp(logRisk));
  const boundary = (outside: number) => Math.exp(crossing(evidence, limit, centre, outside));
  return { least: boundary(-WIDEST), most: boundary(WIDEST) };
}
