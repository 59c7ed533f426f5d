import { once } from 'node:events';
import { KeptService } from './kept-service';

const SERVE = `console.log('up ' + process.pid); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e6);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

let kept: KeptService;
let said: string[];
let arrivals: ((pid: number) => void)[];
let pids: number[];
/** The process id of the next one that comes up. */
const nextPid = (): Promise<number> => {
  const there = pids.shift();
  return there ? Promise.resolve(there) : new Promise((resolve) => arrivals.push(resolve));
};
const keep = (program: string, signal?: AbortSignal): void => {
  [said, arrivals, pids] = [[], [], []];
  kept = new KeptService({
    name: 'composer',
    args: ['-e', program],
    onLine: (line) => {
      const pid = Number(line.slice('up '.length));
      const arrived = arrivals.shift();
      if (arrived) arrived(pid);
      else pids.push(pid);
    },
    say: (line) => said.push(line),
    firstDelayMs: 1,
    signal,
  });
};
afterEach(() => kept.stop());

it('starts a program again that was killed, and says so', async () => {
  keep(SERVE);
  const first = await nextPid();
  process.kill(first, 'SIGKILL');
  const second = await nextPid();
  expect(second).not.toBe(first);
  expect(isAlive(second)).toBe(true);
  expect(said).toEqual(['composer ended with code 1; its last lines say why. It is started again.']);
});

it('goes on trying with one that ends at once', async () => {
  keep(`console.log('up ' + process.pid);`);
  const pidsSeen = [await nextPid(), await nextPid(), await nextPid()];
  expect(new Set(pidsSeen).size).toBe(3);
});

it('restarts for new code without calling it a failure', async () => {
  keep(SERVE);
  const first = await nextPid();
  await kept.restart();
  expect(await nextPid()).not.toBe(first);
  expect(isAlive(first)).toBe(false);
  expect(said).toEqual([]);
});

it('starts nothing again that ended when all were asked to end', async () => {
  const asked = new AbortController();
  keep(SERVE, asked.signal);
  const pid = await nextPid();
  // A terminal sends Ctrl+C to all its programs at once.
  asked.abort();
  process.kill(pid, 'SIGKILL');
  await kept.current.ended;
  expect(said).toEqual([]);
});

it('starts nothing any more once it was stopped', async () => {
  keep(SERVE);
  const pid = await nextPid();
  const ended = once(kept.current.child, 'exit');
  await kept.stop();
  await ended;
  expect(isAlive(pid)).toBe(false);
  expect(said).toEqual([]);
});
