import { logEvidence } from './e-process';
import { ENOUGH_NETWORKS, leastHeard, type SideCounts, SLOWER_THAN, type StepEvidence, sumOf } from './evidence';
import { FALSE_ALARM, FEWEST, type Measure, TOLERATED_RISK } from './judge';

/** What a canary is there to find, as far as it can be told beforehand: so much more of it than on the live side. */
const HARMS = [
  { measure: 'failed', more: 0.02, text: 'errors +2 %' },
  { measure: 'lcp', more: 300, text: 'LCP +300 ms' },
  { measure: 'inp', more: 150, text: 'INP +150 ms' },
] as const;

/** What the judge would have found by now, were it there. */
export interface Power {
  measure: Measure;
  /** The harm, such as `errors +2 %`. */
  harm: string;
  /** Between 0 and 1. */
  chance: number;
}

/** A canary goes on by itself when it would have found more errors with this chance … */
const SURE = 0.8;
/** … or after a day, when {@link ENOUGH_NETWORKS} were heard on each side: a small site cannot know more. */
const DAY_MS = 24 * 3_600_000;

/** Chance that of so many at least `least` are hit, each by this chance. */
function atLeast(least: number, of: number, chance: number): number {
  if (least > of || chance <= 0) return 0;
  if (chance >= 1) return 1;
  let log = of * Math.log1p(-chance);
  let below = 0;
  for (let hit = 0; hit < least; hit += 1) {
    below += Math.exp(log);
    log += Math.log((of - hit) / (hit + 1)) + Math.log(chance / (1 - chance));
  }
  return Math.max(0, 1 - below);
}

interface Asked {
  /** Networks of a side among whom the harm would show. */
  among(side: SideCounts): number;
  /** Those of them to whom it happens on the live side as it is. */
  hit(side: SideCounts): number;
  /** Chance of it on the canary's side, were it worse. */
  chance: number;
  tolerated: number;
  /** The e-value at which the judge stops. */
  limit: number;
  fewest: number;
}

/** Chance that the judge would have stopped a canary by now to whose visitors something happens with this chance. */
function chanceToStop(steps: readonly StepEvidence[], { among, hit, chance, tolerated, limit, fewest }: Asked): number {
  const networks = sumOf(steps, 'canary', among);
  /** The judge's evidence, were so many of the canary's networks hit. */
  const evidenceOf = (count: number) =>
    logEvidence(
      steps.map(({ percent, canary, live }) => ({
        share: percent / 100,
        canary: (count * among(canary)) / Math.max(1, networks),
        live: hit(live),
      })),
      tolerated,
    );
  let [least, most] = [fewest, networks + 1];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (evidenceOf(middle) >= Math.log(limit)) most = middle;
    else least = middle + 1;
  }
  return atLeast(least, networks, chance);
}

/** The part of the live side's times that are longer than this, as the counts tell. */
function slowerThan(steps: readonly StepEvidence[], vital: 'lcp' | 'inp', milliseconds: number): number {
  const timed = Math.max(
    1,
    sumOf(steps, 'live', (side) => side.timed[vital]),
  );
  let [from, partFrom] = [0, 1];
  for (const [index, to] of SLOWER_THAN[vital].entries()) {
    const partTo = sumOf(steps, 'live', (side) => side[vital][index] ?? 0) / timed;
    if (milliseconds <= to) return partFrom + ((partTo - partFrom) * Math.max(0, milliseconds - from)) / (to - from);
    [from, partFrom] = [to, partTo];
  }
  return partFrom;
}

/** What the judge would have found by now, with the traffic that there was. A little less than it would in fact. */
export function powerOf(steps: readonly StepEvidence[]): Power[] {
  return HARMS.map(({ measure, more, text }) => {
    const rules = { tolerated: TOLERATED_RISK[measure], limit: 1 / FALSE_ALARM[measure], fewest: FEWEST[measure] };
    if (measure === 'failed') {
      const [failed, networks] = (['failed', 'networks'] as const).map((key) =>
        sumOf(steps, 'live', (side) => side[key]),
      );
      const chance = (failed ?? 0) / Math.max(1, networks ?? 0) + more;
      const about = { among: (side: SideCounts) => side.networks, hit: (side: SideCounts) => side.failed };
      return { measure, harm: text, chance: chanceToStop(steps, { ...about, ...rules, chance }) };
    }
    const limits = SLOWER_THAN[measure];
    const chances = limits.map((limit, index) =>
      chanceToStop(steps, {
        among: (side) => side.timed[measure],
        hit: (side) => side[measure][index] ?? 0,
        chance: slowerThan(steps, measure, limit - more),
        ...rules,
        // The judge takes the mean of its evidence over the limits.
        limit: rules.limit * limits.length,
      }),
    );
    return { measure, harm: text, chance: Math.max(...chances) };
  });
}

/** `errors +2 %: 95 %; LCP +300 ms: 40 %` */
export const powerText = (power: readonly Power[]): string =>
  power.map(({ harm, chance }) => `${harm}: ${Math.round(chance * 100)} %`).join('; ');

/**
 * Whether enough browsers were heard for a canary to go on, and what is to be remembered of it.
 * @param since when it got its share
 * @param now milliseconds since 1970
 * @returns undefined while it is to wait
 */
export function enoughToGoOn(
  steps: readonly StepEvidence[],
  { since }: { since: string },
  now: number,
): string | undefined {
  const present = steps.at(-1);
  if (!present || leastHeard([present]) === 0) return undefined;
  const power = powerOf(steps);
  const [errors] = power;
  if (errors && errors.chance >= SURE) return `would have found ${powerText(power)}`;
  if (now - Date.parse(since) < DAY_MS || leastHeard(steps) < ENOUGH_NETWORKS) return undefined;
  const unsure = power.filter(({ chance }) => chance < SURE).map((one) => ({ ...one, chance: 1 - one.chance }));
  return `after a day; could have missed ${powerText(unsure)}`;
}
