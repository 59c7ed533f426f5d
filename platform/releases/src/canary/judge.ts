/**
 * The judge of canaries: their counts, whether one is worse than the live release, and the power to have found that by
 * now. Decision 149 has the reasons.
 */
import * as z from 'zod';
import { logEvidence, meanLogEvidence } from './e-process';

/**
 * Thresholds in milliseconds, with one count of slower visits each. The judge compares whole distributions, because a
 * release may spoil any quantile. 2500 and 200 are the ends of "good" in Web Vitals.
 */
export const SLOWER_THAN = {
  lcp: [1_000, 1_800, 2_500, 4_000, 6_000],
  inp: [50, 100, 200, 350, 500],
} as const;

type Vital = keyof typeof SLOWER_THAN;
export const VITALS = ['lcp', 'inp'] as const satisfies readonly Vital[];

const count = z.number().int().nonnegative();

/** Counts of one variant, in networks, each represented by its first visitor. */
const variantCountsSchema = z.object({
  /** Networks whose browser reported, or for which a render failed. Only these count for the judge. */
  networks: count,
  /** Networks whose browser reported on a page of the app, with the page-view token. */
  heard: count.default(0),
  /** Networks for which a render, load, mount or script of the app failed. */
  failed: count,
  /** Networks with a page of the app and no report in time: the tab may hang. */
  silent: count.default(0),
  /** Silent ones, and those that reported no paint: a missing time is not fast. */
  unpainted: count.default(0),
  /** Networks that reported a time at all. */
  timed: z.object({ lcp: count, inp: count }).default({ lcp: 0, inp: 0 }),
  lcp: z.array(count).length(SLOWER_THAN.lcp.length),
  inp: z.array(count).length(SLOWER_THAN.inp.length),
  /** Networks that reached the experiment's goal. */
  reached: count.default(0),
});

/** Fewest networks on either variant for a canary to go on, or an experiment to decide. */
export const ENOUGH_NETWORKS = 200;

/** Evidence from the time when the canary had this share of visitors. */
export const stepEvidenceSchema = z.object({
  percent: z.number().min(0).max(100),
  canary: variantCountsSchema,
  live: variantCountsSchema,
});

export type VariantCounts = z.output<typeof variantCountsSchema>;
export type StepEvidence = z.output<typeof stepEvidenceSchema>;

export const noCounts = (): VariantCounts =>
  variantCountsSchema.parse({
    networks: 0,
    failed: 0,
    lcp: SLOWER_THAN.lcp.map(() => 0),
    inp: SLOWER_THAN.inp.map(() => 0),
  });

/** Sums a variant's count over all steps. */
export const sumOf = (
  steps: readonly StepEvidence[],
  variant: 'canary' | 'live',
  counted: (counts: VariantCounts) => number,
): number => steps.reduce((sum, step) => sum + counted(step[variant]), 0);

/** Returns the networks of each variant that count, over all steps. */
export const networksSeen = (steps: readonly StepEvidence[]): { canary: number; live: number } => ({
  canary: sumOf(steps, 'canary', ({ networks }) => networks),
  live: sumOf(steps, 'live', ({ networks }) => networks),
});

/** Returns the number of reporting browsers on the variant with fewer. */
const leastHeard = (steps: readonly StepEvidence[]): number =>
  Math.min(...(['canary', 'live'] as const).map((variant) => sumOf(steps, variant, ({ heard }) => heard)));

/**
 * Probability of stopping a canary that is no worse, over its whole life and all looks: 1 % in total. Failures get most
 * of it, because they hurt most.
 */
const FALSE_ALARM = { failed: 0.005, silent: 0.001, lcp: 0.002, inp: 0.002 } as const;

/** Tolerated relative risk: timings vary with caches, silence with early departures, by up to a tenth. */
const TOLERATED_RISK = { failed: 1, silent: 1.1, lcp: 1.1, inp: 1.1 } as const;

/** Fewest events that stop a canary, so that a handful of addresses cannot end a release. */
const FEWEST = { failed: 5, silent: 10, lcp: 15, inp: 15 } as const;

/** Probability of finding times missing when the canary's browsers report as many as the others. */
const MISSING_LEVEL = 0.0005;
/** Tested ratios of the canary's reported times to the others'. */
const MISSING_PARTS = [0.9, 0.75, 0.5, 0.25, 0.1, 0.02] as const;

export type Measure = keyof typeof FALSE_ALARM;

export interface Finding {
  measure: Measure;
  worse: boolean;
  /** E-value, capped at 1e12: how many times likelier the counts are if the canary is worse. */
  evidence: number;
  /** E-value that stops the canary. */
  limit: number;
  /** Of a timing: the threshold of {@link SLOWER_THAN} at which the variants differ most; the end of "good" when they do not. */
  over?: number;
}

