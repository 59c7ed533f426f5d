import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storePlace } from '@wholepage/releases/settings';
import { composerArguments, composerEnvironment } from '@wholepage/tooling/composer-arguments';
import { findProgram } from '@wholepage/tooling/find-program';
import { stopKept } from '@wholepage/tooling/kept-service';
import { ROOT } from '@wholepage/tooling/paths';
import { freePort, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { startStaffServices } from '@wholepage/tooling/staff-services';

/*
 * The servers that are measured, each in a process of its own, and what Linux says of their memory and processor time.
 */

/** A process of a server, and its memory in bytes. */
export interface Measured {
  origin: string;
  pid: number;
  /** What is resident: its own, and as much of Node's program as the system has mapped for it. */
  memory(): number;
  /** What it has to itself. */
  ownMemory(): number;
  stop(): Promise<void>;
}

const bytesIn = (pid: number | undefined, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** What Linux says of the memory of a process. */
const memoryOf = ({ pid }: ChildProcess): Pick<Measured, 'memory' | 'ownMemory'> => ({
  memory: () => bytesIn(pid, 'VmRSS'),
  ownMemory: () => bytesIn(pid, 'RssAnon'),
});

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of a processor that all threads of a process have had. */
export function processorMs(pid: number): number {
  // The name, in brackets, may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The addresses of the site that is measured. */
export interface BenchSite {
  site: string;
  api: string;
  /** Of the payment sandbox. */
  sandbox: string;
  /** Port of what visitors do not reach. */
  apiPrivate: number;
  /** Its data folder. */
  data: string;
  stop(): Promise<void>;
}

/** The composed production build on free ports, as the browser tests have it, on data of its own. @throws when it does not start */
export async function startSite(): Promise<BenchSite> {
  const last: string[] = [];
  let started: (addresses: Omit<BenchSite, 'stop'>) => void = () => {};
  const addresses = new Promise<Omit<BenchSite, 'stop'>>((resolve) => {
    started = resolve;
  });
  const service = startService('site', {
    args: ['--import', 'tsx', join(ROOT, 'e2e', 'src', 'servers', 'site.ts')],
    onLine: (line) => {
      last.push(line);
      if (line.startsWith('{"site"')) started(JSON.parse(line));
    },
  });
  const ended = service.ended.then(() => {
    throw new Error(`The site did not start: ${last.slice(-5).join('\n')}`);
  });
  const found = await Promise.race([addresses, ended]);
  ended.catch(() => {});
  return { ...found, stop: () => stopServices([service]) };
}

const MOST_SAID = 500;

export interface MeasuredComposer extends Measured {
  /** Where its numbers are. */
  privateOrigin: string;
}

/** A composer in a process of its own, over the local store unless `env` names another. Its API need not run. */
export async function startComposer(port: number, env: NodeJS.ProcessEnv = {}): Promise<MeasuredComposer> {
  const privatePort = await freePort();
  let said = '';
  const service = startService('composer', {
    args: composerArguments(),
    cwd: ROOT,
    env: {
      ...composerEnvironment,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: String(privatePort),
      RELEASES_URL: storePlace(),
      SITE_ORIGIN: `http://localhost:${port}`,
      PAYMENT_KEY_ID: 'rzp_live_bench',
      PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
      ...env,
    },
    onLine: (line) => (said = line),
  });
  await waitUntilHealthy(service, `http://127.0.0.1:${port}/healthz`, 20_000).catch((cause: Error) => {
    throw new Error(
      `${cause.message} It said: ${said.slice(0, MOST_SAID)}\nRun npm start once before: it fills the store.`,
      { cause },
    );
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    privateOrigin: `http://127.0.0.1:${privatePort}`,
    pid: service.child.pid ?? 0,
    ...memoryOf(service.child),
    stop: () => stopServices([service]),
  };
}

const PER_CONNECTION = /^(date|connection|keep-alive|transfer-encoding)$/;

/** A response as it travels; `fetch` would undo its compression, which is the visitor's work. */
interface CompressedResponse {
  status: number;
  body: Buffer;
  /** Those that every visitor gets. */
  headers: Record<string, string>;
}

/** Asks for an address in brotli. */
export const getCompressed = (url: string): Promise<CompressedResponse> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(([name]) => !PER_CONNECTION.test(name));
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(parts),
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        });
      });
    }).on('error', reject);
  });

const BARE = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const body = readFileSync(process.argv[1]);
const headers = JSON.parse(process.argv[2]);
createServer((_, response) => { response.writeHead(200, headers); response.end(body); }).listen(Number(process.argv[3]), '127.0.0.1');
`;

/** Starts a program over a folder that holds these bytes as `page.br`. */
async function startAnchor(
  name: string,
  program: string,
  body: Buffer,
  wordsOf: (folder: string, port: number) => Promise<string[]> | string[],
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'anchor-'));
  // The worker of nginx is another user when we are root.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'page.br'), body);
  const port = await freePort();
  const child = spawn(program, await wordsOf(folder, port), { stdio: 'inherit' });
  const origin = `http://127.0.0.1:${port}`;
  const service = {
    name,
    child,
    ended: new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
  };
  await waitUntilHealthy(service, origin, 10_000);
  const stop = async () => {
    await stopServices([service]);
    await rm(folder, { recursive: true, force: true });
  };
  return { origin, pid: child.pid ?? 0, ...memoryOf(child), stop };
}

/** Node's own server, sending these bytes with these headers. */
export const startBareServer = (body: Buffer, headers: Record<string, string>): Promise<Measured> =>
  startAnchor('bare server', process.execPath, body, (folder, port) => [
    ...['--input-type=module', '-e', BARE, '--', join(folder, 'page.br')],
    ...[JSON.stringify(headers), String(port)],
  ]);

const config = (folder: string, port: number, headers: Record<string, string>) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  types { }
  default_type "${headers['content-type'] ?? 'text/html'}";
  open_file_cache max=10;
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder};
      try_files /page.br =404;
${Object.entries(headers)
  .filter(([name]) => !/^(content-type|content-length|etag)$/.test(name))
  .map(([name, value]) => `      add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  .join('\n')}
    }
  }
}
`;

/** nginx with one worker, sending these bytes with these headers. @throws Error that says how to install it */
export async function startNginx(body: Buffer, headers: Record<string, string>): Promise<Measured> {
  const program = findProgram('nginx');
  if (!program) throw new Error('Measuring needs nginx: apt install nginx.');
  return startAnchor('nginx', program, body, async (folder, port) => {
    const file = join(folder, 'nginx.conf');
    await writeFile(file, config(folder, port, headers));
    return ['-c', file, '-p', folder];
  });
}

/** A console or an office that its first person is signed in to. */
export interface OpenStaff {
  origin: string;
  /** The session, as a browser sends it. */
  cookie: string;
  stop(): Promise<void>;
}

/** Starts one of them as `npm start` does, and signs its first person in. */
export async function openStaff(name: 'console' | 'office', env: NodeJS.ProcessEnv): Promise<OpenStaff> {
  let say: (line: string) => void = () => undefined;
  const said = new Promise<string>((resolve) => {
    say = resolve;
  });
  const services = await startStaffServices({ env, only: [name], build: name === 'console', say, onLine: () => {} });
  const line = await said;
  const [, link] = /^\w+: (http\S+)/.exec(line) ?? [];
  if (!link) throw new Error(line);
  const { origin, searchParams } = new URL(link);
  const answer = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: searchParams.toString(),
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  if (cookies.length === 0) throw new Error(`The ${name} signed nobody in: ${answer.status}.`);
  return { origin, cookie: cookies.join('; '), stop: () => stopKept(services) };
}
