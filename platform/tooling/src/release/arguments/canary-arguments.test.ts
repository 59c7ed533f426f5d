import { planOf, shareArgument } from './canary-arguments';

test.each(['0', '100', '101', '-5', '1.5', 'many', ''])('"%s" is not a share, and says so', (text) => {
  expect(() => shareArgument(text)).toThrow(/is not a share: give a whole number of percent between 1 and 99/);
});

test.each(['0,10', '50,10', '10,10', '10;20', '10,100'])('"%s" are not steps, and says so', (text) => {
  expect(() => planOf(text, '5m')).toThrow(/are not steps: give rising percents/);
});

test.each(['5', '0m', '5 minutes', '1000h'])('"%s" is not a time, and says so', (text) => {
  expect(() => planOf('10,50', text)).toThrow(/is not a time: give 30s, 5m or 2h/);
});

test('shares and a plan are read', () => {
  expect(shareArgument('10')).toBe(10);
  expect(planOf('10,25,50', '5m')).toEqual({ shares: [10, 25, 50], everyMs: 300_000 });
  expect(planOf(undefined, undefined)).toBeUndefined();
  expect(() => planOf(undefined, '5m')).toThrow(/name those, too/);
});
