import { inUnits, ofUnits, readMoney, spell } from './money';

test.each([
  ['5,000', 'INR', 500_000],
  ['₹ 499.50', 'INR', 49_950],
  ['0.1', 'INR', 10],
  ['1,00,000', 'INR', 10_000_000],
  ['USD 12.34', 'USD', 1234],
  ['1,200', 'JPY', 1200],
  ['1.005', 'KWD', 1005],
])('%s in %s is %d of the smallest unit', (text, currency, amount) => {
  expect(readMoney(text, currency)).toEqual({ amount, currency });
});

test.each([
  ['', 'INR'],
  ['all', 'INR'],
  ['-5', 'INR'],
  ['1e5', 'INR'],
  ['1.005', 'INR'],
  // A decimal comma must not be read as a hundred times the amount.
  ['499,50', 'INR'],
  ['1,5', 'INR'],
  ['0.5', 'JPY'],
  ['5000000000', 'INR'],
])('"%s" is no sum in %s', (text, currency) => expect(readMoney(text, currency)).toBeUndefined());

test.each([
  [ofUnits(100_000), '₹1,00,000'],
  [ofUnits(499.5), '₹499.50'],
  [ofUnits(1.005, 'KWD'), 'KWD 1.005'],
  [ofUnits(700, 'USD'), 'USD 700'],
  [ofUnits(700, 'JPY'), 'JPY 700'],
  // A webhook may send such a currency.
  [{ amount: 700, currency: 'no code' }, 'no code 7'],
])('%j is written %s', (money, text) => expect(spell(money)).toBe(text));

test.each(['INR', 'USD', 'JPY', 'KWD'])('what is put into %s and taken out is the same', (currency) =>
  expect(inUnits(ofUnits(1234, currency))).toBe(1234),
);
