import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';

const ROOT = path.join(import.meta.dirname, '..');

/** The API as it ships, on a data folder of its own, with its memory watched. */
export interface MeasuredServer {
  url: string;
  /** Largest resident memory of the API so far, without PostgreSQL, in MB. */
  peakMemory(): number;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
};

/** Linux keeps the peak itself, so that nothing between two looks is missed. */
const peakOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};

const whenReady = async (url: string, child: ChildProcess): Promise<void> => {
  for await (const _tick of every(50)) {
    if (child.exitCode !== null) throw new Error('The API did not start.');
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
  }
};

/** Builds the API and starts it. */
export async function startMeasured(): Promise<MeasuredServer> {
  execFileSync('pnpm', ['--dir', path.join(ROOT, 'api'), 'build'], { stdio: 'ignore' });
  const base = await mkdtemp(path.join(os.tmpdir(), 'api-bench-'));
  await chmod(base, 0o755);
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(ROOT, 'api', 'dist', 'server.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      API_PORT: String(port),
      API_HOST: '127.0.0.1',
      DATA_DIR: path.join(base, 'var'),
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await whenReady(url, child);
  let peak = await peakOf(child.pid ?? 0);
  const look = async () => {
    peak = Math.max(peak, await peakOf(child.pid ?? 0));
  };
  const timer = setInterval(() => void look(), 200);
  return {
    url,
    peakMemory: () => peak,
    stop: async () => {
      clearInterval(timer);
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(base, { recursive: true, force: true });
    },
  };
}
