import { logEvidence, meanLogEvidence } from './e-process';
import { leastHeard, type SideCounts, SLOWER_THAN, type StepEvidence, sumOf, VITALS, type Vital } from './evidence';
import { sayEValue } from './say-e-value';

/**
 * Chance of stopping a canary that is no worse, over its whole life and all looks: 1 % for all measures together. Failures
 * get most of it, for they hurt most.
 */
export const FALSE_ALARM = { failed: 0.005, silent: 0.001, lcp: 0.002, inp: 0.002 } as const;

/** Timings vary with what happens to be cached, silence with who leaves early: a tenth more is not held against a release. */
export const TOLERATED_RISK = { failed: 1, silent: 1.1, lcp: 1.1, inp: 1.1 } as const;

/** Fewer than these stop nothing, whatever the chances: nobody with a handful of addresses ends a release. */
export const FEWEST = { failed: 5, silent: 10, lcp: 15, inp: 15 } as const;

/** Chance of calling times missing of a canary whose browsers report as many as the others. */
const MISSING_LEVEL = 0.0005;
/** Parts of the others' reported times that are looked for in the canary's. */
const MISSING_PARTS = [0.9, 0.75, 0.5, 0.25, 0.1, 0.02] as const;

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
  const log = logEvidence(
    seenOf(steps, ({ failed }) => failed),
    TOLERATED_RISK.failed,
  );
  return finding('failed', log, sumOf(steps, 'canary', ({ failed }) => failed) >= FEWEST.failed);
};

/** A page was given, and nothing was heard, or no paint: a release that hangs the tab fails nowhere, and is never slow. */
const silence = (steps: readonly StepEvidence[]): Finding => {
  const logs = [({ silent }: SideCounts) => silent, ({ unpainted }: SideCounts) => unpainted].map((count) =>
    logEvidence(seenOf(steps, count), TOLERATED_RISK.silent),
  );
  const missing = sumOf(steps, 'canary', ({ unpainted }) => unpainted);
  return finding('silent', meanLogEvidence(logs), missing >= FEWEST.silent);
};

/**
 * The part of the canary's browsers that report a time, beside the others': 1 unless fewer do than chance allows. Of those
 * that are missing nothing is known, so that the rest is held against fewer.
 */
function reportedPart(steps: readonly StepEvidence[], vital: Vital): number {
  const swapped = steps.map(({ percent, canary, live }) => ({
    share: 1 - percent / 100,
    canary: live.timed[vital],
    live: canary.timed[vital],
  }));
  const isFewer = (part: number) => logEvidence(swapped, 1 / part) >= Math.log(1 / MISSING_LEVEL);
  return MISSING_PARTS.findLast(isFewer) ?? 1;
}

/** 2.5 s and 200 ms among {@link SLOWER_THAN}. */
const END_OF_GOOD = 2;

/** Which of these evidences says most that the canary is worse. */
const mostTelling = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most > 0 ? logs.indexOf(most) : END_OF_GOOD;
};

const timings = (steps: readonly StepEvidence[], vital: Vital): Finding => {
  const slow = sumOf(steps, 'canary', (side) => side[vital][0] ?? 0);
  const tolerated = TOLERATED_RISK[vital] * reportedPart(steps, vital);
  const logs = SLOWER_THAN[vital].map((_, index) =>
    logEvidence(
      seenOf(steps, (side) => side[vital][index] ?? 0),
      tolerated,
    ),
  );
  const over = SLOWER_THAN[vital][mostTelling(logs)] ?? SLOWER_THAN[vital][END_OF_GOOD];
  return { ...finding(vital, meanLogEvidence(logs), slow >= FEWEST[vital]), over };
};

const NAMES: Record<Measure, string> = { failed: 'failures', silent: 'silence', lcp: 'LCP', inp: 'INP' };

const percentOf = (part: number, whole: number): string => {
  const percent = (100 * part) / Math.max(1, whole);
  return `${Number(percent.toFixed(percent < 1 ? 1 : 0))} %`;
};

/** From how many of those who had a page nothing was heard. */
const silentPercent = (steps: readonly StepEvidence[], side: 'canary' | 'live'): string => {
  const silent = sumOf(steps, side, (counts) => counts.silent);
  return percentOf(silent, silent + sumOf(steps, side, ({ heard }) => heard));
};

const silenceText = (steps: readonly StepEvidence[]): string =>
  `nothing was heard from ${silentPercent(steps, 'canary')} (live: ${silentPercent(steps, 'live')})`;

/** What was counted of a canary, without a judgement: `1,240 browsers heard, 0.4 % failed; nothing was heard from 3 % (live: 3 %)`. */
export function countedText(steps: readonly StepEvidence[]): string {
  const heard = sumOf(steps, 'canary', (counts) => counts.heard);
  if (heard === 0) return 'no browser of the canary was heard';
  const failed = sumOf(steps, 'canary', (counts) => counts.failed);
  return `${heard.toLocaleString('en')} browsers heard, ${percentOf(failed, heard)} failed; ${silenceText(steps)}`;
}

const explain = (steps: readonly StepEvidence[], findings: readonly Finding[]): string => {
  const counts = (side: 'canary' | 'live') =>
    `${sumOf(steps, side, ({ failed }) => failed)} of ${sumOf(steps, side, ({ networks }) => networks)}`;
  const worse = findings.filter((one) => one.worse);
  const said = worse.map(
    ({ measure, evidence, limit }) => `${NAMES[measure]} (${sayEValue(evidence)}, limit ${limit})`,
  );
  const unheard = leastHeard(steps) === 0 ? 'not heard enough to be judged' : 'no worse than the live release';
  const verdict = said.length ? `worse than the live release: ${said.join(', ')}` : unheard;
  return `${verdict}; failed for ${counts('canary')} networks of the canary and ${counts('live')} of the live release; ${silenceText(steps)}`;
};

/** Whether a canary is worse than chance allows. May be asked at any time, as often as one likes. */
export function judge(steps: readonly StepEvidence[]): Verdict {
  const findings = [failures(steps), silence(steps), ...VITALS.map((vital) => timings(steps, vital))];
  return { stop: findings.some(({ worse }) => worse), findings, why: explain(steps, findings) };
}
