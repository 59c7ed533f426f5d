import { Cohort } from './cohort';
import { noCounts } from './evidence';
import { judge } from './judge';
import { enoughToGoOn, powerOf } from './power';
import { seeded } from './seeded';

interface Harm {
  failing?: number;
  lcp?: number;
  inp?: number;
}

/** What is known after so many networks, of which the canary has 10 %. */
function crowd(networks: number, seed: number, { failing = 0, lcp = 0, inp = 0 }: Harm) {
  const random = seeded(seed);
  const cohort = new Cohort();
  for (let number = 0; number < networks; number += 1) {
    const isCanary = random() < 0.1;
    const now = { side: isCanary ? ('canary' as const) : ('live' as const), percent: 10 };
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

test.each([
  ['failed', { failing: 0.02 }, [4_000, 8_000, 12_000]],
  ['lcp', { lcp: 300 }, [4_000, 8_000, 12_000]],
  ['inp', { inp: 150 }, [100, 200, 400]],
] as const)('a canary that does this harm is stopped about as often as the power says: %s', (measure, harm, sizes) => {
  const RUNS = 40;
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
});

const SINCE = '2030-01-01T00:00:00.000Z';
const DAY_MS = 24 * 3_600_000;
const after = (steps: Parameters<typeof enoughToGoOn>[0], ms: number) =>
  enoughToGoOn(steps, { since: SINCE }, Date.parse(SINCE) + ms);
const step = (canary: number, live: number) => ({
  percent: 10,
  canary: { ...noCounts(), networks: canary, heard: canary },
  live: { ...noCounts(), networks: live, heard: live },
});

test('a canary goes on when it would have found more errors, or after a day with what it could not have seen', () => {
  expect(after([step(220, 2_000)], 1)).toBeUndefined();
  expect(after([step(1_000, 9_000)], 1)).toMatch(/^would have found errors \+2 %: \d+ %; LCP \+300 ms: 0 %/);
  expect(after([step(190, 2_000)], 9 * DAY_MS)).toBeUndefined();
  expect(after([step(220, 2_000)], DAY_MS)).toMatch(/^after a day; could have missed errors \+2 %: \d+ %; LCP/);
});

test.each([
  ['nobody', []],
  ['programs alone', [{ ...step(0, 0), live: { ...noCounts(), silent: 900 }, canary: { ...noCounts(), silent: 100 } }]],
  ['one side alone', [step(0, 9_000)]],
  ['nobody since its share grew', [step(1_000, 9_000), { ...step(0, 0), percent: 25 }]],
])('a canary that was seen by %s does not go on, however long it takes', (_who, steps) => {
  expect(after(steps, 9 * DAY_MS)).toBeUndefined();
});
