import { addTo, type Histogram, merged, quantile } from './digest';

const of = (...values: number[]): Histogram => {
  const histogram: Histogram = {};
  for (const value of values) addTo(histogram, value);
  return histogram;
};

test.each([0.02, 40, 1_234, 59_000])('the quantile of %d alone is right within 8 %%', (value) => {
  const found = quantile(of(value), 0.75) ?? 0;
  expect(Math.abs(found / value - 1)).toBeLessThan(0.08);
});

test('three in four do not exceed the quantile, also of two histograms together', () => {
  const both = merged(of(100, 100), of(100, 5_000));
  expect(quantile(both, 0.75)).toBeLessThan(110);
  expect(quantile(both, 0.99)).toBeGreaterThan(4_600);
});

test('without values there is none, and nought is nought', () => {
  expect(quantile({}, 0.75)).toBeUndefined();
  expect(quantile(of(0), 0.75)).toBe(0);
});
