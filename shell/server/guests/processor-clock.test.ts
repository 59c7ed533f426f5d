import { ProcessorClock } from './processor-clock';

const compute = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('tells how long a process computed', () => {
  const clock = new ProcessorClock(process.pid);
  const before = clock.read();
  compute(50);
  const after = clock.read();
  clock.close();
  // Where the system does not say, nothing is known.
  if (before && after) expect(after.ran - before.ran).toBeGreaterThan(5);
  else expect(before).toBe(after);
});

test('knows nothing of a process that is not there, nor once it is closed', () => {
  expect(new ProcessorClock(2 ** 22 - 1).read()).toBeUndefined();
  const clock = new ProcessorClock(process.pid);
  clock.close();
  expect(clock.read()).toBeUndefined();
});
