import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { SessionNiceness } from './session-niceness';

let child: ChildProcess;
beforeEach(async () => {
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
});
afterEach(() => void child.kill('SIGKILL'));

/** Undefined where Linux has no such groups. */
const group = (): string | undefined => {
  const file = `/proc/${child.pid}/autogroup`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

test('a process gives way to other sessions, and takes its place again', async () => {
  const niceness = new SessionNiceness(child.pid);
  await niceness.set(15);
  expect(group() ?? 'nice 15').toMatch(/nice 15/);
  await niceness.set(0);
  expect(group() ?? 'nice 0').toMatch(/nice 0/);
});

test('the last wish counts', async () => {
  const niceness = new SessionNiceness(child.pid);
  void niceness.set(15);
  void niceness.set(0);
  await niceness.set(10);
  expect(group() ?? 'nice 10').toMatch(/nice 10/);
});

test('a process that ended already is nobody to wait for', async () => {
  await expect(new SessionNiceness(2 ** 22 - 1).set(15)).resolves.toBeUndefined();
});
