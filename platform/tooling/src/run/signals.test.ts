import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../paths';

const PROGRAM = `process.on('SIGTERM', () => { console.log('finished'); process.exit(0); });
setInterval(() => {}, 1e6);
console.log('up', process.pid);`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a command that is asked to stop ends with all that it started', async () => {
  const start = `exec node ${join(ROOT, 'platform', 'tooling', 'cli', 'run.mjs')} program.ts`;
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const pid = Number(String(value).slice('up '.length));
  npm.kill('SIGTERM');
  await expect(lines.next()).resolves.toMatchObject({ value: 'finished' });
  await once(npm, 'exit');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
