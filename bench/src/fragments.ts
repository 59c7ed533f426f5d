import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/steps';
import { packageDir } from '@wholepage/tooling/paths';
import { freePort, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { fixtureStore, writeRelease } from '../../platform/composer/src/testing/fixture-store';
import { asLine, type Line, median, type Value, writeRun } from './line';
import { npmProgram } from './npm-program';
import { getCompressed, type MeasuredComposer, startBareServer, startComposer } from './servers';
import { wrk } from './wrk';

/*
 * Pages with fragments. A podlet of Podium is trusted code in one process; a fragment is a task of a confined guest.
 * "Rendered" means that nothing comes from memory.
 */

/** Numbers of fragments that are measured. */
const COUNTS = [0, 1, 5, 10] as const;

/** How long a page and a fragment of the kind `waits` wait for their back end. */
const WAIT_MS = 20;

const WORDS = '<p>Some words on cloth, cut and thread that a page may well have.</p>';

/** What each fragment and each podlet shows. */
const PART_HTML = `<section><h2>A part</h2>${WORDS.repeat(12)}</section>`;

/**
 * `/blog?page={kind}-{count}-{visit}`: pages of one path, whose frame is known. `parts` and `fresh` are there at once;
 * `fresh` may not be reused. `waits` waits for a back end, as its fragments do.
 */
const pathOf = (kind: 'parts' | 'fresh' | 'waits', count: number, visit: string): string =>
  `/blog?page=${kind}-${count}-${visit}`;

/** Pages with 0, 1, 5 and 10 fragments, from memory and rendered for each request, beside bare Node and Podium. */
export async function measureFragments(): Promise<Line[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-fragments-'));
  // The keys that sign the releases are made in the folder in which the composer looks for them.
  const { DATA_DIR: known = '' } = process.env;
  process.env.DATA_DIR = data;
  const [store, backEnd, podium] = [await fragmentsStore(), await startBackEnd(), await startPodium()];
  const composer = await startComposer(await freePort(), {
    RELEASES_URL: store,
    API_PORT: String(backEnd.port),
    NODE_ENV: 'test',
  });
  try {
    const values = await measureAll(composer, podium);
    await writeRun('fragments', values);
    return values.map(asLine);
  } finally {
    // What is measured next has the folder that it had. An empty name is none.
    process.env.DATA_DIR = known;
    backEnd.stop();
    await Promise.all([composer.stop(), podium.stop()]);
    await Promise.all([store, data].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

async function measureAll({ origin, privateOrigin }: MeasuredComposer, podium: Podium): Promise<Value[]> {
  const rates = await measureRates(origin, podium);
  const bytes = await measureFirstBytes(origin, podium);
  const fallbacks = await metric(privateOrigin, 'composer_fragment_duration_seconds_count', 'outcome="fallback"');
  const whole: Value = {
    what: 'fragments left out in all of it',
    value: fallbacks,
    unit: '',
    promise: '0',
    holds: fallbacks === 0,
  };
  return [...rateValues(rates), ...bytes, whole];
}

/** A back end that answers everything after {@link WAIT_MS}. */
async function startBackEnd(): Promise<{ port: number; stop(): void }> {
  const server = createServer((_request, response) => void setTimeout(() => response.end('there'), WAIT_MS));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** First bytes of pages whose fragments are there at once, beside Podium's, and of those that wait for a back end. */
async function measureFirstBytes(origin: string, podium: Podium): Promise<Value[]> {
  const pages = COUNTS.flatMap((count): [string, (visit: number) => string][] => [
    [`memory ${count}`, () => origin + pathOf('parts', count, 'memory')],
    [`rendered ${count}`, (visit) => origin + pathOf('fresh', count, `first${visit}`)],
    [`podium ${count}`, () => podium.page(count)],
  ]);
  const chain = (visit: number) => encodeURIComponent(JSON.stringify({ part: 0, visit: `alone${visit}` }));
  const waits = await firstBytes({
    host: (visit) => origin + pathOf('waits', 0, `first${visit}`),
    chain: (visit) => `${origin}/_fragments/mf-courses/outer?props=${chain(visit)}&set=x&key=b1`,
    page: (visit) => origin + pathOf('waits', 10, `first${visit}`),
  });
  return [...firstByteValues(await firstBytes(Object.fromEntries(pages))), ...waitValues(waits)];
}

const SLOT = `const slot = (name, props) =>
  \`<fragment-slot data-fragment="mf-courses/\${name}" data-props="\${JSON.stringify(props).replaceAll('"', '&quot;')}"></fragment-slot>\`;
  const wait = async (fetch) => { await (await fetch('/api/wait')).text(); };`;

/** A page of as many fragments as its address says; of those that wait the first holds two more, one in the other. */
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

/** A store of three remotes: the pages of one hold fragments of another, the third has no part in it. */
async function fragmentsStore(): Promise<string> {
  const store = await fixtureStore(HOST);
  await writeRelease(store, 'mf-courses', '1.0.0', PARTS, { contract: 4, fragments: FRAGMENTS });
  await promote(store, 'mf-courses', '1.0.0');
  return store;
}

const START_MS = 10_000;

/** A layout of Podium in one process and its podlets in another: what a team would pick instead. */
interface Podium {
  /** Address of the page with so many podlets. */
  page(count: number): string;
  stop(): Promise<void>;
}

/** @throws Error when it does not start */
async function startPodium(): Promise<Podium> {
  const folder = await npmProgram('podium');
  const start = async (program: string, ...words: string[]) => {
    const port = await freePort();
    const service = startService(program, {
      args: [join(folder, `${program}.mjs`), String(port), ...words],
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
      onLine: () => {},
    });
    const origin = `http://127.0.0.1:${port}`;
    await waitUntilHealthy(service, `${origin}/up`, START_MS);
    return { service, origin };
  };
  const podlets = await start('podlets', PART_HTML);
  const layout = await start('layout', podlets.origin, ...COUNTS.map(String));
  return {
    page: (count) => `${layout.origin}/${count}`,
    stop: () => stopServices([layout.service, podlets.service]),
  };
}

const LOAD = { connections: 16, seconds: 2 };
const ROUNDS = 3;
const MADE_UP_VISITS = join(packageDir('bench'), 'src', 'visits.lua');
const BROTLI = { 'Accept-Encoding': 'br' };

/** Pages per second of one number of fragments: medians of rounds in turns. */
interface Rates {
  count: number;
  /** From memory, in brotli, as browsers ask for it. */
  memory: number;
  /** Bare Node that sends the same bytes. */
  bare: number;
  /** The page and all of its fragments rendered for each request. */
  rendered: number;
  podium: number;
}

const load = async (url: string, more: object): Promise<number> => {
  const { rate, failed, requests } = await wrk({ url, ...LOAD, ...more });
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${requests} requests.`);
  return rate;
};

/** @param origin of the composer */
async function measureRates(origin: string, podium: Podium): Promise<Rates[]> {
  const startCopy = async (count: number) => {
    const { body, headers } = await getCompressed(origin + pathOf('parts', count, 'memory'));
    return startBareServer(body, headers);
  };
  const bare = await Promise.all(COUNTS.map(startCopy));
  const rounds: Rates[] = [];
  // The first round is for the compilers.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, count] of COUNTS.entries()) {
      const copy = bare[index]?.origin ?? '';
      const distinct = { script: MADE_UP_VISITS, args: [`r${round}`] };
      rounds.push({
        count,
        memory: await load(origin + pathOf('parts', count, 'memory'), { headers: BROTLI }),
        bare: await load(copy, { headers: BROTLI }),
        rendered: await load(origin + pathOf('fresh', count, ''), distinct),
        podium: await load(podium.page(count), {}),
      });
    }
  }
  await Promise.all(bare.map((server) => server.stop()));
  const counted = rounds.slice(COUNTS.length);
  return COUNTS.map((count) => {
    const of = (what: Exclude<keyof Rates, 'count'>) =>
      median(counted.filter((each) => each.count === count).map((each) => each[what]));
    return { count, memory: of('memory'), bare: of('bare'), rendered: of('rendered'), podium: of('podium') };
  });
}

const VISITS = 60;
const WARM_VISITS = 30;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds from the request to the first byte of the answer, over a connection that is open. */
const firstByte = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent }, (response) => {
      const ms = performance.now() - began;
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve(ms) : reject(new Error(`${url}: ${response.statusCode}`)),
      );
      response.resume();
    }).on('error', reject);
  });

/** Medians of the first byte, in ms. The addresses take turns. @param pages give the address of each visit */
async function firstBytes<Name extends string>(
  pages: Record<Name, (visit: number) => string>,
): Promise<Record<Name, number>> {
  const names = Object.keys(pages) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let visit = 0; visit < WARM_VISITS + VISITS; visit += 1) {
    for (const name of names) {
      const ms = await firstByte(pages[name](visit));
      if (visit >= WARM_VISITS) times.get(name)?.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}

/** The sum of a metric of the composer over the lines that have this label. @param origin its private one */
async function metric(origin: string, name: string, label: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const PAGES_PER_SECOND = 'pages/s';
/** What composing may add to the renders that a page waits for, in ms. */
const COMPOSING_MS = 5;
const CHEAPEST_SHARE = 0.85;
const TIMES_PODIUM = 10;

const fragmentsOf = (count: number): string => `${count} fragment${count === 1 ? '' : 's'}`;

const ratio = (what: string, value: number, promise: string, holds: boolean): Value => ({
  what,
  value,
  unit: 'ratio',
  promise,
  holds,
});

/** @param rates in the order of their counts, the last with most fragments */
function rateValues(rates: readonly Rates[]): Value[] {
  const [none] = rates;
  const ten = rates.at(-1);
  if (!none || !ten) return [];
  const share = ten.memory / none.memory;
  const ahead = ten.rendered / ten.podium;
  const times = ten.memory / ten.podium;
  return [
    ...rates.flatMap(({ count, memory, bare, rendered, podium }): Value[] => [
      { what: `${fragmentsOf(count)}, from memory`, value: memory, unit: PAGES_PER_SECOND },
      { what: `${fragmentsOf(count)}, bare Node with the same bytes`, value: bare, unit: PAGES_PER_SECOND },
      { what: `${fragmentsOf(count)}, from memory ÷ bare Node`, value: memory / bare, unit: 'ratio' },
      { what: `${fragmentsOf(count)}, all rendered for each request`, value: rendered, unit: PAGES_PER_SECOND },
      { what: `${fragmentsOf(count)}, Podium`, value: podium, unit: PAGES_PER_SECOND },
    ]),
    ratio('ten fragments ÷ none, from memory', share, `≥ ${CHEAPEST_SHARE}`, share >= CHEAPEST_SHARE),
    ratio('ten fragments rendered for each request ÷ Podium', ahead, '> 1', ahead > 1),
    ratio('ten fragments from memory ÷ Podium', times, `> ${TIMES_PODIUM}`, times > TIMES_PODIUM),
  ];
}

/** @param bytes medians in ms, by `memory`, `rendered` or `podium` and the number of fragments */
const firstByteValues = (bytes: Record<string, number>): Value[] =>
  COUNTS.flatMap((count): Value[] => [
    { what: `first byte, ${fragmentsOf(count)}, from memory`, value: bytes[`memory ${count}`] ?? 0, unit: 'ms' },
    { what: `first byte, ${fragmentsOf(count)}, all rendered`, value: bytes[`rendered ${count}`] ?? 0, unit: 'ms' },
    { what: `first byte, ${fragmentsOf(count)}, Podium`, value: bytes[`podium ${count}`] ?? 0, unit: 'ms' },
  ]);

/** @param bytes of pages that wait for a back end: without fragments, the nested chain alone, and the whole page */
function waitValues({ host, chain, page }: Record<'host' | 'chain' | 'page', number>): Value[] {
  const added = page - host - chain;
  return [
    { what: 'first byte of a page that waits for its back end', value: host, unit: 'ms' },
    { what: 'first byte of a chain of three fragments that wait', value: chain, unit: 'ms' },
    { what: 'first byte of both, with nine more fragments that wait', value: page, unit: 'ms' },
    {
      what: 'what composing adds to them',
      value: added,
      unit: 'ms',
      promise: `≤ ${COMPOSING_MS}`,
      holds: added <= COMPOSING_MS,
    },
  ];
}
