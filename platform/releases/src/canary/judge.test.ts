import { sample, seeded } from '../../../tooling/src/testing/sample';
import { FAILS, HANGS, runs, SLOW, SLUGGISH } from '../testing/simulation';
import { Cohort } from './cohort';
import {
  countedText,
  enoughToGoOn,
  judge,
  noCounts,
  powerOf,
  type StepEvidence,
  sayEValue,
  type VariantCounts,
} from './judge';

const variant = (change: Partial<VariantCounts>): VariantCounts => ({ ...noCounts(), ...change });
const step = (percent: number, canary: Partial<VariantCounts>, live: Partial<VariantCounts>): StepEvidence => ({
  percent,
  canary: variant(canary),
  live: variant(live),
});

/** Share of simulated canaries that are stopped within so many networks of both variants. */
const stopped = (change: Parameters<typeof runs>[2], within: number, count = 100): number =>
  runs(count, 7, { visitors: within * 1.2, ...change }).filter((end) => end <= within).length / count;

test.each([10, 25, 50])(
  'at %s percent a release that fails half of its views is stopped within 30 of its own',
  (percent) => {
    expect(stopped({ percent, canary: { ...FAILS, failing: 0.5 } }, (30 * 100) / percent)).toBeGreaterThan(0.9);
  },
);

test('at 10 percent a release that fails 5 % of its views is stopped within 1,800 networks', () => {
  expect(stopped({ canary: FAILS }, 1_800)).toBeGreaterThan(0.5);
});

test('at 10 percent a release that paints 500 ms later is stopped within 3,600 networks', () => {
  expect(stopped({ canary: SLOW }, 3_600, 40)).toBeGreaterThan(0.5);
});

test('at 10 percent a release that answers 150 ms later is stopped within 300 networks', () => {
  expect(stopped({ canary: SLUGGISH }, 300)).toBeGreaterThan(0.5);
});

test('at 10 percent a release that hangs three in ten tabs is stopped, though nobody reports a failure', () => {
  expect(stopped({ canary: HANGS }, 1_800, 40)).toBeGreaterThan(0.5);
});

test('of a release whose browsers report fewer times the missing ones are not fast', () => {
  const live = { networks: 1_800, heard: 1_800, timed: { lcp: 1_800, inp: 0 }, lcp: [600, 300, 90, 10, 0] };
  const canary = { networks: 200, heard: 200, timed: { lcp: 40, inp: 0 }, lcp: [24, 22, 20, 4, 0] };
  const ofLcp = (steps: StepEvidence[]) => judge(steps).findings.find(({ measure }) => measure === 'lcp');
  expect(ofLcp([step(10, canary, live)])?.worse).toBe(true);
  // The canary's reports are as fast as the live release's.
  expect(ofLcp([step(10, { ...canary, lcp: [13, 7, 2, 0, 0] }, live)])?.worse).toBe(false);
});

/** Counts of one variant in which so many networks failed, kept silent and were slow. */
const bad = (count: number): Partial<VariantCounts> => {
  const slower = Array<number>(5).fill(count);
  return { failed: count, silent: count, unpainted: count, lcp: slower, inp: slower };
};
const worse = (steps: StepEvidence[]) =>
  judge(steps).findings.flatMap(({ measure, worse: isWorse }) => (isWorse ? [measure] : []));

test.each([
  [4, []],
  [5, ['failed']],
  [9, ['failed']],
  [10, ['failed', 'silent']],
  [14, ['failed', 'silent']],
  [15, ['failed', 'silent', 'lcp', 'inp']],
])('few networks stop nothing, however unlikely they are: %d', (count, found) => {
  expect(worse([step(1, bad(count), {})])).toEqual(found);
});

test('of sound canaries at most one in a hundred is stopped, whatever was measured', () => {
  const levels = judge([]).findings.map(({ limit }) => 1 / limit);
  expect(levels.reduce((sum, level) => sum + level)).toBeCloseTo(0.01);
});

test('a tenth more silence or slowness is of caches and early departures; failures are not', () => {
  expect(worse([step(50, bad(11_500), bad(10_000))])).toEqual(['failed']);
});

test('a release that reports and never paints is as bad as one that reports nothing', () => {
  expect(worse([step(50, { heard: 1_000, unpainted: 40 }, { heard: 1_000 })])).toEqual(['silent']);
});

test('a difference at one of five thresholds counts for a fifth, and where there is none the end of good is shown', () => {
  const slow = (count: number) => ({ timed: { lcp: 1_000, inp: 0 }, lcp: [count, 0, 0, 0, 0] });
  expect(worse([step(50, slow(18), slow(1))])).toEqual([]);
  expect(worse([step(50, slow(19), slow(1))])).toEqual(['lcp']);
  expect(judge([]).findings.map(({ over }) => over)).toEqual([undefined, undefined, 2_500, 200]);
});

test('a share that leaves nobody to compare with is no evidence, and leaves that of others as it is', () => {
  expect(worse([step(100, bad(50), {})])).toEqual([]);
  expect(worse([step(10, bad(20), {}), step(100, bad(50), {})])).toEqual(['failed', 'silent', 'lcp', 'inp']);
});

test("a fault that both variants have, such as an API that is down, is nobody's", () => {
  expect(judge([step(10, { networks: 100, failed: 90 }, { networks: 900, failed: 800 })]).stop).toBe(false);
});

