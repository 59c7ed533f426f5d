import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { releasesOf } from '@wholepage/releases/registry/deployments';
import { readHistory } from '@wholepage/releases/registry/read-history';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { ask, type Jar, NAVIGATION, takeProof } from '../testing/browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { isOnCanary } from './draw';

const APP = 'mf-blog';
const running: RunningComposer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((composer) => composer.close()));
});

const start = async (store: string, env?: NodeJS.ProcessEnv): Promise<RunningComposer> => {
  const composer = await runComposer(store, env);
  running.push(composer);
  return composer;
};

/** A store in which this release of the blog is a canary. */
async function storeWithCanary(
  server: string,
  percent: number,
  plan?: { next: number[]; everyMs: number; withoutEvidence?: string },
) {
  const store = await fixtureStore();
  await writeRelease(store, APP, '2.0.0', server);
  await startCanary(store, APP, '2.0.0', percent, plan ? { plan } : {});
  return store;
}

const goTo = (
  { origin }: RunningComposer,
  jar: Jar = new Map(),
  headers: Record<string, string> = {},
  path = '/blog',
) => ask(origin + path, jar, { headers: { ...NAVIGATION, ...headers } });

const NEW = 'The new journal';

/** A browser whose side was drawn, found by trying. */
async function browserOn(
  composer: RunningComposer,
  canary: boolean,
  headers: Record<string, string> = {},
): Promise<Jar> {
  for (;;) {
    const jar: Jar = new Map();
    const { text } = await goTo(composer, jar, headers);
    if (text.includes(NEW) === canary) return jar;
  }
}

const FAILED = { app: APP, version: '2.0.0', failed: 'mount' };

const report = (
  { origin }: RunningComposer,
  body: unknown,
  jar: Jar = new Map(),
  headers: Record<string, string> = {},
) =>
  ask(`${origin}/_reports`, jar, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** As the shell of this page reports. */
const reportFrom = (composer: RunningComposer, jar: Jar, reports: unknown[], headers: Record<string, string> = {}) =>
  report(composer, { proof: takeProof(jar), reports }, jar, headers);

const canaryOf = async (store: string) => releasesOf(await readRegistry(folderStore(store)), APP).canary;
const lastStep = async (store: string) => (await readHistory(folderStore(store)))[0];

test('a side is drawn once, kept in a cookie that holds only the draw, and never mixed with the other in caches', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const composer = await start(store);
  const { headers } = await goTo(composer);
  expect(headers['set-cookie']?.[0]).toMatch(
    /^side=\d{1,4}\.\d+\.[\w-]{22}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
  );
  expect(headers['set-cookie']?.[1]).toMatch(
    /^view=\d+\.[0-9a-f]{16}\.1\.[\w-]{22}; Path=\/; Max-Age=300; SameSite=Strict$/,
  );
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers.vary).toBe('accept-encoding, cookie');
  expect(headers['cdn-cache-control']).toBe('private, no-store');
  for (const [canary, title, version] of [
    [true, NEW, '2.0.0'],
    [false, 'The journal', '1.0.0'],
  ] as const) {
    const jar = await browserOn(composer, canary);
    const drawn = jar.get('side');
    for (let times = 0; times < 3; times += 1) {
      const { text } = await goTo(composer, jar);
      expect(jar.get('side')).toBe(drawn);
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain(`"mf-blog":"${version}"`);
      expect([...text.matchAll(/_releases\/mf-blog\/([\d.]+)\//g)].map(([, used]) => used)).not.toContain(
        version === '1.0.0' ? '2.0.0' : '1.0.0',
      );
    }
  }
});

test('without a canary nobody gets a cookie', async () => {
  const composer = await start(await fixtureStore());
  const { headers } = await goTo(composer);
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers.vary).toBe('accept-encoding');
});

test('of 10 000 draws the canary has its share exactly, and a wider share keeps who was in the narrower one', () => {
  const draws = Array.from({ length: 10_000 }, (_, draw) => draw);
  const on = (percent: number) => new Set(draws.filter((draw) => isOnCanary(draw, 'mf-blog 2.0.0', percent)));
  expect([1, 10, 50].map((percent) => on(percent).size)).toEqual([100, 1_000, 5_000]);
  const wide = on(50);
  expect([...on(10)].filter((draw) => !wide.has(draw))).toEqual([]);
});

test('a release whose pages fail is stopped by itself, with the figures in the history', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.throws, 50);
  const composer = await start(store);
  for (let visitor = 0; visitor < 60; visitor += 1) await goTo(composer);
  await eventually(
    () => canaryOf(store),
    (canary) => canary === undefined,
  );
  expect(await lastStep(store)).toMatchObject({
    action: 'stop',
    app: APP,
    version: '2.0.0',
    by: 'the judge',
    why: expect.stringMatching(
      /^worse than the live release: failures \(e-value [^,]*[\d,]+, limit 200\); failed for \d+ of \d+ networks/,
    ),
    evidence: { findings: expect.any(Array), steps: expect.any(Array) },
  });
  expect((await goTo(composer)).text).toContain('<h1>The journal</h1>');
  expect(composer.events.map(({ event }) => event)).toContain('canary stopped');
});