const LARGEST_LOG = Math.log(1e12);
/** Returns an e-value from its logarithm, capped at 1e12. */
export const capped = (log: number): number => Math.exp(Math.min(log, LARGEST_LOG));

const seenOf = (steps: readonly StepEvidence[], count: (variant: VariantCounts) => number) =>
  steps.map(({ percent, canary, live }) => ({ share: percent / 100, canary: count(canary), live: count(live) }));

const finding = (measure: Measure, log: number, enough: boolean): Finding => {
  const limit = 1 / FALSE_ALARM[measure];
  const evidence = capped(log);
  return { measure, worse: enough && evidence >= limit, evidence, limit };
};

const failures = (steps: readonly StepEvidence[]): Finding => {
  const log = logEvidence(
    seenOf(steps, ({ failed }) => failed),
    TOLERATED_RISK.failed,
  );
  return finding('failed', log, sumOf(steps, 'canary', ({ failed }) => failed) >= FEWEST.failed);
};

/** Judges silence and missing paints: a release that hangs the tab reports neither errors nor slow times. */
const silence = (steps: readonly StepEvidence[]): Finding => {
  const logs = [({ silent }: VariantCounts) => silent, ({ unpainted }: VariantCounts) => unpainted].map((count) =>
    logEvidence(seenOf(steps, count), TOLERATED_RISK.silent),
  );
  const missing = sumOf(steps, 'canary', ({ unpainted }) => unpainted);
  return finding('silent', meanLogEvidence(logs), missing >= FEWEST.silent);
};

/**
 * Returns the ratio of the canary's browsers that report a time to the others': 1 unless fewer do than chance allows.
 * The missing ones are unknown, so that the rest is compared with fewer.
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

/** Index of 2.5 s and 200 ms in {@link SLOWER_THAN}. */
const END_OF_GOOD = 2;

/** Returns the index of the strongest evidence. */
const mostTelling = (logs: readonly number[]): number => {
  const most = Math.max(...logs);
  return most > 0 ? logs.indexOf(most) : END_OF_GOOD;
};

