import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import { buildStaff } from '@wholepage/tooling/build-all';
import { publishAll } from '@wholepage/tooling/publish-all';
import { freePort } from '@wholepage/tooling/spawn';
import { SERVER_ENTRIES, writeRelease } from '../../platform/composer/src/testing/fixture-store';
import { getCompressed, type OpenStaff, openStaff, processorMs, startComposer, stopAll, useOwnData } from './servers';
import { inTurns, medianRatio, promised, type Value } from './values';
import { rateOf } from './wrk';

export async function measureConsole(): Promise<Value[]> {
  const overview = await measureOverview();
  await stopAll();
  return [...overview, ...(await measureForgedReports())];
}

const APPS = 104;
const RELEASES = 100;
const READS = 20;
const STEPS = 10;

async function measureOverview(): Promise<Value[]> {
  await buildStaff();
  await useOwnData();
  await fillStore();
  const opened = await openStaff('console', { CONSOLE_PORT: String(await freePort()) });
  const read = (path: string) => getCompressed(opened.origin + path, { cookie: opened.cookie });
  let slowest = 0;
  for (let index = 0; index <= READS; index += 1) {
    const began = performance.now();
    await read('/api/overview');
    // The first read only warms up the compilers.
    if (index > 0) slowest = Math.max(slowest, performance.now() - began);
  }
  // Bytes on the wire; the page is not compressed.
  const page = (await (await fetch(opened.origin, { headers: { cookie: opened.cookie } })).text()).matchAll(
    /(?:src|href)="(\/assets\/[^"]+)"/g,
  );
  const paths = ['/', ...[...page].map(([, file = '']) => file), '/api/overview', '/sign-in/me'];
  const bytes = (await Promise.all(paths.map(read))).reduce((sum, { body }) => sum + body.length, 0);
  const latest = await slowestHeard(opened);
  const over = `overview of ${APPS} apps with ${RELEASES} releases each, slowest of ${READS}`;
  return [
    promised(over, slowest, 'ms', '<', 1000),
    promised('its page, scripts, styles and data', bytes / 1_000, 'kB', '≤', 300),
    promised(`a step is seen in an open console, slowest of ${STEPS}`, latest, 'ms', '<', 1000),
  ];
}

const teamOf = (index: number): string => `mf-team-${index}`;

const writeTeam = (app: string, version: string): Promise<void> =>
  writeRelease(storePlace(), app, version, SERVER_ENTRIES.says(`${app} ${version}`), {
    routes: [{ path: `/${app}`, document: false, sitemap: [], js: [], css: [] }],
  });

/** Fills the store with many small remotes, and with the remains of years of releases: a folder and a step of each. */
async function fillStore(): Promise<void> {
  const place = storePlace();
  const apps = Array.from({ length: APPS }, (_, index) => teamOf(index));
  for (const app of apps) {
    await writeTeam(app, '1.0.0');
    await promote(place, app, '1.0.0');
  }
  const step = await readFile(join(place, teamOf(0), '1.0.0', 'release.json'), 'utf8');
  const leaveBehind = async (app: string, release: number): Promise<void> => {
    const folder = join(place, app, `0.${release}.0`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'release.json'), step);
    await writeFile(join(place, 'history', `${String(release).padStart(9, '0')}-${app}-old.json`), step);
  };
  for (let release = 1; release < RELEASES; release += 1)
    await Promise.all(apps.map((app) => leaveBehind(app, release)));
}

/** Measures the longest time from a step to its event in an open console, in milliseconds. */
async function slowestHeard({ origin, cookie }: OpenStaff): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: stop.signal });
  const events = response.body?.getReader();
  if (!events) throw new Error('The console tells no events.');
  await events.read();
  let slowest = 0;
  for (let index = 1; index <= STEPS; index += 1) {
    await writeTeam(teamOf(0), `2.${index}.0`);
    await promote(storePlace(), teamOf(0), `2.${index}.0`);
    const began = performance.now();
    for (let text = ''; !text.includes('registry'); )
      text += Buffer.from((await events.read()).value ?? []).toString('utf8');
    slowest = Math.max(slowest, performance.now() - began);
  }
  stop.abort();
  return slowest;
}

const REPORTS_PER_MINUTE = 10_000;
const EVERY_MS = 60;
/** Many short turns, because a shared machine changes its speed within seconds. */
const SECONDS = 3;
const ROUNDS = 15;
/** A page that is complete without the API. */
const PATH = '/contact';
const REPORTED = '/blog';
/** Seconds between a composer's digests, and the most bytes of one that a flood fills. */
const DIGEST = { seconds: 10, bytes: 262_144 };

/** Sends reports of made-up errors from made-up addresses. @returns a function that stops it */
function forge(origin: string, version: string): () => void {
  const stack = Array.from({ length: 8 }, (_, frame) => `mf-blog/assets/${'a'.repeat(150)}.js:1:${frame}`);
  const breadcrumbs = Array.from({ length: 10 }, () => ({ ago: 86_400_000, click: `button.${'a'.repeat(80)}` }));
  const post = () => {
    const error = { name: 'Error', message: `${'x'.repeat(280)} ${Math.random()}`, stack };
    const body = JSON.stringify([{ app: 'mf-blog', version, page: REPORTED, failed: 'runtime', error, breadcrumbs }]);
    const address = `198.51.${Math.floor(Math.random() * 100)}.${Math.floor(Math.random() * 250)}`;
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    void fetch(`${origin}/_reports`, { method: 'POST', headers, body }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  };
  const timer = setInterval(() => {
    for (let index = 0; index < (REPORTS_PER_MINUTE / 60_000) * EVERY_MS; index += 1) post();
  }, EVERY_MS);
  return () => clearInterval(timer);
}

async function measureForgedReports(): Promise<Value[]> {
  await useOwnData();
  await publishAll(storePlace(), () => {});
  const { origin, pid } = await startComposer({ BEHIND_PROXY: '1' });
  const [, version = ''] = /"mf-blog":"([^"]+)"/.exec(await (await fetch(origin + REPORTED)).text()) ?? [];
  /** Pages per processor time of the composer. Other load on the machine, such as wrk and the forger, does not count in it. */
  const pagesPerProcessor = async () => {
    const before = processorMs(pid);
    const rate = await rateOf(origin + PATH, { connections: 16, seconds: SECONDS });
    return rate / (processorMs(pid) - before);
  };
  const { without, under } = await inTurns(ROUNDS, {
    without: pagesPerProcessor,
    under: async () => {
      const end = forge(origin, version);
      return pagesPerProcessor().finally(end);
    },
  });
  const stored = await bytesBelow(join(privateStorePlace(), 'digests'));
  const most = ((2 * ROUNDS * SECONDS) / DIGEST.seconds + 1) * DIGEST.bytes;
  return [
    promised('pages a second of processor under them ÷ without', medianRatio(under, without), '', '≥', 0.9),
    promised('stored of them', stored / 1_000, 'kB', '≤', most / 1_000),
  ];
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.filter((one) => one.isFile()).map((one) => stat(join(one.parentPath, one.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
