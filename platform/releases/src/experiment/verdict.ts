import { expectedPart, meanLogEvidence } from '../canary/e-process';
import {
  capped,
  ENOUGH_NETWORKS,
  judge,
  type StepEvidence,
  sayEValue,
  sumOf,
  type VariantCounts,
} from '../canary/judge';

/** Probability that an experiment ever wrongly names a winner, or calls releases alike. */
const LEVEL = 0.05;
/** Probability that a correct draw is called broken. A broken one deviates strongly soon. */
const BROKEN_DRAW_LEVEL = 0.001;

export type Outcome = 'running' | 'b-better' | 'a-better' | 'alike' | 'sample-ratio-mismatch';

/** One variant of an experiment, in networks. */
export interface VariantFigures {
  networks: number;
  /** Networks whose visitor reached the goal. */
  reached: number;
}

/** Present result of an experiment. Valid at any time, and repeatedly. */
export interface ExperimentResult {
  outcome: Outcome;
  a: VariantFigures;
  b: VariantFigures;
  /** Relative rate at which B's visitors reach the goal; undefined while one variant has none. */
  risk: number | undefined;
  /** Confidence interval of the relative rate. */
  possible: { least: number; most: number };
  /** E-value that the releases differ, capped at 1e12. */
  evidence: number;
  /** E-value from which they count as different. */
  limit: number;
  /** The same for a sample ratio mismatch. */
  draw: { evidence: number; limit: number };
  /** The variant that fails more, or is slower, than chance allows. */
  worse: 'a' | 'b' | undefined;
  /** One sentence with the figures. */
  why: string;
}

const countsOf = (steps: readonly StepEvidence[], count: (variant: VariantCounts) => number): GoalCounts => ({
  share: (steps.at(-1)?.percent ?? 50) / 100,
  a: sumOf(steps, 'live', count),
  b: sumOf(steps, 'canary', count),
});

const percent = (part: number): string => `${(part * 100).toFixed(part < 0.1 ? 2 : 1)} %`;
const rate = ({ reached, networks }: VariantFigures): string =>
  `${reached} of ${networks} networks${networks > 0 ? ` (${percent(reached / networks)})` : ''}`;
const change = (risk: number): string => `${risk >= 1 ? '+' : '−'}${Math.abs((risk - 1) * 100).toFixed(0)} %`;

const outcomeOf = (
  result: Omit<ExperimentResult, 'outcome' | 'why'>,
  { margin, isEnough }: { margin: number; isEnough: boolean },
): Outcome => {
  const { draw, evidence, limit, risk, possible } = result;
  if (draw.evidence >= draw.limit) return 'sample-ratio-mismatch';
  if (!isEnough) return 'running';
  if (evidence >= limit) return (risk ?? (result.b.reached > 0 ? 2 : 0)) > 1 ? 'b-better' : 'a-better';
  return possible.most < 1 + margin && possible.least > 1 / (1 + margin) ? 'alike' : 'running';
};

/** Returns the evidence with the variants swapped. */
const swapped = (steps: readonly StepEvidence[]): StepEvidence[] =>
  steps.map(({ percent: share, canary, live }) => ({ percent: 100 - share, canary: live, live: canary }));

const worseOf = (steps: readonly StepEvidence[]): ExperimentResult['worse'] => {
  if (judge(steps).stop) return 'b';
  return judge(swapped(steps)).stop ? 'a' : undefined;
};

function explain(
  outcome: Outcome,
  result: Omit<ExperimentResult, 'outcome' | 'why'>,
  { margin, share, goal }: { margin: number; share: number; goal: string },
): string {
  const { a, b, possible, evidence, limit, draw } = result;
  const total = a.networks + b.networks;
  const figures = `${goal}: B ${rate(b)}, A ${rate(a)}`;
  const among = `between ${change(possible.least)} and ${change(possible.most)}`;
  switch (outcome) {
    case 'sample-ratio-mismatch':
      return `the draw is broken: B has ${b.networks} of ${total} networks where ${Math.round(share * total)} are expected (${sayEValue(draw.evidence)}, limit ${draw.limit}); nothing can be said about the releases`;
    case 'b-better':
    case 'a-better':
      return `${outcome === 'b-better' ? 'B' : 'A'} is better; ${figures}; the difference is ${among} (${sayEValue(evidence)}, limit ${limit})`;
    case 'alike':
      return `no difference larger than ${Math.round(margin * 100)} %; ${figures}; the difference is ${among}`;
    default:
      return `nothing is decided yet; ${figures}`;
  }
}

