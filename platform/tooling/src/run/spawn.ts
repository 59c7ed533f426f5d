import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths';

const resolved = (name: string): string => pathToFileURL(createRequire(import.meta.url).resolve(name)).href;

/** What `--import` takes so that Node runs TypeScript, wherever the process runs. */
export const tsx = (): string => resolved('tsx');

/** The same for ES modules alone: its other half sees every file that packages require. */
export const tsxModules = (): string => resolved('tsx/esm');

export interface Service {
  name: string;
  child: ChildProcess;
  /** Resolves with the exit code when it ends. */
  ended: Promise<number>;
}

interface ServiceOptions {
  /** Default: Node. */
  command?: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Called with every line that the service prints. */
  onLine(line: string): void;
}

/** Starts a program whose lines are passed on. */
export function startService(
  name: string,
  { command = process.execPath, args, env = process.env, cwd = ROOT, onLine }: ServiceOptions,
): Service {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  return { name, child, ended };
}

const POLL_MS = 25;

/** Waits until an address answers 200. @throws when it does not within the time, or when the service ends first */
export async function waitUntilHealthy(service: Service, url: string, timeoutMs: number): Promise<void> {
  let over: number | undefined;
  service.ended.then((code) => {
    over = code;
  });
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (over !== undefined) throw new Error(`${service.name} stopped with code ${over} while starting.`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`${service.name} did not become healthy at ${url} within ${timeoutMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Asks services to finish what is in flight, the last started first; insists after a while. */
export async function stopServices(services: Service[], graceMs = 15_000): Promise<void> {
  for (const { child, ended } of [...services].reverse()) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(insist);
  }
}
