import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { freePort } from '../../../../platform/tooling/src/run/spawn';
import { SERVER } from '../../../scripts/build-options';

const PACKAGE = path.join(__dirname, '..', '..', '..');
/** The production bundle. It lies in the package's folder, because it finds its neighbouring files from there. */
const BUILT = path.join(PACKAGE, 'dist', `test-server-${process.pid}`);
const BUNDLE = path.join(BUILT, 'server.mjs');

beforeAll(() => {
  buildSync({ ...SERVER, outdir: BUILT });
});
afterAll(() => rm(BUILT, { recursive: true, force: true }));

/** The API as a separate process, as `npm run --prefix api start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** Output so far, of both streams. */
  output(): string;
  /** Resolves with the exit code when the process ends. */
  ended: Promise<number | null>;
  /** Resolves with the complete output once both streams are closed, which may be later than the exit. */
  lastWords: Promise<string>;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Kills servers that a failed test left running. Jest would wait for them forever. */
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the API without waiting until it is ready. @param program path of a bundle; default: today's */
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

/** Waits until the server is ready. @throws with its output, when it ends or is not ready within 60 s */
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
