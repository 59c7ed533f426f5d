import { timeAxis } from './time-axis';

const BEGAN = Date.parse('2026-11-26T06:47:00Z');
const at = (...seconds: number[]) => seconds.map((second) => new Date(BEGAN + second * 1_000).toISOString());

test('moments lie as far apart as they were', () => {
  expect(timeAxis(at(0, 1, 3_600)).moments).toEqual([BEGAN, BEGAN + 1_000, BEGAN + 3_600_000]);
  expect(timeAxis([]).moments).toEqual([]);
});

test.each([
  ['within a minute', 40],
  ['within an hour', 2_400],
  ['over a night', 16 * 3_600],
  ['over four weeks', 28 * 86_400],
])('both ends of an axis %s say another thing', (_name, seconds) => {
  const { moments, tick } = timeAxis(at(0, seconds));
  expect(tick(moments[0])).not.toBe(tick(moments[1]));
});

test.each([3, 6, 10])('ten ticks within %i minutes say ten things', (minutes) => {
  const seconds = Array.from({ length: 10 }, (_, index) => (index * minutes * 60) / 9);
  const { moments, tick } = timeAxis(at(...seconds));
  expect(new Set(moments.map(tick)).size).toBe(10);
});

test('the same hour of two days differs by the day', () => {
  const { moments, tick } = timeAxis(at(0, 86_400));
  expect(tick(moments[0])).not.toBe(tick(moments[1]));
});
