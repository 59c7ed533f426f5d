/**
 * What is counted of a canary, whether it is worse than the live release, and what could have been seen of it by now.
 * Decision 149 says why it is judged so.
 */
import * as z from 'zod';
import { logEvidence, meanLogEvidence } from './e-process';

/**
 * Milliseconds above which a visit counts as slow, one count for each. The judge looks at the whole distribution and
 * needs no guess of which quantile a release will spoil. 2500 and 200 are the ends of "good" in Web Vitals.
 */
export const SLOWER_THAN = {
  lcp: [1_000, 1_800, 2_500, 4_000, 6_000],
  inp: [50, 100, 200, 350, 500],
} as const;

type Vital = keyof typeof SLOWER_THAN;
export const VITALS = ['lcp', 'inp'] as const satisfies readonly Vital[];

const count = z.number().int().nonnegative();

/** Networks of one variant: of each the visitor who came first speaks for it. */
const variantCountsSchema = z.object({
  /** Whose browser was heard, or for whom the composer saw a render fail. Only these exist for the judge. */
  networks: count,
  /** Whose browser reported of a page of the app, with the page-view token. */
  heard: count.default(0),
  /** A render, load, mount or script of the app failed for it. */
  failed: count,
  /** Had a page of the app, and nothing was heard in time: its tab may hang. */
  silent: count.default(0),
  /** Those, and browsers that reported no paint: a missing time is missing, not fast. */
  unpainted: count.default(0),
  /** Whose browser reported this time at all. */
  timed: z.object({ lcp: count, inp: count }).default({ lcp: 0, inp: 0 }),
  lcp: z.array(count).length(SLOWER_THAN.lcp.length),
  inp: z.array(count).length(SLOWER_THAN.inp.length),
  /** An experiment's: its visitor reached the goal. */
  reached: count.default(0),
});

/** Fewer on either variant say too little for a canary to go on, or for an experiment to decide. */
export const ENOUGH_NETWORKS = 200;

/** What was seen while the canary had this share of the visitors. */
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

/** One variant's count, over all steps. */
export const sumOf = (
  steps: readonly StepEvidence[],
  variant: 'canary' | 'live',
  counted: (counts: VariantCounts) => number,
): number => steps.reduce((sum, step) => sum + counted(step[variant]), 0);

/** How many networks of each variant exist for the judge, over all steps. */
export const networksSeen = (steps: readonly StepEvidence[]): { canary: number; live: number } => ({
  canary: sumOf(steps, 'canary', ({ networks }) => networks),
  live: sumOf(steps, 'live', ({ networks }) => networks),
});

/** How many browsers were heard on the variant that was heard least. */
const leastHeard = (steps: readonly StepEvidence[]): number =>
  Math.min(...(['canary', 'live'] as const).map((variant) => sumOf(steps, variant, ({ heard }) => heard)));

/**
 * Chance of stopping a canary that is no worse, over its whole life and all looks: 1 % for all measures together. Failures
 * get most of it, for they hurt most.
 */
const FALSE_ALARM = { failed: 0.005, silent: 0.001, lcp: 0.002, inp: 0.002 } as const;

/** Timings vary with what happens to be cached, silence with who leaves early: a tenth more is not held against a release. */
const TOLERATED_RISK = { failed: 1, silent: 1.1, lcp: 1.1, inp: 1.1 } as const;

/** Fewer than these stop nothing, whatever the chances: nobody with a handful of addresses ends a release. */
const FEWEST = { failed: 5, silent: 10, lcp: 15, inp: 15 } as const;

/** Chance of calling times missing of a canary whose browsers report as many as the others. */
const MISSING_LEVEL = 0.0005;
/** Parts of the others' reported times that are looked for in the canary's. */
const MISSING_PARTS = [0.9, 0.75, 0.5, 0.25, 0.1, 0.02] as const;

export type Measure = keyof typeof FALSE_ALARM;

export interface Finding {
  measure: Measure;
  worse: boolean;
  /** The e-value, capped at 1e12: how many times likelier this is when the canary is worse. */
  evidence: number;
  /** The e-value from which the canary is stopped. */
  limit: number;
  /** Of a timing: the milliseconds of {@link SLOWER_THAN} above which the variants differ most, or the end of "good" when they do not. */
  over?: number;
}

const LARGEST_LOG = Math.log(1e12);
/** An e-value by its logarithm, capped at 1e12. */
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

/** A page was given, and nothing was heard, or no paint: a release that hangs the tab fails nowhere, and is never slow. */
const silence = (steps: readonly StepEvidence[]): Finding => {
  const logs = [({ silent }: VariantCounts) => silent, ({ unpainted }: VariantCounts) => unpainted].map((count) =>
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

/** From how many of those who had a page nothing was heard. */
const silentPercent = (steps: readonly StepEvidence[], variant: 'canary' | 'live'): string => {
  const silent = sumOf(steps, variant, (counts) => counts.silent);
  return percentOf(silent, silent + sumOf(steps, variant, ({ heard }) => heard));
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

/** Whether a canary is worse than chance allows, and why in a sentence. May be asked at any time, as often as one likes. */
export function judge(steps: readonly StepEvidence[]) {
  const findings = [failures(steps), silence(steps), ...VITALS.map((vital) => timings(steps, vital))];
  return { stop: findings.some(({ worse }) => worse), findings, why: explain(steps, findings) };
}

export type Verdict = ReturnType<typeof judge>;

/** What a canary is there to find, as far as it is known beforehand: so much more of it than on the live variant. */
const HARMS = [
  { measure: 'failed', more: 0.02, text: 'errors +2 %' },
  { measure: 'lcp', more: 300, text: 'LCP +300 ms' },
  { measure: 'inp', more: 150, text: 'INP +150 ms' },
] as const;

/** A canary goes on by itself when it would have found more errors with this chance … */
const SURE = 0.8;
/** … or after a day, when {@link ENOUGH_NETWORKS} were heard on each variant: a small site cannot know more. */
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
  /** Networks of a variant among whom the harm would show. */
  among(variant: VariantCounts): number;
  /** Those of them to whom it happens on the live variant as it is. */
  hit(variant: VariantCounts): number;
  /** Chance of it on the canary, were it worse. */
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

/** The part of the live variant's times that are longer than this, as the counts tell. */
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

/** The chance, between 0 and 1, that the judge would have found each harm by now. A little less than it would in fact. */
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
        // The judge takes the mean of its evidence over the limits.
        limit: rules.limit * limits.length,
      }),
    );
    return { measure, harm: text, chance: Math.max(...chances) };
  });
}

/** `errors +2 %: 95 %; LCP +300 ms: 40 %` */
export const powerText = (power: ReturnType<typeof powerOf>): string =>
  power.map(({ harm, chance }) => `${harm}: ${Math.round(chance * 100)} %`).join('; ');

/**
 * Whether enough browsers were heard for a canary to go on, and what is to be remembered of it.
 * @param percent its present share @param since when it got that
 * @param now milliseconds since 1970
 * @returns undefined while it is to wait
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

/** Beyond this nobody reads the digits. */
const MOST_SAID = 1_000_000;

/** An e-value as a sentence holds it, such as `e-value 214`. */
export const sayEValue = (value: number): string =>
  value > MOST_SAID ? 'e-value above 1,000,000' : `e-value ${Math.round(value)}`;