test('what browsers report stops a release whose server pages are fine, counted over several composers', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const [one, other] = [await start(store), await start(store)];
  for (let count = 0; count < 12; count += 1) {
    // The page comes from one composer, the report goes to another.
    const jar = await browserOn(count % 2 ? one : other, true);
    expect((await reportFrom(count % 2 ? other : one, jar, [FAILED])).status).toBe(204);
  }
  await eventually(
    () => canaryOf(store),
    (canary) => canary === undefined,
  );
  const [, failed = ''] =
    /failed for (\d+) of \d+ networks of the canary/.exec((await lastStep(store))?.why ?? '') ?? [];
  // Neither has seen more than half of them.
  expect(Number(failed)).toBeGreaterThan(6);
});

describe('what is made of reports', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const seen = async ({ verdicts }: RunningComposer) =>
    /failed for (\d+) of (\d+) networks of the canary and (\d+) of (\d+)/.exec(verdicts()[0]?.verdict.why ?? '');
  /** Figures of the first verdict that counts this many networks in all. */
  const countedBy = async (composer: RunningComposer, networks: number) => {
    const found = await eventually(
      () => seen(composer),
      (figures) => Number(figures?.[2] ?? 0) + Number(figures?.[4] ?? 0) >= networks,
    );
    return found?.slice(1).map(Number);
  };

  let store: string;
  let composer: RunningComposer;
  beforeEach(async () => {
    store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
    composer = await start(store, { BEHIND_PROXY: '1' });
  });

  test('a network counts once, however many visitors, addresses of its own and composers it has', async () => {
    const other = await start(store, { BEHIND_PROXY: '1' });
    for (const network of ['203.0.113.7', '2001:db8:5:', '2001:db8:6:'])
      for (let visitor = 0; visitor < 8; visitor += 1) {
        const address = from(network.includes('.') ? network : `${network}${visitor}00::1`);
        const jar: Jar = new Map();
        const { text } = await goTo(visitor % 2 ? composer : other, jar, address);
        const version = text.includes(NEW) ? '2.0.0' : '1.0.0';
        await reportFrom(visitor % 2 ? other : composer, jar, [{ ...FAILED, version }], address);
      }
    for (const one of [composer, other]) {
      const sums = async () => {
        const [ofCanary = 0, canary = 0, ofLive = 0, live = 0] = (await seen(one))?.slice(1).map(Number) ?? [];
        return [ofCanary + ofLive, canary + live];
      };
      expect(await eventually(sums, ([failed]) => failed === 3)).toEqual([3, 3]);
    }
    const metrics = (await ask(`${composer.privateOrigin}/metrics`, new Map())).text;
    expect(metrics).toMatch(/composer_canary_evidence\{app="mf-blog",version="2\.0\.0",measure="failed"\} \d/);
  });

  test('without the proof of a page view nothing is judged', async () => {
    // Who comes first from an address speaks for it: until it is somebody on the canary's side.
    let networks = 0;
    let jar: Jar;
    let text: string;
    do {
      networks += 1;
      jar = new Map();
      ({ text } = await goTo(composer, jar, from(`203.0.113.${networks}`)));
    } while (!text.includes(NEW));
    const own = `203.0.113.${networks}`;
    const proof = takeProof(jar);
    for (const [address, body, cookies] of [
      // Five networks of one customer, who never saw a page.
      ...[1, 2, 3, 4, 5].map((network) => [`2001:db8:0:${network}00::1`, [FAILED], new Map()] as const),
      [own, [FAILED], jar],
      // Somebody else's proof, or one that was changed.
      ['198.51.100.2', { proof, reports: [FAILED] }, jar],
      [own, { proof: proof?.replace('.1.', '.0.'), reports: [FAILED] }, jar],
      // A release that the page was not made from.
      [own, { proof, reports: [{ ...FAILED, version: '1.0.0' }] }, jar],
    ] as const)
      expect((await report(composer, body, cookies, from(address))).status).toBe(204);
    expect(await countedBy(composer, networks)).toEqual([0, 1, 0, networks - 1]);
    await report(composer, { proof, reports: [FAILED] }, jar, from(own));
    const figures = await eventually(
      () => seen(composer),
      (found) => found?.[1] === '1',
    );
    expect(figures?.slice(1, 3)).toEqual(['1', '1']);
    expect((await ask(`${composer.privateOrigin}/metrics`, new Map())).text).toMatch(
      /composer_reports_total\{judged="no"\} 9/,
    );
  });

  test.each([
    ['fetched by a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['in a frame', { 'sec-fetch-dest': 'iframe' }],
    ['fetched ahead', { 'sec-purpose': 'prefetch' }],
  ])('a page that is %s brings no proof', async (_how, headers) => {
    const jar: Jar = new Map();
    await goTo(composer, jar, headers);
    expect(takeProof(jar)).toBeUndefined();
  });

  test.each([
    ['set before the canary began', '17.1000000000.aaaaaaaaaaaaaaaaaaaaaa'],
    ['made up', '17'],
    ['given twice', undefined],
  ])('a side that was %s is replaced by a new one', async (_how, side) => {
    const jar = await browserOn(composer, true);
    const shadow = side === undefined ? `side=${jar.get('side')}; side=10` : `side=${side}`;
    const { headers } = await goTo(composer, new Map(), { cookie: shadow });
    expect(headers['set-cookie']?.[0]).toMatch(/^side=/);
  });

  test('on HTTPS no cookie of another path or domain comes before', async () => {
    const secure = await start(store, { SITE_ORIGIN: 'https://site.test' });
    const { headers } = await goTo(secure);
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-side=.+; HttpOnly; SameSite=Lax; Secure$/);
    expect(headers['set-cookie']?.[1]).toMatch(/^__Host-view=.+; SameSite=Strict; Secure$/);
  });
});

