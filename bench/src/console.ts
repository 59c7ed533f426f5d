import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { integrityOf } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import type { Trust } from '@wholepage/releases/trust/trust';
import { publishAll } from '@wholepage/tooling/publish-all';
import { freePort } from '@wholepage/tooling/spawn';
import { asLine, type Line, median, type Value, writeRun } from './line';
import { type OpenStaff, openStaff, processorMs, startComposer } from './servers';
import { wrk } from './wrk';

/** What the console costs those who look at it, and what forged reports cost the composer. */
export async function measureConsole(): Promise<Line[]> {
  const values = [...(await measureOverview()), ...(await measureForgedReports())];
  await writeRun('console', values);
  return values.map(asLine);
}

const APPS = 104;
const READS = 20;
const STEPS = 10;

interface Read {
  ms: number;
  bytes: number;
  text: string;
}

/** One answer, with its bytes as they travel. */
const read = ({ origin, cookie }: OpenStaff, path: string): Promise<Read> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(origin + path, { headers: { cookie, 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        resolve({ ms: performance.now() - began, bytes: body.length, text: body.toString('utf8') });
      });
    }).on('error', reject);
  });

/** Bytes of the overview with its page, scripts and styles. */
async function weigh(console: OpenStaff): Promise<number> {
  const page = await read(console, '/');
  const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const rest = await Promise.all([...files, '/api/overview', '/sign-in/me'].map((path) => read(console, path)));
  return [page, ...rest].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Milliseconds from a step to the event that an open console hears. */
async function untilHeard({ origin, cookie }: OpenStaff, step: (index: number) => Promise<unknown>): Promise<number[]> {
  const stop = new AbortController();
  const response = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: stop.signal });
  const events = response.body?.getReader();
  if (!events) throw new Error('The console tells no events.');
  const times: number[] = [];
  await events.read();
  for (let index = 1; index <= STEPS; index += 1) {
    await step(index);
    const began = performance.now();
    for (let text = ''; !text.includes('registry'); )
      text += Buffer.from((await events.read()).value ?? []).toString('utf8');
    times.push(performance.now() - began);
  }
  stop.abort();
  return times;
}

/** What a console over many apps costs whoever looks at it. */
async function measureOverview(): Promise<Value[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-console-'));
  // PostgreSQL runs as its own user under root.
  await chmod(data, 0o755);
  const env = { ...process.env, DATA_DIR: data, RELEASES_URL: '', CONSOLE_PORT: String(await freePort()) };
  const trust = environmentTrust(env);
  const place = join(data, 'releases');
  const [app = ''] = await crowd(place, trust, APPS);
  const opened = await openStaff('console', env);
  try {
    await read(opened, '/api/overview');
    const times: number[] = [];
    for (let index = 0; index < READS; index += 1) times.push((await read(opened, '/api/overview')).ms);
    const bytes = await weigh(opened);
    for (let index = 1; index <= STEPS; index += 1) await publishSmall(place, app, `2.${index}.0`, trust);
    const heard = await untilHeard(opened, (index) => promote(place, app, `2.${index}.0`, { trust }));
    const [slowest, latest] = [Math.max(...times), Math.max(...heard)];
    const of = `of ${APPS} apps with ${RELEASES} releases each`;
    return [
      { what: `overview ${of}, median`, value: median(times), unit: 'ms' },
      {
        what: `overview ${of}, slowest of ${READS}`,
        value: slowest,
        unit: 'ms',
        promise: '< 1000',
        holds: slowest < 1_000,
      },
      {
        what: 'its page, scripts, styles and data',
        value: bytes / 1_000,
        unit: 'kB',
        promise: '≤ 300',
        holds: bytes <= 300_000,
      },
      {
        what: `a step is seen in an open console, slowest of ${STEPS}`,
        value: latest,
        unit: 'ms',
        promise: '< 1000',
        holds: latest < 1_000,
      },
    ];
  } finally {
    await opened.stop();
    await rm(data, { recursive: true, force: true });
  }
}

const RELEASES = 100;

const codeOf = (app: string, version: string): string =>
  `export const render = async () => ({ status: 200, head: { title: '${app}' }, html: '<h1>${app} ${version}</h1>', data: null, maxAge: 0 });`;

/** Publishes a remote of one page, `/{app}`, which shows its version. */
async function publishSmall(place: string, app: string, version: string, trust: Trust): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'small-'));
  const texts = { 'entry.js': `// ${app} ${version}`, 'node/render.mjs': codeOf(app, version) };
  const files: Record<string, { integrity: string; bytes: number }> = {};
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
    files[file] = { integrity: integrityOf(Buffer.from(text)), bytes: text.length };
  }
  const manifest = {
    app,
    version,
    contract: 4,
    builtAt: new Date().toISOString(),
    routes: [{ path: `/${app}`, document: false, sitemap: [], js: [], css: [] }],
    entry: { browser: 'entry.js', node: 'node/render.mjs', js: ['entry.js'], css: [] },
    files,
  };
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
  await publish(place, app, version, dir, trust);
  await rm(dir, { recursive: true });
}

