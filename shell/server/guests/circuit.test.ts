import { Circuit } from './circuit';

let now: number;
let circuit: Circuit;
beforeEach(() => {
  now = 0;
  circuit = new Circuit(() => now);
});
const fail = (times: number) => {
  for (let count = 0; count < times; count += 1) circuit.failed('mf-blog');
};

it('asks again after one failure and after two', () => {
  fail(2);
  expect(circuit.isOpen('mf-blog')).toBe(false);
});

it('leaves alone what failed three times, for ten seconds, and nobody else', () => {
  fail(3);
  expect(circuit.isOpen('mf-blog')).toBe(true);
  expect(circuit.isOpen('mf-courses')).toBe(false);
  now = 10_000;
  expect(circuit.isOpen('mf-blog')).toBe(false);
});

it('is left alone again at the first failure after that', () => {
  fail(3);
  now = 10_000;
  fail(1);
  expect(circuit.isOpen('mf-blog')).toBe(true);
});

it('forgets failures at the first success', () => {
  fail(2);
  circuit.succeeded('mf-blog');
  fail(1);
  expect(circuit.isOpen('mf-blog')).toBe(false);
});