test('the evidence of earlier steps counts', () => {
  const one = [step(10, { networks: 20, failed: 3 }, { networks: 180 })];
  expect(judge(one).stop).toBe(false);
  expect(judge([...one, step(25, { networks: 5, failed: 2 }, { networks: 15 })]).stop).toBe(true);
});

test('the verdict says what was worse, with the figures', () => {
  const { why } = judge([step(10, { networks: 40, failed: 12 }, { networks: 360, failed: 1 })]);
  expect(why).toMatch(
    /^worse than the live release: failures \(e-value [^,]*[\d,]+, limit 200\); failed for 12 of 40 networks/,
  );
});

test('a verdict claims no more than what was counted', () => {
  expect(judge([step(10, { networks: 2, heard: 2 }, { networks: 26, heard: 26 })]).why).toMatch(
    /^nothing worse was seen; failed for 0 of 2/,
  );
  // A render that fails is counted, though no browser is heard.
  expect(countedText([step(10, { networks: 20, heard: 2, failed: 18 }, {})])).toMatch('2 browsers heard, 90 % failed');
});

interface Harm {
  failing?: number;
  lcp?: number;
  inp?: number;
}

/** Simulates so many networks, 10 % of them on the canary. @returns the evidence */
function crowd(networks: number, seed: number, { failing = 0, lcp = 0, inp = 0 }: Harm) {
  const random = seeded(seed);
  const cohort = new Cohort();
  for (let number = 0; number < networks; number += 1) {
    const isCanary = random() < 0.1;
    const now = { variant: isCanary ? ('canary' as const) : ('live' as const), percent: 10 };
    const [network, by] = [String(number), isCanary ? 1 : 0];
    cohort.arrive({ network, visitor: 'one', since: 1, ...now });
    cohort.observe(network, 'one', now, {
      given: 1,
      heard: true,
      failed: random() < 0.01 + by * failing,
      lcp: 900 * Math.exp(3 * random() - 1.5) + by * lcp,
      inp: 80 * Math.exp(2 * random() - 1) + by * inp,
    });
  }
  return cohort.evidence();
}

const SOUND: Harm = {};

const HARMS: [measure: string, harm: Harm, sizes: number[]][] = [
  ['failed', { failing: 0.02 }, [4_000, 8_000, 12_000]],
  ['lcp', { lcp: 300 }, [4_000, 8_000, 12_000]],
  ['inp', { inp: 150 }, [100, 200, 400]],
];

test.each(sample(HARMS, ['failed', 'inp']))(
  'a canary that does this harm is stopped about as often as the power says: %s',
  (measure, harm, sizes) => {
    const RUNS = process.env['TEST_ALL'] === '1' ? 20 : 10;
    for (const [index, size] of sizes.entries()) {
      let [said, stopped] = [0, 0];
      for (let run = 0; run < RUNS; run += 1) {
        const seed = 1_000 * index + run;
        said += (powerOf(crowd(size, seed, SOUND)).find((one) => one.measure === measure)?.chance ?? 0) / RUNS;
        if (judge(crowd(size, seed + 500, harm)).stop) stopped += 1 / RUNS;
      }
      expect(said).toBeLessThan(stopped + 0.2);
      expect(said).toBeGreaterThan(stopped - 0.35);
    }
  },
);

const SINCE = '2030-01-01T00:00:00.000Z';
const DAY_MS = 24 * 3_600_000;
const after = (steps: Parameters<typeof enoughToGoOn>[0], ms: number) =>
  enoughToGoOn(steps, { since: SINCE, percent: 10 }, Date.parse(SINCE) + ms);
const heardBy = (canary: number, live: number) => ({
  percent: 10,
  canary: { ...noCounts(), networks: canary, heard: canary },
  live: { ...noCounts(), networks: live, heard: live },
});

test('a canary goes on when it would have found more errors, or after a day with what it could not have seen', () => {
  expect(after([heardBy(300, 2_700)], 1)).toBeUndefined();
  expect(after([heardBy(1_000, 9_000)], 1)).toMatch(/^would have found errors \+2 %: \d+ %; LCP \+300 ms: 0 %/);
  expect(after([heardBy(190, 2_000)], 9 * DAY_MS)).toBeUndefined();
  expect(after([heardBy(220, 2_000)], DAY_MS)).toMatch(/^after a day; could have missed errors \+2 %: \d+ %; LCP/);
});

test.each([
  ['nobody', []],
  [
    'programs alone',
    [{ ...heardBy(0, 0), live: { ...noCounts(), silent: 900 }, canary: { ...noCounts(), silent: 100 } }],
  ],
  ['one variant alone', [heardBy(0, 9_000)]],
  ['nobody since its share grew', [{ ...heardBy(1_000, 9_000), percent: 5 }]],
])('a canary that was seen by %s does not go on, however long it takes', (_who, steps) => {
  expect(after(steps, 9 * DAY_MS)).toBeUndefined();
});

test.each([
  [213.6, 'e-value 214'],
  [1_000_000, 'e-value 1000000'],
  [1e12, 'e-value above 1,000,000'],
])('says %p in words', (value, words) => {
  expect(sayEValue(value)).toBe(words);
});