describe('reports', () => {
  let composer: RunningComposer;
  beforeAll(async () => {
    composer = await runComposer(await fixtureStore());
  });
  afterAll(() => composer.close());

  test.each([
    ['longer than a report', 'x'.repeat(9_000), 413],
    ['no JSON', '{', 400],
    ['about somebody', [{ app: APP, version: '2.0.0', email: 'a@b.example' }], 400],
    ['of nothing', [], 400],
    ['of no number', [{ app: APP, version: '2.0.0', lcp: -1 }], 400],
  ])('%s are refused', async (_what, body, status) => {
    expect((await report(composer, body)).status).toBe(status);
  });

  test('of other sites, too many of them, and by other methods are refused', async () => {
    const sound = [{ app: APP, version: '1.0.0', lcp: 800 }];
    expect((await report(composer, sound, new Map(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fetch(`${composer.origin}/_reports`)).status).toBe(405);
    const answers = await Promise.all(Array.from({ length: 70 }, () => report(composer, sound)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});

test('a canary that nobody saw waits, and one that held goes on step by step until it is live', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50, { next: [60], everyMs: 1 });
  const composer = await start(store);
  for (let visitor = 0; visitor < 30; visitor += 1) await goTo(composer);
  const waits = async () =>
    JSON.stringify(composer.events.filter(({ event }) => event === 'canary waits for visitors'));
  expect(await eventually(waits, (text) => text.includes('200 networks'))).toMatch(
    /200 networks of each side are needed: \d+ networks of the canary, \d+ of the live release/,
  );
  expect((await canaryOf(store))?.deployment.traffic).toBe(50);
  for (let visitor = 0; visitor < 470; visitor += 1) await goTo(composer);
  const [live, wider] = await eventually(
    () => readHistory(folderStore(store)),
    ([last]) => last?.action === 'promote' && last.version === '2.0.0',
  );
  const held = /^(60 %: )?the canary held \(2\d\d networks of the canary, 2\d\d of the live release\)$/;
  for (const step of [live, wider])
    expect(step).toMatchObject({ version: '2.0.0', by: 'the judge', why: expect.stringMatching(held) });
  expect(live).toMatchObject({ action: 'promote', previous: '1.0.0' });
  const { text } = await eventually(
    () => goTo(composer),
    ({ text: page }) => page.includes('"mf-blog":"2.0.0"'),
  );
  expect(text).toContain(NEW);
});

test('who must lets a canary go on unseen, and the history says so', async () => {
  const plan = { next: [], everyMs: 1, withoutEvidence: 'nobody is awake' };
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50, plan);
  await start(store);
  const [last] = await eventually(
    () => readHistory(folderStore(store)),
    ([step]) => step?.action === 'promote' && step.version === '2.0.0',
  );
  expect(last?.why).toBe('without evidence: nobody is awake (0 networks of the canary, 0 of the live release)');
});

test('a canary that is stopped by hand is gone within seconds, and who visited is forgotten', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const composer = await start(store);
  const jar = await browserOn(composer, true);
  const evidenceFiles = () => readdir(join(store, 'private', 'evidence'));
  await eventually(evidenceFiles, (names) => names.includes(APP));
  await stopCanary(folderStore(store), APP, { why: 'a complaint' });
  const { text } = await eventually(
    () => goTo(composer, jar),
    (page) => page.text.includes('The journal'),
  );
  expect(text).toContain('<h1>The journal</h1>');
  expect(await eventually(evidenceFiles, (names) => !names.includes(APP))).toEqual(['secret']);
});
