import { ProcessorClock } from './work-watch';

/** However long others keep it from the processor. */
const compute = (ms: number): void => {
  const began = process.cpuUsage();
  const computedMs = () => process.cpuUsage(began).user / 1_000;
  while (computedMs() < ms);
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