const timings = (steps: readonly StepEvidence[], vital: Vital): Finding => {
  const slow = sumOf(steps, 'canary', (variant) => variant[vital][0] ?? 0);
  const tolerated = TOLERATED_RISK[vital] * reportedPart(steps, vital);
  const logs = SLOWER_THAN[vital].map((_, index) =>
    logEvidence(
      seenOf(steps, (variant) => variant[vital][index] ?? 0),
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

/** Returns the percentage of visitors with a page and no report. */
const silentPercent = (steps: readonly StepEvidence[], variant: 'canary' | 'live'): string => {
  const silent = sumOf(steps, variant, (counts) => counts.silent);
  return percentOf(silent, silent + sumOf(steps, variant, ({ heard }) => heard));
};

const silenceText = (steps: readonly StepEvidence[]): string =>
  `nothing was heard from ${silentPercent(steps, 'canary')} (live: ${silentPercent(steps, 'live')})`;

/** Returns a canary's counts in words: `1,240 browsers heard, 0.4 % failed; nothing was heard from 3 % (live: 3 %)`. */
export function countedText(steps: readonly StepEvidence[]): string {
  const heard = sumOf(steps, 'canary', (counts) => counts.heard);
  if (heard === 0) return 'no browser of the canary was heard';
  const failed = sumOf(steps, 'canary', (counts) => counts.failed);
  return `${heard.toLocaleString('en')} browsers heard, ${percentOf(failed, networksSeen(steps).canary)} failed; ${silenceText(steps)}`;
}

const explain = (steps: readonly StepEvidence[], findings: readonly Finding[]): string => {
  const counts = (variant: 'canary' | 'live') =>
    `${sumOf(steps, variant, ({ failed }) => failed)} of ${sumOf(steps, variant, ({ networks }) => networks)}`;
  const worse = findings.filter((one) => one.worse);
  const said = worse.map(
    ({ measure, evidence, limit }) => `${NAMES[measure]} (${sayEValue(evidence)}, limit ${limit})`,
  );
  const unheard = leastHeard(steps) === 0 ? 'not heard enough to be judged' : 'nothing worse was seen';
  const verdict = said.length ? `worse than the live release: ${said.join(', ')}` : unheard;
  return `${verdict}; failed for ${counts('canary')} networks of the canary and ${counts('live')} of the live release; ${silenceText(steps)}`;
};

/** Judges whether a canary is worse than chance allows, with the reason in a sentence. Valid at any time, and repeatedly. */
export function judge(steps: readonly StepEvidence[]) {
  const findings = [failures(steps), silence(steps), ...VITALS.map((vital) => timings(steps, vital))];
  return { stop: findings.some(({ worse }) => worse), findings, why: explain(steps, findings) };
}

export type Verdict = ReturnType<typeof judge>;

/** Harms that a canary should find, as increases over the live variant. */
const HARMS = [
  { measure: 'failed', more: 0.02, text: 'errors +2 %' },
  { measure: 'lcp', more: 300, text: 'LCP +300 ms' },
  { measure: 'inp', more: 150, text: 'INP +150 ms' },
] as const;

/** A canary goes on by itself when it would have found more errors with this probability … */
const SURE = 0.8;
/** … or after a day with {@link ENOUGH_NETWORKS} on each variant: a small site cannot learn more. */
const DAY_MS = 24 * 3_600_000;

/** Returns the probability of at least `least` hits among `of` trials, each with probability `chance`. */
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
  /** Networks of a variant that could show the harm. */
  among(variant: VariantCounts): number;
  /** Those of them with the event on the live variant. */
  hit(variant: VariantCounts): number;
  /** Probability of the event on a worse canary. */
  chance: number;
  tolerated: number;
  /** E-value that stops a canary. */
  limit: number;
  fewest: number;
}

/** Returns the probability that the judge would have stopped by now a canary whose event has this probability. */
function chanceToStop(steps: readonly StepEvidence[], { among, hit, chance, tolerated, limit, fewest }: Asked): number {
  const networks = sumOf(steps, 'canary', among);
  /** Evidence for a number of hits among the canary's networks. */
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

/** Estimates the part of the live variant's times above a threshold, from the counts. */
function slowerThan(steps: readonly StepEvidence[], vital: Vital, milliseconds: number): number {
  const timed = Math.max(
    1,
    sumOf(steps, 'live', (variant) => variant.timed[vital]),
  );
  let [from, partFrom] = [0, 1];
  for (const [index, to] of SLOWER_THAN[vital].entries()) {
    const partTo = sumOf(steps, 'live', (variant) => variant[vital][index] ?? 0) / timed;
    if (milliseconds <= to) return partFrom + ((partTo - partFrom) * Math.max(0, milliseconds - from)) / (to - from);
    [from, partFrom] = [to, partTo];
  }
  return partFrom;
}

/** Returns the power for each harm: a slightly low estimate of the probability, 0 to 1, to have found it by now. */
export function powerOf(steps: readonly StepEvidence[]) {
  return HARMS.map(({ measure, more, text }) => {
    const rules = { tolerated: TOLERATED_RISK[measure], limit: 1 / FALSE_ALARM[measure], fewest: FEWEST[measure] };
    if (measure === 'failed') {
      const among = ({ networks }: VariantCounts) => networks;
      const hit = ({ failed }: VariantCounts) => failed;
      const chance = sumOf(steps, 'live', hit) / Math.max(1, sumOf(steps, 'live', among)) + more;
      return { measure, harm: text, chance: chanceToStop(steps, { among, hit, chance, ...rules }) };
    }
    const limits = SLOWER_THAN[measure];
    const chances = limits.map((limit, index) =>
      chanceToStop(steps, {
        among: (variant) => variant.timed[measure],
        hit: (variant) => variant[measure][index] ?? 0,
        chance: slowerThan(steps, measure, limit - more),
        ...rules,
        // The judge averages its evidence over the thresholds.
        limit: rules.limit * limits.length,
      }),
    );
    return { measure, harm: text, chance: Math.max(...chances) };
  });
}

/** Returns the power in words: `errors +2 %: 95 %; LCP +300 ms: 40 %`. */
export const powerText = (power: ReturnType<typeof powerOf>): string =>
  power.map(({ harm, chance }) => `${harm}: ${Math.round(chance * 100)} %`).join('; ');

/**
 * Decides whether a canary has enough evidence to go on.
 * @param percent its present share @param since when it got that
 * @param now milliseconds since 1970
 * @returns figures for the history; undefined while it waits
 */
export function enoughToGoOn(
  steps: readonly StepEvidence[],
  { percent, since }: { percent: number; since: string },
  now: number,
): string | undefined {
  if (leastHeard(steps.filter((step) => step.percent === percent)) === 0) return undefined;
  const power = powerOf(steps);
  const [errors] = power;
  if (errors && errors.chance >= SURE) return `would have found ${powerText(power)}`;
  if (now - Date.parse(since) < DAY_MS || leastHeard(steps) < ENOUGH_NETWORKS) return undefined;
  const unsure = power.filter(({ chance }) => chance < SURE).map((one) => ({ ...one, chance: 1 - one.chance }));
  return `after a day; could have missed ${powerText(unsure)}`;
}

/** Largest e-value written with its digits. */
const MOST_SAID = 1_000_000;

/** Formats an e-value for a sentence, such as `e-value 214`. */
export const sayEValue = (value: number): string =>
  value > MOST_SAID ? 'e-value above 1,000,000' : `e-value ${Math.round(value)}`;
