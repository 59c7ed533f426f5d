import { change } from './change';

test.each([
  [0.88, '−12 %'],
  [1, '+0 %'],
  [1.4, '+40 %'],
  [3.14, '3.1 times'],
  [500, 'more than 100 times'],
  [0.001, 'almost never'],
])('%d times as often is "%s"', (risk, text) => {
  expect(change(risk)).toBe(text);
});
