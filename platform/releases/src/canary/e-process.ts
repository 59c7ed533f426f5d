/** Visitors to whom something happened while the canary had this share of all visitors. */
interface EventCounts {
  /** Between 0 and 1. */
  share: number;
  canary: number;
  live: number;
}

/** How many times likelier it may be on the canary, as alternatives to "no likelier". */
const RELATIVE_RISKS = [
  { risk: 1.25, weight: 0.05 },
  { risk: 1.6, weight: 0.1 },
  { risk: 2.5, weight: 0.1 },
  { risk: 5, weight: 0.1 },
  { risk: 20, weight: 0.2 },
  { risk: 100, weight: 0.3 },
  { risk: 1_000, weight: 0.15 },
] as const;

/** Of those to whom it happens, the part expected on the canary. @param risk its rate over the other variant's */
export const expectedPart = (risk: number, share: number): number => (risk * share) / (risk * share + 1 - share);

const logSumExp = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
};

/** A greater risk, and what one event on either variant adds to the logarithm of its likelihood ratio. */
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

/** Shares of canaries are few, and the judge asks for the same ones at each look. */
const MOST_KEPT = 1_000;
const kept = new Map<number, Map<number, Alternative[]>>();

function keptAlternatives(share: number, tolerated: number): Alternative[] {
  const ofRisk = kept.get(tolerated) ?? new Map<number, Alternative[]>();
  kept.set(tolerated, ofRisk);
  const known = ofRisk.get(share) ?? alternativesOf(share, tolerated);
  if (ofRisk.size < MOST_KEPT) ofRisk.set(share, known);
  return known;
}

/**
 * Evidence that something happens to more of the canary's visitors than of the others, as the logarithm of an e-value.
 * Variants are drawn by lot, so that of those to whom it happens the canary has its share, were the releases alike. The
 * ratio to the likelihood under a greater risk, mixed over {@link RELATIVE_RISKS}, is a non-negative supermartingale.
 * By Ville's inequality it exceeds 1/α ever, at however many looks, with a probability of at most α. The rates
 * themselves may vary with the hour (Lindon & Malek, "Anytime-Valid Inference For Multinomial Count Data", NeurIPS 2022).
 * @param tolerated relative risk up to which nothing is held against the canary
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

/** The mean of e-values is one, too: a look at several thresholds costs no more errors than a look at one. */
export const meanLogEvidence = (logs: readonly number[]): number => logSumExp(logs) - Math.log(logs.length);
