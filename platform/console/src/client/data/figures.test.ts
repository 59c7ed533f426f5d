import { change, everyVisitor, someVisitors, timeAxis } from './figures';

test.each([
  [everyVisitor({ visits: 2_140 }), 'Every visitor (2,140 visits in the last hour)'],
  [everyVisitor({ visits: 1 }), 'Every visitor (1 visit in the last hour)'],
  [everyVisitor(undefined), 'Every visitor'],
  [everyVisitor({ visits: 0 }), 'Every visitor'],
  [someVisitors(10, { visits: 2_140 }), '10 % of visitors (about 214 of 2,140 visits in the last hour)'],
  [someVisitors(10, undefined), '10 % of visitors'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

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

test.each([
  [0.88, '12 % less'],
  [1, '0 % more'],
  [1.4, '40 % more'],
  [3.14, '3.1 times as often'],
  [500, 'more than 100 times as often'],
  [0.001, 'almost never'],
])('%d times as often is "%s"', (risk, text) => {
  expect(change(risk)).toBe(text);
});