/**
 * Judges an experiment.
 * @param steps evidence, with A as the live variant and B as the canary
 * @param plan goal, and the largest relative difference that counts as equal, such as 0.1
 */
export function judgeExperiment(
  steps: readonly StepEvidence[],
  { goal, margin }: { goal: string; margin: number },
): ExperimentResult {
  const networks = countsOf(steps, (variant) => variant.networks);
  const reached = countsOf(steps, (variant) => variant.reached);
  const { share } = reached;
  const result = {
    a: { networks: networks.a, reached: reached.a },
    b: { networks: networks.b, reached: reached.b },
    risk: estimatedRisk(reached),
    possible: possibleRisks(reached, LEVEL),
    evidence: capped(logEvidenceAgainst(reached, 1)),
    limit: 1 / LEVEL,
    draw: { evidence: capped(logEvidenceAgainst(networks, 1)), limit: 1 / BROKEN_DRAW_LEVEL },
    worse: worseOf(steps),
  };
  const outcome = outcomeOf(result, { margin, isEnough: Math.min(networks.a, networks.b) >= ENOUGH_NETWORKS });
  return { outcome, ...result, why: explain(outcome, result, { margin, share, goal }) };
}

/** Networks that reached the goal, by variant, while the new release had this share of visitors. */
interface GoalCounts {
  /** Between 0 and 1. */
  share: number;
  /** On the new release. */
  b: number;
  a: number;
}

/** Concentration of the mixture's components around the share, from large effects to small ones. */
const FIRMNESS = [20, 200, 2_000] as const;

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Returns log Γ for positive numbers, by Lanczos' approximation. */
function logGamma(value: number): number {
  const base = value - 1;
  const series = LANCZOS.reduce((sum, factor, index) => sum + factor / (base + index + 1), 0.99999999999980993);
  const shifted = base + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(shifted) - shifted + Math.log(series);
}

const logBeta = (one: number, other: number): number => logGamma(one) + logGamma(other) - logGamma(one + other);

/** Returns the log-likelihood under a beta mixture of shares, independent of any hypothesis. */
const logMixture = ({ share, a, b }: GoalCounts): number =>
  meanLogEvidence(
    FIRMNESS.map((firmness) => {
      const [forB, forA] = [firmness * share, firmness * (1 - share)];
      return logBeta(forB + b, forA + a) - logBeta(forB, forA);
    }),
  );

/** Returns the log-likelihood when the new release reaches the goal `risk` times as often. */
function logLikelihood({ share, a, b }: GoalCounts, risk: number): number {
  const part = expectedPart(risk, share);
  return b * Math.log(part) + a * Math.log(1 - part);
}

/**
 * Returns the log e-value against "the new release reaches the goal `risk` times as often". Variants are random, so
 * that visitors who reach the goal are on the new variant with a fixed probability, however both rates vary with the
 * hour. The likelihood under a beta mixture over that of the hypothesis is a non-negative martingale with mean 1. By
 * Ville's inequality it ever exceeds 1/α, at any number of looks, with a probability of at most α. Source: Robbins
 * 1970, "Statistical Methods Related to the Law of the Iterated Logarithm".
 */
export const logEvidenceAgainst = (counts: GoalCounts, risk: number): number =>
  logMixture(counts) - logLikelihood(counts, risk);

/** Estimates the relative rate at which the new release's visitors reach the goal; undefined while one variant has none. */
const estimatedRisk = ({ share, a, b }: GoalCounts): number | undefined =>
  a > 0 && b > 0 ? (b * (1 - share)) / (a * share) : undefined;

const BISECTIONS = 32;
/** Largest log relative rate that is searched. */
const WIDEST = Math.log(1_000);

/** Finds where a function crosses a limit, between a point inside and one outside. */
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
 * Returns the confidence sequence of the relative rate: it always contains the true one with a probability of at least 1 − α.
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
