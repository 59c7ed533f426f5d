import { change } from './change';

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
