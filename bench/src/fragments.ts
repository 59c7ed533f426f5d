import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/steps';
import { packageDir } from '@wholepage/tooling/paths';
import { freePort } from '@wholepage/tooling/spawn';
import { storeWithHome, writeRelease } from '../../platform/composer/src/testing/fixture-store';
import { npmProgram, serve, startBareServer, startComposer, startServer, useOwnData } from './servers';
import { inTurns, median, medianRatio, promised, type Value } from './values';
import { rateOf } from './wrk';

/* Podium's podlets are trusted code in one process; fragments are tasks of a confined guest. "Rendered" excludes the cache. */

/** Delay of the back end for pages and fragments of the kind `waits`. */
const WAIT_MS = 20;

const PART_HTML = `<section><h2>A part</h2>${'<p>Some words on cloth, cut and thread that a page may well have.</p>'.repeat(12)}</section>`;

/**
 * Returns `/blog?page={kind}-{count}-{visit}`, a page of one path, whose layout is known. `parts` and `fresh` render at
 * once; `fresh` may not be cached. `waits` and its fragments wait for a back end.
 */
const pathOf = (kind: 'parts' | 'fresh' | 'waits', count: number, visit: string): string =>
  `/blog?page=${kind}-${count}-${visit}`;

/** Measures pages with ten fragments and with none, from memory and rendered for each request, beside bare Node and Podium. */
export async function measureFragments(): Promise<Value[]> {
  // The keys that sign the releases must lie in the data folder that the composer reads.
  await useOwnData();
  const { origin, privateOrigin } = await startComposer({
    RELEASES_URL: await fragmentsStore(),
    API_ORIGIN: await serve((_request, response) => void setTimeout(() => response.end('there'), WAIT_MS)),
    NODE_ENV: 'test',
  });
  const podium = await startPodium();
  const values = [...(await measureRates(origin, podium)), ...(await measureFirstBytes(origin, podium))];
  const metrics = await (await fetch(`${privateOrigin}/metrics`)).text();
  const leftOut = [...metrics.matchAll(/^composer_fragment_duration_seconds_count\{.*outcome="fallback".* (\d+)$/gm)];
  const sum = leftOut.reduce((all, [, count]) => all + Number(count), 0);
  return [...values, promised('fragments left out in all of it', sum, '', '≤', 0)];
}

const SLOT = `const slot = (name, props) =>
  \`<fragment-slot data-fragment="mf-courses/\${name}" data-props="\${JSON.stringify(props).replaceAll('"', '&quot;')}"></fragment-slot>\`;
  const wait = async (fetch) => { await (await fetch('/api/wait')).text(); };`;

/** A page with the number of fragments in its address. The first one of the kind `waits` has two more, one within the other. */
const HOST = `${SLOT}
  export async function render({ url, fetch }) {
    const [, kind, count, visit] = /(\\w+)-(\\d+)-(\\w+)$/.exec(new URL(url).searchParams.get('page') ?? '') ?? [];
    if (kind === 'waits') await wait(fetch);
    const nameOf = (part) => (kind !== 'waits' ? 'part' : part === 0 ? 'outer' : 'inner');
    const maxAge = kind === 'parts' ? 300 : 0;
    const slots = Array.from({ length: Number(count) }, (_, part) => slot(nameOf(part), { part, visit, maxAge }));
    return { status: 200, head: { title: 'Parts' }, html: '<h1>Parts</h1>' + slots.join(''), data: null, maxAge };
  }`;

const PARTS = `${SLOT}
  const HTML = ${JSON.stringify(PART_HTML)};
  const HOLDS = { outer: 'middle', middle: 'inner' };
  export async function render() {
    return { status: 200, head: { title: 'Parts' }, html: '<h1>Parts</h1>', data: null, maxAge: 300 };
  }
  export async function renderFragment({ name, props, fetch }) {
    if (name !== 'part') await wait(fetch);
    const held = HOLDS[name];
    return { html: HTML + (held ? slot(held, props) : ''), data: null, maxAge: props.maxAge };
  }`;

const FRAGMENTS = ['part', 'outer', 'middle', 'inner'].map((name) => ({
  name,
  when: 'server',
  maxAge: 300,
  cookies: [],
  interactive: false,
  js: [],
  css: ['app.css'],
}));

/** Makes a store of three remotes: pages of the first contain fragments of the second; the third is not involved. */
async function fragmentsStore(): Promise<string> {
  const store = await storeWithHome(HOST);
  await writeRelease(store, 'mf-courses', '1.0.0', PARTS, { contract: 4, fragments: FRAGMENTS });
  await promote(store, 'mf-courses', '1.0.0');
  return store;
}

/** Starts a Podium layout and its podlets, in a process each: the alternative that a team might choose. @returns its origin */
async function startPodium(): Promise<string> {
  const folder = await npmProgram('podium');
  const start = async (program: string, ...words: string[]) => {
    const port = await freePort();
    const args = [join(folder, `${program}.mjs`), String(port), ...words];
    return (await startServer(program, { args, port, health: '/up', env: { NODE_ENV: 'production' } })).origin;
  };
  return start('layout', await start('podlets', PART_HTML), '10');
}

const LOAD = { connections: 16, seconds: 2 };
const ROUNDS = 3;
const MADE_UP_VISITS = join(packageDir('bench'), 'src', 'visits.lua');
const PACKED = { ...LOAD, headers: { 'Accept-Encoding': 'br' } };

async function measureRates(origin: string, podium: string): Promise<Value[]> {
  const fromMemory = origin + pathOf('parts', 10, 'memory');
  const bareServer = await startBareServer(fromMemory);
  const { none, memory, bare, rendered, theirs } = await inTurns(ROUNDS, {
    none: () => rateOf(origin + pathOf('parts', 0, 'memory'), PACKED),
    memory: () => rateOf(fromMemory, PACKED),
    bare: () => rateOf(bareServer.origin, PACKED),
    rendered: (round) =>
      rateOf(origin + pathOf('fresh', 10, ''), { ...LOAD, script: MADE_UP_VISITS, args: [`r${round}`] }),
    theirs: () => rateOf(`${podium}/10`, LOAD),
  });
  const unit = 'pages/s';
  return [
    { what: '10 fragments, from memory', value: median(memory), unit },
    { what: '10 fragments, from memory ÷ bare Node', value: medianRatio(memory, bare), unit: '' },
    { what: '10 fragments, all rendered for each request', value: median(rendered), unit },
    { what: '10 fragments, Podium', value: median(theirs), unit },
    promised('ten fragments ÷ none, from memory', medianRatio(memory, none), '', '≥', 0.85),
    promised('ten fragments rendered for each request ÷ Podium', medianRatio(rendered, theirs), '', '>', 1),
    promised('ten fragments from memory ÷ Podium', medianRatio(memory, theirs), '', '>', 10),
  ];
}

const VISITS = 60;
const WARM_VISITS = 30;

/** Measures the first byte of pages whose fragments render at once, beside Podium's, and of pages that wait for a back end. */
async function measureFirstBytes(origin: string, podium: string): Promise<Value[]> {
  const chain = (visit: number) => encodeURIComponent(JSON.stringify({ part: 0, visit: `alone${visit}` }));
  const { memory, theirs, host, nested, page } = await inTurns(
    VISITS,
    {
      memory: () => firstByte(origin + pathOf('parts', 10, 'memory')),
      theirs: () => firstByte(`${podium}/10`),
      host: (visit) => firstByte(origin + pathOf('waits', 0, `first${visit}`)),
      nested: (visit) => firstByte(`${origin}/_fragments/mf-courses/outer?props=${chain(visit)}&set=x&key=b1`),
      page: (visit) => firstByte(origin + pathOf('waits', 10, `first${visit}`)),
    },
    WARM_VISITS,
  );
  const added = median(page) - median(host) - median(nested);
  return [
    { what: 'first byte, 10 fragments, from memory', value: median(memory), unit: 'ms' },
    { what: 'first byte, 10 fragments, Podium', value: median(theirs), unit: 'ms' },
    promised('what composing adds to them', added, 'ms', '≤', 5),
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Returns the milliseconds from a request to the first byte of its response, over an open connection. */
async function firstByte(url: string): Promise<number> {
  const began = performance.now();
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  const ms = performance.now() - began;
  await response.toArray();
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return ms;
}
