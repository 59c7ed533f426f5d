import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const KEEP = `const { keepTickShape } = await import(${JSON.stringify(join(__dirname, 'tick-shape.ts'))}); keepTickShape();`;

/** A program that prints the time of ticks after garbage collections, relative to before; each the shortest of 600 rounds. */
const measured = (before: string) => `
const noop = () => {};
const turn = () => new Promise((resolve) => setImmediate(resolve));
const round = async () => {
  const began = performance.now();
  for (let tick = 0; tick < 1000; tick += 1) process.nextTick(noop);
  await turn();
  return performance.now() - began;
};
const shortest = async () => {
  let least = Infinity;
  for (let count = 0; count < 600; count += 1) least = Math.min(least, await round());
  return least;
};
${before}
const fresh = await shortest();
for (let sweep = 0; sweep < 3; sweep += 1) { await turn(); gc(); }
console.log((await shortest()) / fresh);
`;

const run = async (before: string): Promise<number> => {
  const args = ['--expose-gc', '--input-type=module', '--eval', measured(before)];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
};

test('ticks are as fast after a sweep without visitors as before; Node alone makes them slower', async () => {
  expect(await run(KEEP)).toBeLessThan(2.5);
  expect(await run('')).toBeGreaterThan(2.5);
});
