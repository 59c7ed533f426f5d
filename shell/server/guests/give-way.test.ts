import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { giveWay } from './give-way';

test('what leads a session of its own gives way to the other sessions, too', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  try {
    await giveWay(child.pid);
    expect(getPriority(child.pid)).toBe(15);
    const group = `/proc/${child.pid}/autogroup`;
    if (existsSync(group)) expect(readFileSync(group, 'utf8')).toMatch(/nice 15/);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a process that ended already is nobody to wait for', async () => {
  await expect(giveWay(2 ** 22 - 1)).resolves.toBeUndefined();
});
