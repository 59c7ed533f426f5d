import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storePlace } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import { boundedMap } from '@wholepage/releases/store/store';
import { buildApp } from '@wholepage/tooling/build-app';
import { publishAll } from '@wholepage/tooling/publish-all';
import { writeRelease } from '../../platform/composer/src/testing/fixture-store';
import { childrenOf, getCompressed, memoryOf, startBareServer, startComposer, useOwnData } from './servers';
import { inTurns, median, medianRatio, promised, type Value } from './values';
import { rateOf } from './wrk';

/* Throughput and memory of the composer, beside bare Node that sends the same bytes and headers. */

const ROUNDS = 3;
const PATH = '/contact';
const LOAD = { connections: 32, seconds: 4, headers: { 'Accept-Encoding': 'br' } };
const LEAST_OF_BARE = 0.75;

async function ratesBesideBare(origin: string): Promise<Record<'composed' | 'bare', number[]>> {
  const bare = await startBareServer(origin + PATH);
  return inTurns(ROUNDS, {
    composed: () => rateOf(origin + PATH, LOAD),
    bare: () => rateOf(bare.origin + PATH, LOAD),
  });
}

export async function measureThroughput(): Promise<Value[]> {
  const { origin } = await startComposer();
  const { body } = await getCompressed(origin + PATH);
  const { composed, bare } = await ratesBesideBare(origin);
  return [
    {
      what: `a composed page from cache, ${(body.length / 1000).toFixed(1)} kB`,
      value: median(composed),
      unit: 'requests/s',
    },
    { what: 'bare Node, same bytes and headers', value: median(bare), unit: 'requests/s' },
    promised('composed ÷ bare Node', medianRatio(composed, bare), '', '≥', LEAST_OF_BARE),
  ];
}

const VISITORS = 40;

/** Measures the wait for a large file that nobody has requested before: 40 requests at once, at a composer just started. */
export async function measureFirstRequests(): Promise<Value[]> {
  const { origin } = await startComposer();
  const { manifest } = await buildApp('shell');
  const file = manifest.entry.js.find((name) => name.startsWith('assets/react.'));
  const started = performance.now();
  await Promise.all(Array.from({ length: VISITORS }, () => getCompressed(`${origin}/_releases/shell/${file}`)));
  const took = performance.now() - started;
  return [promised('forty first requests for React’s chunk, slowest', took, 'ms', '<', 200)];
}

const ADDRESSES = 10_000;
const AT_ONCE = 16;

/** Made-up addresses, all different: some of each remote that answers such addresses, found and not found. */
const madeUpPath = (number: number): string =>
  [`/product/${number}`, `/courses/${number}`, `/success?payment_id=pay_${number}`, `/blog?page=${number}`][
    number % 4
  ] ?? '/';

const visitAll = (origin: string) =>
  boundedMap([...Array(ADDRESSES).keys()], AT_ONCE, async (number) => {
    await (await fetch(origin + madeUpPath(number))).arrayBuffer();
    if (number % 2_000 === 0) console.log(`  ${number} of ${ADDRESSES} addresses`);
  });

/** Measures the composer's memory after 10,000 different addresses, and its throughput then. */
export async function measureMemory(): Promise<Value[]> {
  const { origin, pid } = await startComposer();
  await visitAll(origin);
  const memory = memoryOf(pid, 'VmRSS');
  const { composed, bare } = await ratesBesideBare(origin);
  return [
    promised('composer after 10,000 addresses', memory, 'MB', '≤', 150),
    promised('after 10,000 addresses, composed ÷ bare Node', medianRatio(composed, bare), '', '≥', LEAST_OF_BARE),
  ];
}

const REMOTES = 100;
const VISITED = 10;
const VISITS = 20;
/** Remotes that are first visited after the memory was measured. */
const COLD = [99, 98, 97, 96, 95];

const teamPath = (team: number): string => `/team-${team}`;

/** Releases a remote with this site's contact page at another address: React and a page, as real remotes have them. */
async function releaseTeam(team: number, code: string): Promise<void> {
  const [app, path] = [`mf-team-${team}`, teamPath(team)];
  const [, render] = /(\w+) as render\b/.exec(code) ?? [];
  if (!render) throw new Error('The server code of mf-marketing exports no render.');
  const own = `function teamRender(request) { return ${render}({ ...request, url: request.url.replace('${path}', '/contact') }); }`;
  await writeRelease(
    storePlace(),
    app,
    '1.0.0',
    `${code.replace(`${render} as render`, 'teamRender as render')}\n${own}\n`,
    {
      routes: [{ path, query: ['visit'], document: false, sitemap: [], js: [], css: [] }],
    },
  );
  await promote(storePlace(), app, '1.0.0');
}

/** Measures a composer with 100 remotes, 10 of them visited: memory of all its processes, and the restart of an ended one. */
export async function measureGuests(): Promise<Value[]> {
  await useOwnData();
  await publishAll(storePlace(), () => {});
  const { dir } = await buildApp('mf-marketing');
  const code = await readFile(join(dir, 'node', 'render.mjs'), 'utf8');
  for (let team = 0; team < REMOTES; team += 1) await releaseTeam(team, code);
  const { origin, pid } = await startComposer();
  const visit = async (path: string): Promise<number> => {
    const began = performance.now();
    await getCompressed(origin + path);
    return performance.now() - began;
  };
  for (let team = 0; team < VISITED; team += 1)
    for (let visits = 0; visits < VISITS; visits += 1) await visit(`${teamPath(team)}?visit=${visits}`);
  const guests = childrenOf(pid);
  // `RssAnon` excludes the mapped parts of Node's program, which depend on the machine: 40 to 70 MB.
  const [own, ...guestsOwn] = [pid, ...guests].map((each) => memoryOf(each, 'RssAnon'));
  const all = [pid, ...guests].reduce((sum, each) => sum + memoryOf(each, 'Pss'), 0);
  const starts: number[] = [];
  for (const team of COLD) starts.push(await visit(teamPath(team)));
  return [
    promised('a composer’s own over 100 remotes', own ?? Number.NaN, 'MB', '≤', 90),
    promised('a guest’s own', Math.max(...guestsOwn), 'MB', '≤', 25),
    promised('100 remotes of which 10 are visited, all processes', all, 'MB', '≤', 750),
    promised('a page of a remote whose process had ended', median(starts), 'ms', '<', 300),
  ];
}
