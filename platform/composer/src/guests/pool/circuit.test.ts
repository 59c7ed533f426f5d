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
  expect(circuit.admits('mf-blog')).toBe(true);
});

it('leaves alone what failed three times, for five seconds, and nobody else', () => {
  fail(3);
  now = 4_999;
  expect(circuit.admits('mf-blog')).toBe(false);
  expect(circuit.admits('mf-courses')).toBe(true);
});

it('lets one through after that, and no other until it is known what became of it', () => {
  fail(3);
  now = 5_000;
  expect([circuit.admits('mf-blog'), circuit.admits('mf-blog')]).toEqual([true, false]);
  circuit.succeeded('mf-blog');
  expect(circuit.admits('mf-blog')).toBe(true);
});

it('leaves it alone again when that one fails', () => {
  fail(3);
  now = 5_000;
  circuit.admits('mf-blog');
  fail(1);
  now = 9_999;
  expect(circuit.admits('mf-blog')).toBe(false);
});

it('lets another through when that one came to nothing', () => {
  fail(3);
  now = 5_000;
  circuit.admits('mf-blog');
  circuit.undecided('mf-blog');
  expect([circuit.admits('mf-blog'), circuit.admits('mf-blog')]).toEqual([true, false]);
});

it('holds nothing against a release that is not left alone and of which one came to nothing', () => {
  fail(2);
  circuit.undecided('mf-blog');
  expect([circuit.admits('mf-blog'), circuit.admits('mf-blog')]).toEqual([true, true]);
  circuit.undecided('mf-courses');
  expect([circuit.admits('mf-courses'), circuit.admits('mf-courses')]).toEqual([true, true]);
});

it('forgets failures at the first success', () => {
  fail(2);
  circuit.succeeded('mf-blog');
  fail(1);
  expect(circuit.admits('mf-blog')).toBe(true);
});
