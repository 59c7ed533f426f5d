import { noCounts, type SideCounts, type StepEvidence } from './evidence';
import { judge } from './judge';
import { FAILS, HANGS, runs, SLOW, SLUGGISH } from './simulation';

const side = (change: Partial<SideCounts>): SideCounts => ({ ...noCounts(), ...change });
const step = (percent: number, canary: Partial<SideCounts>, live: Partial<SideCounts>): StepEvidence => ({
  percent,
  canary: side(canary),
  live: side(live),
});

/** Of many canaries like this, the part that is stopped before so many networks of both sides were seen. */
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
  const canary = { networks: 200, heard: 200, timed: { lcp: 40, inp: 0 }, lcp: [38, 36, 30, 5, 0] };
  const ofLcp = (steps: StepEvidence[]) => judge(steps).findings.find(({ measure }) => measure === 'lcp');
  expect(ofLcp([step(10, canary, live)])?.worse).toBe(true);
  // As many of those that reported as of the others.
  expect(ofLcp([step(10, { ...canary, lcp: [13, 7, 2, 0, 0] }, live)])?.worse).toBe(false);
});

test('few failures stop nothing, however unlikely they are', () => {
  expect(judge([step(1, { networks: 10, failed: 4 }, { networks: 990 })]).stop).toBe(false);
  expect(judge([step(1, { networks: 10, failed: 5 }, { networks: 990 })]).stop).toBe(true);
});

test("a fault that both sides have, such as an API that is down, is nobody's", () => {
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
