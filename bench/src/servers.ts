import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storePlace } from '@wholepage/releases/settings';
import { buildServers } from '@wholepage/tooling/build-all';
import { composerArguments, composerEnvironment } from '@wholepage/tooling/composer-arguments';
import { findChrome, launchChrome } from '@wholepage/tooling/find-program';
import { serviceOf } from '@wholepage/tooling/live-site';
import { packageDir, ROOT } from '@wholepage/tooling/paths';
import { argumentsOf } from '@wholepage/tooling/services';
import { freePort, listen, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { startStaffed } from '../../e2e/src/servers/staff-service';
import { type SiteAddresses, startSite as startSiteOfTests } from '../../e2e/src/servers/start-site';

/* The measured servers, each in its own process until its part has ended. Memory and processor time come from Linux. */

const toStop: (() => unknown)[] = [];

/** Registers a clean-up for the end of the part. Clean-ups run in reverse order. */
export const atEnd = (stop: () => unknown): number => toStop.push(stop);

export async function stopAll(): Promise<void> {
  for (let stop = toStop.pop(); stop; stop = toStop.pop()) await stop();
}

const MB = 1024 * 1024;

/**
 * Returns the memory of a process in megabytes. `VmRSS` is resident memory: its own, and the mapped part of Node's program.
 * `VmHWM` is its highest value so far. `RssAnon` is the process's own memory. `Pss` counts memory shared by processes once.
 */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' | 'RssAnon' | 'Pss'): number {
  const file = field === 'Pss' ? 'smaps_rollup' : 'status';
  const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / MB;
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time of all threads of a process, in milliseconds. */
export function processorMs(pid: number): number {
  // The program's name, in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Gives the part its own data folder for keys and releases, until it has ended. */
export async function useOwnData(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'bench-'));
  // Under root PostgreSQL runs as its own user, who must reach the folder.
  await chmod(data, 0o755);
  // An empty value counts as unset.
  const { DATA_DIR = '', RELEASES_URL = '' } = process.env;
  atEnd(() => rm(data, { recursive: true, force: true }));
  atEnd(() => Object.assign(process.env, { DATA_DIR, RELEASES_URL }));
  Object.assign(process.env, { DATA_DIR: data, RELEASES_URL: '' });
  return data;
}

const START_MS = 60_000;
const MOST_SAID = 500;

interface ServerOptions {
  args: string[];
  port: number;
  env?: NodeJS.ProcessEnv;
  health?: string;
}

/** Starts a Node program. @throws Error with its last output when it does not start */
export async function startServer(name: string, { args, port, env = {}, health = '/' }: ServerOptions) {
  let said = '';
  const service = startService(name, {
    args,
    env: { ...process.env, ...env },
    onLine: (line) => (said = `${said}\n${line}`.slice(-MOST_SAID)),
  });
  atEnd(() => stopServices([service]));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(service, origin + health, START_MS).catch((cause: Error) => {
    throw new Error(`${cause.message} It said: ${said}\nRun npm start once before.`, { cause });
  });
  return { origin, pid: service.child.pid ?? 0 };
}

/** Starts a composer on the local store, unless `env` names another. The API need not run. */
export async function startComposer(env: NodeJS.ProcessEnv = {}) {
  const [port, privatePort] = [await freePort(), await freePort()];
  const measured = await startServer('composer', {
    args: composerArguments(),
    port,
    health: '/healthz',
    env: {
      ...composerEnvironment,
      NODE_ENV: 'production',
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: String(privatePort),
      RELEASES_URL: storePlace(),
      SITE_ORIGIN: `http://localhost:${port}`,
      PAYMENT_KEY_ID: 'rzp_live_bench',
      PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
      ...env,
    },
  });
  return { ...measured, privateOrigin: `http://127.0.0.1:${privatePort}` };
}

/** Starts the shipped build of the API on its own data folder. */
export async function startApi() {
  await buildServers();
  const port = await freePort();
  await useOwnData();
  return startServer('api', {
    args: argumentsOf(await serviceOf('api')),
    port,
    health: '/readyz',
    env: {
      NODE_ENV: 'test',
      API_PORT: String(port),
      API_PRIVATE_PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  });
}

const BARE = `
import { createServer } from 'node:http';
const { PORT, BODY, HEADERS } = process.env;
const [body, headers] = [Buffer.from(BODY, 'base64'), JSON.parse(HEADERS)];
createServer((_, response) => { response.writeHead(200, headers); response.end(body); }).listen(Number(PORT), '127.0.0.1');
`;

/** Starts a plain Node server that sends the same response as another server. */
export async function startBareServer(url: string) {
  const { body, headers } = await getCompressed(url);
  const port = await freePort();
  const env = { PORT: String(port), BODY: body.toString('base64'), HEADERS: JSON.stringify(headers) };
  return startServer('bare server', { args: ['--input-type=module', '-e', BARE], port, env });
}

const PER_CONNECTION = /^(date|connection|keep-alive|transfer-encoding)$/;

/** Requests an address in brotli. The body stays compressed: decompression is the visitor's work. @throws for other than 200 */
export async function getCompressed(url: string, more: Record<string, string> = {}) {
  const request = get(url, { headers: { 'accept-encoding': 'br', ...more } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  const kept = Object.entries(response.headers).filter(([name]) => !PER_CONNECTION.test(name));
  return { body, headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) };
}

/** Starts the site of the browser tests. */
export async function startSite(env?: NodeJS.ProcessEnv): Promise<SiteAddresses> {
  const { stop, ...site } = await startSiteOfTests(env);
  atEnd(stop);
  return site;
}

export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const { port, stop } = await listen(server);
  atEnd(stop);
  return `http://127.0.0.1:${port}`;
}

export async function startBrowser() {
  const browser = await launchChrome({ executablePath: findChrome() });
  atEnd(() => browser.close());
  return browser;
}

/** A console or an office, with the session cookie of its first person. */
export type OpenStaff = Awaited<ReturnType<typeof openStaff>>;

export async function openStaff(name: 'console' | 'office', more: NodeJS.ProcessEnv) {
  const title = name === 'console' ? 'Console' : 'Office';
  const { link, stop } = await startStaffed(name, title, { ...process.env, ...more });
  atEnd(stop);
  const { origin, searchParams } = new URL(link);
  const answer = await fetch(`${origin}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: searchParams.toString(),
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  if (cookies.length === 0) throw new Error(`The ${name} signed nobody in: ${answer.status}.`);
  return { origin, cookie: cookies.join('; ') };
}

/** Installs a program that only measurements need, by its lockfile in `bench/programs`, on first use. @returns its folder */
export async function npmProgram(name: string): Promise<string> {
  const source = join(packageDir('bench'), 'programs', name);
  const folder = join(ROOT, 'var', 'bench', name);
  const stamp = join(folder, '.installed');
  const wanted = hash('sha256', await readFile(join(source, 'package-lock.json')));
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder;
  console.log(`  Installing ${name} …`);
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const { ended } = startService('npm', { command: 'npm', args, cwd: folder, onLine: console.log });
  if ((await ended) !== 0)
    throw new Error(`${name} could not be installed. Check the network, then run the same command again.`);
  await writeFile(stamp, wanted);
  return folder;
}
