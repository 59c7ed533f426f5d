import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths';

/** Below the ports that systems give to whoever asks: nobody else takes one that its owner has not opened yet. */
const FIRST = 20_000;
const COUNT = 12_000;
/** Processes that run side by side look in different places. */
const EACH = 61;

let next = process.pid * EACH;

/** A port of this machine that is free now, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < COUNT; looked += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

/** Another program's answers would pass for ours. @param ports by their settings @throws naming one that cannot be used */
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

/** Has a server listen on this machine alone. @returns its port, and what ends it whatever its visitors still hold open */
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

/** @param host whose port it is; all of this machine's unless given */
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

/** What `--import` takes so that Node runs TypeScript, wherever the process runs. */
export const tsx = (): string => resolved('tsx');

/** The same for ES modules alone: its other half sees every file that packages require. */
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

/** Those that run: they end with the process that started them, however it ends. */
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

/** Asks a process that answers each message by one. @returns its answer; undefined when it ends before */
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
