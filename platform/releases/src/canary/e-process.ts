/** Visitors with an event, by variant, while the canary had this share of all visitors. */
interface EventCounts {
  /** Between 0 and 1. */
  share: number;
  canary: number;
  live: number;
}

/** Alternative hypotheses: relative risks of the event on the canary, with weights. */
const RELATIVE_RISKS = [
  { risk: 1.25, weight: 0.05 },
  { risk: 1.6, weight: 0.1 },
  { risk: 2.5, weight: 0.1 },
  { risk: 5, weight: 0.1 },
  { risk: 20, weight: 0.2 },
  { risk: 100, weight: 0.3 },
  { risk: 1_000, weight: 0.15 },
] as const;

/** Returns the canary's expected part of all events. @param risk its rate over the other variant's */
export const expectedPart = (risk: number, share: number): number => (risk * share) / (risk * share + 1 - share);

const logSumExp = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
};

/** An alternative, with the log-likelihood ratio of one event on either variant. */
interface Alternative {
  logWeight: number;
  canary: number;
  live: number;
}

function alternativesOf(share: number, tolerated: number): Alternative[] {
  const greater = RELATIVE_RISKS.filter(({ risk }) => risk > tolerated);
  const whole = greater.reduce((sum, { weight }) => sum + weight, 0);
  const other = expectedPart(tolerated, share);
  return greater.map(({ risk, weight }) => {
    const one = expectedPart(risk, share);
    return {
      logWeight: Math.log(weight / whole),
      canary: Math.log(one) - Math.log(other),
      live: Math.log(1 - one) - Math.log(1 - other),
    };
  });
}

/** Most cached shares; canaries have few, and the judge repeats them. */
const MOST_KEPT = 1_000;
const kept = new Map<number, Map<number, Alternative[]>>();

function keptAlternatives(share: number, tolerated: number): Alternative[] {
  const ofRisk = kept.getOrInsertComputed(tolerated, () => new Map());
  const known = ofRisk.get(share) ?? alternativesOf(share, tolerated);
  if (ofRisk.size < MOST_KEPT) ofRisk.set(share, known);
  return known;
}

/**
 * Returns the log e-value of the evidence that an event happens to more of the canary's visitors than of the others.
 * Variants are random, so that equal releases give the canary its share of the events. The likelihood ratio of a
 * greater risk, mixed over {@link RELATIVE_RISKS}, is a non-negative supermartingale. By Ville's inequality it ever
 * exceeds 1/α, at any number of looks, with a probability of at most α. The rates themselves may vary with the hour
 * (Lindon & Malek, "Anytime-Valid Inference For Multinomial Count Data", NeurIPS 2022).
 */
export function logEvidence(seen: readonly EventCounts[], tolerated = 1): number {
  const logs = keptAlternatives(0.5, tolerated).map(({ logWeight }) => logWeight);
  for (const { share, canary, live } of seen) {
    if (share <= 0 || share >= 1 || canary + live === 0) continue;
    for (const [index, weights] of keptAlternatives(share, tolerated).entries())
      logs[index] = (logs[index] ?? 0) + canary * weights.canary + live * weights.live;
  }
  return logSumExp(logs);
}

/** Returns the log of the mean of e-values, which is an e-value, too: several thresholds cost no more errors than one. */
export const meanLogEvidence = (logs: readonly number[]): number => logSumExp(logs) - Math.log(logs.length);
