import { sayEValue } from './say-e-value';

test.each([
  [213.6, 'e-value 214'],
  [1_000_000, 'e-value 1000000'],
  [1e12, 'e-value above 1,000,000'],
])('says %p in words', (value, words) => {
  expect(sayEValue(value)).toBe(words);
});
