import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { freePort } from '../../../../platform/tooling/src/run/spawn';
import { SERVER } from '../../../scripts/build-options';

const PACKAGE = path.join(__dirname, '..', '..', '..');
/** As it ships. In the package's folder, because that is where what lies beside it is found. */
const BUILT = path.join(PACKAGE, 'dist', `test-server-${process.pid}`);
const BUNDLE = path.join(BUILT, 'server.mjs');

beforeAll(() => {
  buildSync({ ...SERVER, outdir: BUILT });
});
afterAll(() => rm(BUILT, { recursive: true, force: true }));

/** The API as a process of its own, as `npm run --prefix api start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** Everything it wrote. */
  output(): string;
  /** Resolves with the exit code when it has ended by itself. */
  ended: Promise<number | null>;
  /** Everything it wrote, when nobody can write any more: its end may be known before its last words. */
  lastWords: Promise<string>;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** A failed test must leave no server behind: jest would wait for it for ever. */
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts it; does not wait until it is ready. @param program another bundle than today's */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  program = BUNDLE,
): Promise<ServerProcess> {
  const port = env.API_PORT ?? String(await freePort());
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      API_PORT: port,
      API_PRIVATE_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    lastWords: once(child, 'close').then(() => output),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** @throws what the server wrote, when it ends instead of becoming ready */
export async function whenReady(server: ServerProcess): Promise<void> {
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  const end = Date.now() + 60_000;
  for (;;) {
    const ready = await fetch(`${server.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > end) throw new Error(`The server did not become ready: ${server.output()}`);
    if (over) throw new Error(`The server ended: ${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
