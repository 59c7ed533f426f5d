import { noCounts, type StepEvidence } from '../canary/judge';
import { outcomesOf } from '../testing/simulation';
import { judgeExperiment, logEvidenceAgainst, possibleRisks } from './verdict';

/** In all; `TEST_ALL=1` runs a thousand. */
const RUNS = process.env['TEST_ALL'] === '1' ? 1_000 : 40;

jest.setTimeout(30 * 60_000);

const step = (b: [networks: number, reached: number], a: [networks: number, reached: number], percent = 50) => ({
  percent,
  canary: { ...noCounts(), networks: b[0], reached: b[1] },
  live: { ...noCounts(), networks: a[0], reached: a[1] },
});
const PLAN = { goal: 'enquiry', margin: 0.1 };
const outcome = (steps: StepEvidence[]) => judgeExperiment(steps, PLAN).outcome;

test.each([
  ['of networks of one visitor, half and half', { percent: 50 }],
  ['of networks of three, at 20 %', { percent: 20, networkSize: 3 }],
])('of equal releases at most 5 %% get a winner, however often one looks: %s', (_crowd, crowd) => {
  const runs = RUNS / 2;
  const equal = outcomesOf(runs, 1, { a: 0.05, b: 0.05, visitors: 6_000, ...crowd });
  expect(equal['a-better'] + equal['b-better']).toBeLessThanOrEqual(Math.max(1, runs * 0.05));
  expect(equal['sample-ratio-mismatch']).toBeLessThanOrEqual(runs / 100);
});

test('a release whose visitors reach the goal twice as often is found, on either variant', () => {
  const better = outcomesOf(RUNS / 2, 11, { a: 0.05, b: 0.1, visitors: 6_000 });
  expect(better['b-better']).toBeGreaterThan(RUNS * 0.45);
  const worse = outcomesOf(RUNS / 2, 12, { a: 0.1, b: 0.05, visitors: 6_000, percent: 30 });
  expect(worse['a-better']).toBeGreaterThan(RUNS * 0.4);
});

test('equal releases are found to be alike within a margin, and releases that differ by it hardly ever are', () => {
  const equal = outcomesOf(RUNS / 4, 21, { a: 0.3, b: 0.3, visitors: 12_000, margin: 0.25, lookEvery: 200 });
  expect(equal.alike).toBeGreaterThan(RUNS * 0.2);
  const apart = outcomesOf(RUNS / 4, 22, { a: 0.3, b: 0.375, visitors: 12_000, margin: 0.25, lookEvery: 200 });
  expect(apart.alike).toBeLessThanOrEqual(Math.max(1, (RUNS / 4) * 0.05));
});

test('a draw that gives one variant too many networks is called broken, and hardly ever a release better', () => {
  const runs = RUNS / 4;
  const broken = outcomesOf(runs, 31, { a: 0.05, b: 0.05, visitors: 8_000, percent: 50, drawn: 56 });
  expect(broken['sample-ratio-mismatch']).toBeGreaterThanOrEqual(runs * 0.98);
  expect(broken['a-better'] + broken['b-better']).toBeLessThanOrEqual(runs * 0.02);
  const { why } = judgeExperiment([step([700, 80], [300, 20])], PLAN);
  expect(why).toMatch(/^the draw is broken: B has 700 of 1000 networks where 500 are expected .+ nothing can be said/);
});

test('nothing is decided before 200 networks of each variant', () => {
  expect(outcome([step([190, 120], [190, 10])])).toBe('running');
  expect(outcome([step([210, 120], [210, 10])])).toBe('b-better');
});

test('a goal that one variant alone reaches decides, too', () => {
  expect(outcome([step([400, 0], [400, 40])])).toBe('a-better');
  expect(outcome([step([400, 40], [400, 0])])).toBe('b-better');
});

test('the sentence names the goal, both variants, and what is still possible', () => {
  expect(judgeExperiment([step([1_000, 160], [1_000, 80])], PLAN).why).toMatch(
    /^B is better; enquiry: B 160 of 1000 networks \(16\.0 %\), A 80 of 1000 networks \(8\.00 %\); the difference is between \+\d+ % and \+\d+ % \(e-value \d+, limit 20\)$/,
  );
  expect(judgeExperiment([step([300, 3], [300, 4])], PLAN).why).toMatch(/^nothing is decided yet; enquiry: B 3 of 300/);
});

test('possible differences contain the one that was seen, and shrink as more is seen', () => {
  const small = possibleRisks({ share: 0.5, a: 50, b: 50 }, 0.05);
  const large = possibleRisks({ share: 0.5, a: 5_000, b: 5_000 }, 0.05);
  expect(small.least).toBeLessThan(large.least);
  expect(large.least).toBeLessThan(1);
  expect(large.most).toBeGreaterThan(1);
  expect(large.most).toBeLessThan(small.most);
  expect(logEvidenceAgainst({ share: 0.5, a: 0, b: 0 }, 1)).toBeCloseTo(0, 6);
});

test('the judge of canaries watches both variants', () => {
  const fails = (networks: number, failed: number) => ({ ...noCounts(), networks, failed });
  const plan = { goal: 'enquiry', margin: 0.1 };
  expect(judgeExperiment([{ percent: 50, canary: fails(400, 60), live: fails(400, 1) }], plan).worse).toBe('b');
  expect(judgeExperiment([{ percent: 50, canary: fails(400, 1), live: fails(400, 60) }], plan).worse).toBe('a');
  expect(judgeExperiment([{ percent: 50, canary: fails(400, 2), live: fails(400, 3) }], plan).worse).toBeUndefined();
});
