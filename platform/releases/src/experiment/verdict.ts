import { ENOUGH_NETWORKS, networksSeen, type SideCounts, type StepEvidence } from '../canary/evidence';
import { judge } from '../canary/judge';
import { sayEValue } from '../canary/say-e-value';
import { estimatedRisk, type GoalCounts, logEvidenceAgainst, possibleRisks } from './two-sided';

/** Chance that an experiment ever names a winner, or calls releases alike, when that is wrong. */
export const LEVEL = 0.05;
/** Chance that a draw that is right is called broken. A broken one is far off soon. */
const BROKEN_DRAW_LEVEL = 0.001;

export type Outcome = 'running' | 'b-better' | 'a-better' | 'alike' | 'draw-broken';

/** One side of an experiment, in networks. */
export interface SideFigures {
  networks: number;
  /** Whose visitor reached the goal. */
  reached: number;
}

/** What an experiment says by now. May be read at any time, as often as one likes. */
export interface ExperimentResult {
  outcome: Outcome;
  a: SideFigures;
  b: SideFigures;
  /** How many times as often B's visitors reach the goal; undefined while one side has none. */
  risk: number | undefined;
  /** The relative rates that are still possible. */
  possible: { least: number; most: number };
  /** How many times likelier what was seen is when the releases differ, capped at 1e12. */
  evidence: number;
  /** The e-value from which they do. */
  limit: number;
  /** The same for "the sides have other shares of the networks than the draw gives them". */
  draw: { evidence: number; limit: number };
  /** The side that fails more, or is slower, than chance allows beside the other. */
  worse: 'a' | 'b' | undefined;
  /** One sentence with the figures. */
  why: string;
}

const LARGEST_LOG = Math.log(1e12);
const capped = (log: number): number => Math.exp(Math.min(log, LARGEST_LOG));

const sum = (steps: readonly StepEvidence[], side: 'canary' | 'live', count: (side: SideCounts) => number): number =>
  steps.reduce((total, step) => total + count(step[side]), 0);

const countsOf = (steps: readonly StepEvidence[], count: (side: SideCounts) => number): GoalCounts => ({
  share: (steps.at(-1)?.percent ?? 50) / 100,
  a: sum(steps, 'live', count),
  b: sum(steps, 'canary', count),
});

const percent = (part: number): string => `${(part * 100).toFixed(part < 0.1 ? 2 : 1)} %`;
const rate = ({ reached, networks }: SideFigures): string =>
  `${reached} of ${networks} networks${networks > 0 ? ` (${percent(reached / networks)})` : ''}`;
const change = (risk: number): string => `${risk >= 1 ? '+' : '−'}${Math.abs((risk - 1) * 100).toFixed(0)} %`;

const outcomeOf = (
  result: Omit<ExperimentResult, 'outcome' | 'why'>,
  { margin, isEnough }: { margin: number; isEnough: boolean },
): Outcome => {
  const { draw, evidence, limit, risk, possible } = result;
  if (draw.evidence >= draw.limit) return 'draw-broken';
  if (!isEnough) return 'running';
  if (evidence >= limit) return (risk ?? (result.b.reached > 0 ? 2 : 0)) > 1 ? 'b-better' : 'a-better';
  return possible.most < 1 + margin && possible.least > 1 / (1 + margin) ? 'alike' : 'running';
};

/** The same evidence with the sides in each other's place. */
const swapped = (steps: readonly StepEvidence[]): StepEvidence[] =>
  steps.map(({ percent: share, canary, live }) => ({ percent: 100 - share, canary: live, live: canary }));

const worseOf = (steps: readonly StepEvidence[]): ExperimentResult['worse'] => {
  if (judge(steps).stop) return 'b';
  return judge(swapped(steps)).stop ? 'a' : undefined;
};

const expected = (share: number, total: number): number => Math.round(share * total);

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
    case 'draw-broken':
      return `the draw is broken: B has ${b.networks} of ${total} networks where ${expected(share, total)} are expected (${sayEValue(draw.evidence)}, limit ${draw.limit}); nothing can be said about the releases`;
    case 'b-better':
      return `B is better; ${figures}; the difference is ${among} (${sayEValue(evidence)}, limit ${limit})`;
    case 'a-better':
      return `A is better; ${figures}; the difference is ${among} (${sayEValue(evidence)}, limit ${limit})`;
    case 'alike':
      return `no difference larger than ${Math.round(margin * 100)} %; ${figures}; the difference is ${among}`;
    default:
      return `nothing is decided yet; ${figures}`;
  }
}

/**
 * What an experiment says about its two releases.
 * @param steps the evidence, with A as the live side and B as the canary's
 * @param plan the goal's name, and the largest relative difference that counts as none, such as 0.1
 */
export function judgeExperiment(
  steps: readonly StepEvidence[],
  { goal, margin }: { goal: string; margin: number },
): ExperimentResult {
  const networks = countsOf(steps, (side) => side.networks);
  const reached = countsOf(steps, (side) => side.reached);
  const seen = networksSeen(steps);
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
  const outcome = outcomeOf(result, { margin, isEnough: Math.min(seen.canary, seen.live) >= ENOUGH_NETWORKS });
  return { outcome, ...result, why: explain(outcome, result, { margin, share, goal }) };
}
