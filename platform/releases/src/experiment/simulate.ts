import { Cohort, type Side } from '../canary/cohort';
import { seeded } from '../canary/seeded';
import { type ExperimentResult, judgeExperiment } from './verdict';

export interface ExperimentSimulation {
  /** Chances that a visitor reaches the goal. */
  a: number;
  b: number;
  visitors: number;
  seed: number;
  /** Share of B, in percent. */
  percent?: number;
  /** Share by which sides are drawn in fact: a broken draw differs from {@link percent}. */
  drawn?: number;
  margin?: number;
  /** Size of a visitor's network. */
  networkSize?: number;
  /** After so many visitors the result is looked at. */
  lookEvery?: number;
}

/** The hour changes both rates alike: by this factor at most, up and down within so many visitors. */
const SWING = 0.5;
const DAY = 2_000;

/** Lets visitors come, and looks at the result again and again. @returns the first that is decided, else the last one */
export function simulateExperiment(simulation: ExperimentSimulation): ExperimentResult {
  const { a, b, visitors, seed, percent = 50, drawn = percent, margin = 0.1 } = simulation;
  const { networkSize = 1, lookEvery = 100 } = simulation;
  const random = seeded(seed);
  const cohort = new Cohort();
  const look = () => judgeExperiment(cohort.evidence(), { goal: 'order', margin });
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const network = String(networkSize === 1 ? visitor : Math.floor((random() * visitors) / networkSize));
    const side: Side = random() * 100 < drawn ? 'canary' : 'live';
    const now = { side, percent };
    cohort.arrive({ network, visitor: String(visitor), since: visitor, ...now });
    cohort.observe(network, String(visitor), now, { given: visitor + 1, heard: true });
    const hour = 1 + SWING * Math.sin((2 * Math.PI * visitor) / DAY);
    if (random() < (side === 'canary' ? b : a) * hour) cohort.reach(network, String(visitor), now);
    if (visitor % lookEvery !== 0) continue;
    const result = look();
    if (result.outcome !== 'running') return result;
  }
  return look();
}

/** How often each outcome comes in so many runs. @param seed of the first run */
export function outcomesOf(runs: number, seed: number, simulation: Omit<ExperimentSimulation, 'seed'>) {
  const counts: Record<ExperimentResult['outcome'], number> = {
    running: 0,
    'b-better': 0,
    'a-better': 0,
    alike: 0,
    'draw-broken': 0,
  };
  for (let run = 0; run < runs; run += 1)
    counts[simulateExperiment({ ...simulation, seed: seed + run * 7_919 }).outcome] += 1;
  return counts;
}
