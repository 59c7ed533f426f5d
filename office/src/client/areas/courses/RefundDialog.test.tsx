import { paiseOf } from './RefundDialog';

test.each([
  ['5,000', 500_000],
  ['₹ 499.50', 49_950],
  ['0.1', 10],
  ['1,00,000', 10_000_000],
])('%s is %d paise', (text, paise) => expect(paiseOf(text)).toBe(paise));

test.each(['', 'all', '-5', '1e5', '1.005', '5000000000'])('"%s" is not a sum', (text) =>
  expect(paiseOf(text)).toBeUndefined(),
);
