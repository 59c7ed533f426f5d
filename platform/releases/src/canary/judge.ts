import { logEvidence, meanLogEvidence } from './e-process';
import { type SideCounts, SLOWER_THAN, type StepEvidence, VITALS, type Vital } from './evidence';
import { sayEValue } from './say-e-value';

/**
 * Chance of stopping a canary that is no worse, over its whole life and all looks: failures and two timings together
 * 0.9 %. Failures get most of it, for they hurt most.
 */
const FALSE_ALARM = { failed: 0.005, lcp: 0.002, inp: 0.002 } as const;

/** Timings vary with what happens to be cached: a tenth more slow visits is not held against a release. */
const TOLERATED_RISK = { failed: 1, lcp: 1.1, inp: 1.1 } as const;

/** Fewer than these stop nothing, whatever the chances: nobody with a handful of addresses ends a release. */
const FEWEST_FAILED = 5;
const FEWEST_SLOW = 20;

export type Measure = keyof typeof FALSE_ALARM;

/** What the judge made of one measure. */
export interface Finding {
  measure: Measure;
  worse: boolean;
  /** The e-value, capped at 1e12: how many times likelier this is when the canary is worse. */
  evidence: number;
  /** The e-value from which the canary is stopped. */
  limit: number;
  /** Of a timing: the milliseconds of {@link SLOWER_THAN} above which the sides differ most, or the end of "good" when they do not. */
  over?: number;
}

export interface Verdict {
  stop: boolean;
  findings: Finding[];
  /** One sentence with the figures. */
  why: string;
}

const LARGEST_LOG = Math.log(1e12);

const seenOf = (steps: readonly StepEvidence[], count: (side: SideCounts) => number) =>
  steps.map(({ percent, canary, live }) => ({ share: percent / 100, canary: count(canary), live: count(live) }));

const finding = (measure: Measure, log: number, enough: boolean): Finding => {
  const limit = 1 / FALSE_ALARM[measure];
  const evidence = Math.exp(Math.min(log, LARGEST_LOG));
  return { measure, worse: enough && evidence >= limit, evidence, limit };
};

const failures = (steps: readonly StepEvidence[]): Finding => {
  const failed = steps.reduce((sum, { canary }) => sum + canary.failed, 0);
  const log = logEvidence(
    seenOf(steps, (side) => side.failed),
    TOLERATED_RISK.failed,
  );
  return finding('failed', log, failed >= FEWEST_FAILED);
};

/** 2.5 s and 200 ms among {@link SLOWER_THAN}. */
const END_OF_GOOD = 2;

/** Which of these evidences says most that the canary is worse. */
const mostTelling = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most > 0 ? logs.indexOf(most) : END_OF_GOOD;
};

const timings = (steps: readonly StepEvidence[], vital: Vital): Finding => {
  const slow = steps.reduce((sum, { canary }) => sum + (canary[vital][0] ?? 0), 0);
  const logs = SLOWER_THAN[vital].map((_, index) =>
    logEvidence(
      seenOf(steps, (side) => side[vital][index] ?? 0),
      TOLERATED_RISK[vital],
    ),
  );
  const over = SLOWER_THAN[vital][mostTelling(logs)] ?? SLOWER_THAN[vital][END_OF_GOOD];
  return { ...finding(vital, meanLogEvidence(logs), slow >= FEWEST_SLOW), over };
};

const total = (steps: readonly StepEvidence[], side: 'canary' | 'live', count: (side: SideCounts) => number) =>
  steps.reduce((sum, step) => sum + count(step[side]), 0);

const NAMES: Record<Measure, string> = { failed: 'failures', lcp: 'LCP', inp: 'INP' };

const explain = (steps: readonly StepEvidence[], findings: readonly Finding[]): string => {
  const counts = (side: 'canary' | 'live') =>
    `${total(steps, side, ({ failed }) => failed)} of ${total(steps, side, ({ networks }) => networks)}`;
  const worse = findings.filter((one) => one.worse);
  const said = worse.map(
    ({ measure, evidence, limit }) => `${NAMES[measure]} (${sayEValue(evidence)}, limit ${limit})`,
  );
  const verdict = said.length ? `worse than the live release: ${said.join(', ')}` : 'no worse than the live release';
  return `${verdict}; failed for ${counts('canary')} networks of the canary and ${counts('live')} of the live release`;
};

/** Whether a canary is worse than chance allows. May be asked at any time, as often as one likes. */
export function judge(steps: readonly StepEvidence[]): Verdict {
  const findings = [failures(steps), ...VITALS.map((vital) => timings(steps, vital))];
  return { stop: findings.some(({ worse }) => worse), findings, why: explain(steps, findings) };
}
