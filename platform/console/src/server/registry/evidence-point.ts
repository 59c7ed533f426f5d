import { judge, type Measure, networksSeen, type StepEvidence } from '@wholepage/releases/canary/judge';
import type { ExperimentResult } from '@wholepage/releases/experiment/verdict';
import type { EvidencePoint } from '../../shapes';

/** Where the lines of the chart stand with this evidence. */
export function evidencePoint(
  steps: readonly StepEvidence[],
  result: ExperimentResult | undefined,
): Omit<EvidencePoint, 'at'> {
  const { findings } = judge(steps);
  const networks = networksSeen(steps);
  const evidence = (measure: Measure) => findings.find((one) => one.measure === measure)?.evidence ?? 1;
  return {
    percent: steps.at(-1)?.percent ?? 0,
    networksCanary: networks.canary,
    networksLive: networks.live,
    failed: evidence('failed'),
    silent: evidence('silent'),
    lcp: evidence('lcp'),
    inp: evidence('inp'),
    reachedA: result?.a.reached ?? null,
    reachedB: result?.b.reached ?? null,
    goal: result?.evidence ?? null,
    least: result?.possible.least ?? null,
    most: result?.possible.most ?? null,
  };
}
