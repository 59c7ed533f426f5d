import { mergeEvidence, noCounts, type SideCounts, type StepEvidence } from './evidence';
import { judge } from './judge';
import { seeded } from './seeded';
import { simulate, type VisitorModel } from './simulate';

const side = (change: Partial<SideCounts>): SideCounts => ({ ...noCounts(), ...change });
const step = (percent: number, canary: Partial<SideCounts>, live: Partial<SideCounts>): StepEvidence => ({
  percent,
  canary: side(canary),
  live: side(live),
});

const SOUND: VisitorModel = { failing: 0.01, lcp: 700 };
const RUNS = 200;

/** Of many canaries like this, the parts stopped at all and within so many visitors of the canary. */
const stopped = (
  percent: number,
  canary: VisitorModel,
  visitors: number,
  within = Number.POSITIVE_INFINITY,
  runs = RUNS,
) => {
  const random = seeded(percent);
  const ends = Array.from({ length: runs }, () => simulate({ percent, canary, live: SOUND, visitors, random }));
  return ends.filter((end) => end !== undefined && end <= within).length / runs;
};

test('of canaries that are no worse fewer than 1 % are stopped, however often the judge looks', () => {
  const parts = [1, 10, 25, 50].map((percent) => stopped(percent, SOUND, 1_000, undefined, 100));
  expect(parts.reduce((sum, part) => sum + part, 0) / parts.length).toBeLessThan(0.01);
});

test.each([10, 25, 50])('at %s percent a release that fails half of its views is stopped within 30', (percent) => {
  const visitors = (100 / percent) * 60;
  expect(stopped(percent, { ...SOUND, failing: 0.5 }, visitors, 30)).toBeGreaterThan(0.9);
});

test('a release that fails 5 % of its views is stopped within 300, beside a sound one', () => {
  const random = seeded(5);
  const sound: VisitorModel = { failing: 0.0005, lcp: 700 };
  const ends = Array.from({ length: RUNS }, () =>
    simulate({ percent: 10, canary: { failing: 0.05, lcp: 700 }, live: sound, visitors: 3_600, random }),
  );
  expect(ends.filter((end) => end !== undefined && end <= 300).length / RUNS).toBeGreaterThan(0.97);
});

test('a release that doubles the time until its page is painted is stopped', () => {
  expect(stopped(10, { failing: 0.01, lcp: 1_400 }, 3_000)).toBeGreaterThan(0.95);
});

test('few failures stop nothing, however unlikely they are', () => {
  expect(judge([step(1, { visitors: 10, failed: 4 }, { visitors: 990 })]).stop).toBe(false);
  expect(judge([step(1, { visitors: 10, failed: 5 }, { visitors: 990 })]).stop).toBe(true);
});

test("a fault that both sides have, such as an API that is down, is nobody's", () => {
  expect(judge([step(10, { visitors: 100, failed: 90 }, { visitors: 900, failed: 800 })]).stop).toBe(false);
});

test('the evidence of earlier steps and of several composers counts together', () => {
  const one = [step(10, { visitors: 20, failed: 3 }, { visitors: 180 })];
  const other = [step(10, { visitors: 20, failed: 2 }, { visitors: 180 }), step(25, { visitors: 5 }, { visitors: 15 })];
  expect(judge(one).stop).toBe(false);
  const merged = mergeEvidence([one, other]);
  expect(merged.map(({ percent, canary }) => [percent, canary.failed])).toEqual([
    [10, 5],
    [25, 0],
  ]);
  expect(judge(merged).stop).toBe(true);
});

test('the verdict says what was worse, with the figures', () => {
  const { why } = judge([step(10, { visitors: 40, failed: 12 }, { visitors: 360, failed: 1 })]);
  expect(why).toMatch(
    /^worse than the live release: failures \(e-value \d+, limit 200\); failed for 12 of 40 visitors/,
  );
});
