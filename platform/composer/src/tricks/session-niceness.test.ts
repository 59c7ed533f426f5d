import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { SessionNiceness } from './work-watch';

let child: ChildProcess;
beforeEach(async () => {
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
});
afterEach(() => void child.kill('SIGKILL'));

const group = (): string => readFileSync(`/proc/${child.pid}/autogroup`, 'utf8');

/** Reported as skipped where the kernel has no such groups. */
const withGroups = existsSync('/proc/self/autogroup') ? test : test.skip;

withGroups('a process gives way to other sessions, and takes its place again', async () => {
  const niceness = new SessionNiceness(child.pid);
  await niceness.set(15);
  expect(group()).toMatch(/nice 15/);
  await niceness.set(0);
  expect(group()).toMatch(/nice 0/);
});

withGroups('the last wish counts', async () => {
  const niceness = new SessionNiceness(child.pid);
  void niceness.set(15);
  void niceness.set(0);
  await niceness.set(10);
  expect(group()).toMatch(/nice 10/);
});

test('a process that ended already is nobody to wait for', async () => {
  await expect(new SessionNiceness(2 ** 22 - 1).set(15)).resolves.toBeUndefined();
});
