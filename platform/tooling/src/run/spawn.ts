import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths';

/** The first port, below those that systems give out, so that no other program takes one before its owner opens it. */
const FIRST = 20_000;
const COUNT = 12_000;
/** The distance between the first ports of two processes, so that processes side by side try different ports. */
const EACH = 61;

let next = process.pid * EACH;

/** Finds a free port of this machine that this process was not given before. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < COUNT; looked += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

/** Requires free ports: another program's answers would pass for the site's. @param ports by setting @throws with the setting */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  for (const [setting, port] of Object.entries(ports)) {
    if (!(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new Error(`${setting} must be a port: a whole number from 1 to 65535.`);
    const other = Object.keys(ports).find((one) => one !== setting && ports[one] === port);
    if (other) throw new Error(`${setting} and ${other} are both ${port}. Choose another for one: ${setting}=….`);
  }
  for (const [setting, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    throw new Error(`${setting}: ${port} is taken by another program. Stop that, or choose another: ${setting}=….`);
  }
}

/** Makes a server listen on this machine only. @returns its port, and a function that ends it with its open connections */
export async function listen(server: Server, place: { port?: number; host?: string } = {}) {
  await once(server.listen({ port: 0, host: '127.0.0.1', ...place }), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { port, stop };
}

/** @param host the interface; default: all of this machine */
const isFree = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

const resolved = (name: string): string => pathToFileURL(createRequire(import.meta.url).resolve(name)).href;

/** The value of `--import` with which Node runs TypeScript, in any folder. */
export const tsx = (): string => resolved('tsx');

/** The same for ES modules only: the other half would handle every file that packages require. */
export const tsxModules = (): string => resolved('tsx/esm');

export const compiler = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

export interface Service {
  name: string;
  child: ChildProcess;
  /** Resolves with the exit code when it ends. */
  ended: Promise<number>;
}

export interface ServiceOptions {
  /** Default: Node. */
  command?: string | undefined;
  args: string[];
  env?: NodeJS.ProcessEnv | undefined;
  cwd?: string;
  onLine(line: string): void;
}

/** Running processes. They end with this process, however it ends. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
});

export function startService(
  name: string,
  { command = process.execPath, args, env = process.env, cwd = ROOT, onLine }: ServiceOptions,
): Service {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine);
  running.add(child);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  void ended.then(() => running.delete(child));
  return { name, child, ended };
}

/** Sends a message to a process. @returns its answering message; undefined when it ends before */
export const ask = <Answer>(child: ChildProcess, request: object): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const answered = (answer?: unknown) => {
      child.off('message', answered).off('exit', gone);
      resolve(answer as Answer | undefined);
    };
    const gone = () => answered();
    child.on('message', answered).on('exit', gone);
    child.send(request, (error) => error && gone());
  });

const POLL_MS = 25;

/** Waits until an address answers 200. @throws Error after the timeout, or when the service ends first */
export async function waitUntilHealthy(service: Service, url: string, timeoutMs: number): Promise<void> {
  const { name, child } = service;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const code = child.exitCode ?? child.signalCode;
    if (code !== null) throw new Error(`${name} stopped with code ${code} while starting.`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`${name} did not become healthy at ${url} within ${timeoutMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Stops services in turn, the last started first; kills those that have not finished their requests in time. */
export async function stopServices(services: Service[], graceMs = 15_000): Promise<void> {
  for (const { child, ended } of [...services].reverse()) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(insist);
  }
}