/** What the releases of years leave behind: their folders, and a step of each in the history. Nobody reads them again. */
async function addOldReleases(place: string, app: string, release: number, step: string): Promise<void> {
  const folder = join(place, app, `0.${release}.0`);
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'release.json'), step),
    writeFile(join(folder, 'entry.js'), ''),
    writeFile(join(place, 'history', `${String(release).padStart(9, '0')}-${app}-old.json`), step),
  ]);
}

/** Fills a store with so many small remotes, each of a hundred releases. @returns their names */
async function crowd(place: string, trust: Trust, remotes: number): Promise<string[]> {
  const apps = Array.from({ length: remotes }, (_, index) => `mf-team-${index}`);
  for (const app of apps) {
    await publishSmall(place, app, '1.0.0', trust);
    await promote(place, app, '1.0.0', { trust });
  }
  const step = await readFile(join(place, apps[0] ?? '', '1.0.0', 'release.json'), 'utf8');
  for (let release = 1; release < RELEASES; release += 1)
    await Promise.all(apps.map((app) => addOldReleases(place, app, release, step)));
  return apps;
}

const A_MINUTE = 10_000;
/** Short turns and many: a machine that others use changes its speed within seconds. */
const SECONDS = 3;
const ROUNDS = 15;
const PATH = '/blog';
/** A composer writes one digest in so many seconds, of so many bytes at most. */
const DIGEST_SECONDS = 10;
const LARGEST_DIGEST = 262_144;

/** Sends reports of made-up errors from made-up addresses, so many a minute. @returns ends it, with how many were sent */
function forge(origin: string, version: string): () => number {
  let sent = 0;
  const frames = Array.from({ length: 8 }, (_, frame) => `mf-blog/assets/${'a'.repeat(150)}.js:1:${frame}`);
  const breadcrumbs = Array.from({ length: 10 }, () => ({ ago: 86_400_000, click: `button.${'a'.repeat(80)}` }));
  const post = () => {
    sent += 1;
    const error = { name: 'Error', message: `${'x'.repeat(280)} ${Math.random()}`, stack: frames };
    const body = JSON.stringify([{ app: 'mf-blog', version, page: PATH, failed: 'runtime', error, breadcrumbs }]);
    const address = `198.51.${Math.floor(Math.random() * 100)}.${Math.floor(Math.random() * 250)}`;
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    void fetch(`${origin}/_reports`, { method: 'POST', headers, body }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  };
  const everyMs = 50;
  const timer = setInterval(() => {
    for (let index = 0; index < (A_MINUTE / 60_000) * everyMs; index += 1) post();
  }, everyMs);
  return () => {
    clearInterval(timer);
    return sent;
  };
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.filter((one) => one.isFile()).map((one) => stat(join(one.parentPath, one.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

/** What hostile browsers cost a composer, in turns with and without them. */
async function measureForgedReports(): Promise<Value[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-forged-'));
  const env = { DATA_DIR: data, RELEASES_URL: join(data, 'releases'), BEHIND_PROXY: '1' };
  environmentTrust({ ...process.env, ...env });
  await publishAll(env.RELEASES_URL, () => {}, { ...process.env, ...env });
  const composer = await startComposer(await freePort(), env);
  try {
    const url = composer.origin + PATH;
    const [, version = ''] = /"mf-blog":"([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
    /** Pages a second of the composer's processor: whatever else the machine does, wrk and the forger with it, costs the composer time and no work. */
    const load = async () => {
      const before = processorMs(composer.pid);
      const { rate } = await wrk({ url, connections: 16, seconds: SECONDS });
      return (rate * SECONDS * 1_000) / (processorMs(composer.pid) - before);
    };
    await load();
    const parts: number[] = [];
    let sent = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const without = await load();
      const end = forge(composer.origin, version);
      parts.push((await load()) / without);
      sent += end();
    }
    const part = median(parts);
    const stored = await bytesBelow(join(data, 'private', 'digests'));
    const most = ((2 * ROUNDS * SECONDS) / DIGEST_SECONDS + 1) * LARGEST_DIGEST;
    return [
      {
        what: 'forged reports a minute',
        value: (sent / (ROUNDS * SECONDS)) * 60,
        unit: 'reports',
      },
      {
        what: 'pages a second of processor under them ÷ without',
        value: part,
        unit: 'ratio',
        promise: '≥ 0.9',
        holds: part >= 0.9,
      },
      {
        what: 'stored of them in a minute',
        value: stored / 1_000,
        unit: 'kB',
        promise: `≤ ${most / 1_000}`,
        holds: stored <= most,
      },
    ];
  } finally {
    await composer.stop();
    await rm(data, { recursive: true, force: true });
  }
}
