import { noCounts, type SideCounts, SLOWER_THAN, type StepEvidence } from './evidence';
import { judge } from './judge';

/** How visitors of one side fare. */
export interface VisitorModel {
  /** Chance that the app fails for a visitor. */
  failing: number;
  /** Median LCP in milliseconds; visitors vary as `exp(±1)` around it. */
  lcp: number;
}

interface Simulation {
  percent: number;
  canary: VisitorModel;
  live: VisitorModel;
  visitors: number;
  random: () => number;
}

/** A look at each failure is a look at each moment for failures; timings are looked at so many visitors apart. */
const VISITORS_BETWEEN_LOOKS = 20;

/** @returns whether it failed */
const visit = (side: SideCounts, model: VisitorModel, random: () => number): boolean => {
  side.visitors += 1;
  const failed = random() < model.failing;
  if (failed) side.failed += 1;
  const lcp = model.lcp * Math.exp(2 * random() - 1);
  for (const [index, limit] of SLOWER_THAN.lcp.entries()) if (lcp > limit) side.lcp[index] = (side.lcp[index] ?? 0) + 1;
  return failed;
};

/**
 * Lets visitors come one by one, and asks the judge after each failure and every few visitors.
 * @returns the number of the canary's visitors at which it was stopped; undefined when it never was
 */
export function simulate({ percent, canary, live, visitors, random }: Simulation): number | undefined {
  const step: StepEvidence = { percent, canary: noCounts(), live: noCounts() };
  for (let count = 0; count < visitors; count += 1) {
    const onCanary = random() * 100 < percent;
    const failed = visit(onCanary ? step.canary : step.live, onCanary ? canary : live, random);
    if ((failed || count % VISITORS_BETWEEN_LOOKS === 0) && judge([step]).stop) return step.canary.visitors;
  }
  return undefined;
}
