import { startCanary, stopCanary } from 'releases/canary/canary';
import { releasesOf } from 'releases/registry/deployments';
import { readHistory } from 'releases/registry/read-history';
import { readRegistry } from 'releases/registry/registry';
import { folderStore } from 'releases/store/folder-store';
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
async function storeWithCanary(server: string, percent: number, plan?: { next: number[]; everyMs: number }) {
  const store = await fixtureStore();
  await writeRelease(store, APP, '2.0.0', server);
  await startCanary(store, APP, '2.0.0', percent, plan ? { plan } : {});
  return store;
}

/** Draws of both sides, found by trying. */
const drawOn = (canary: boolean, percent: number): number => {
  for (let draw = 0; ; draw += 1) if (isOnCanary(draw, `${APP} 2.0.0`, percent) === canary) return draw;
};

const visit = async ({ origin }: RunningComposer, draw?: number, headers: Record<string, string> = {}) => {
  const cookie = draw === undefined ? {} : { cookie: `other=1; side=${draw}` };
  const response = await fetch(`${origin}/blog`, { headers: { ...cookie, ...headers } });
  return { response, text: await response.text() };
};

const report = ({ origin }: RunningComposer, body: unknown, draw = 1, headers: Record<string, string> = {}) =>
  fetch(`${origin}/_reports`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { cookie: `side=${draw}`, ...headers },
  });

const canaryOf = async (store: string) => releasesOf(await readRegistry(folderStore(store)), APP).canary;
const lastStep = async (store: string) => (await readHistory(folderStore(store)))[0];

test('a side is drawn once, kept in a cookie that holds only the draw, and never mixed with the other in caches', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says('The new journal'), 50);
  const composer = await start(store);
  const { response } = await visit(composer);
  expect(response.headers.get('set-cookie')).toMatch(/^side=\d{1,4}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(response.headers.get('vary')).toBe('accept-encoding, cookie');
  expect(response.headers.get('cdn-cache-control')).toBe('private, no-store');
  for (const [canary, title, version] of [
    [true, 'The new journal', '2.0.0'],
    [false, 'The journal', '1.0.0'],
  ] as const) {
    for (let times = 0; times < 3; times += 1) {
      const { response: again, text } = await visit(composer, drawOn(canary, 50));
      expect(again.headers.get('set-cookie')).toBeNull();
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
  const { response } = await visit(composer);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('vary')).toBe('accept-encoding');
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
  for (let draw = 0; draw < 60; draw += 1) await visit(composer, draw);
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
      /^worse than the live release: failures \(e-value \d+, limit 200\); failed for \d+ of \d+ visitors/,
    ),
    evidence: { findings: expect.any(Array), steps: expect.any(Array) },
  });
  const { text } = await visit(composer, drawOn(true, 50));
  expect(text).toContain('<h1>The journal</h1>');
  expect(composer.events.map(({ event }) => event)).toContain('canary stopped');
});

test('what browsers report stops a release whose server pages are fine, counted over several composers', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says('The new journal'), 10);
  const composers = [await start(store), await start(store)];
  const failed = [{ app: APP, version: '2.0.0', failed: 'mount' }];
  for (let draw = 0; draw < 6; draw += 1) {
    const composer = composers[draw % 2];
    if (composer) expect((await report(composer, failed, draw)).status).toBe(204);
  }
  await eventually(
    () => canaryOf(store),
    (canary) => canary === undefined,
  );
  const failures = /failed for (\d) of \1 visitors of the canary/.exec((await lastStep(store))?.why ?? '')?.[1];
  // Each of the two was told of three: the judge need not wait for the sixth.
  expect(Number(failures)).toBeGreaterThan(3);
});

test('a network counts once however much it reports', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says('The new journal'), 10);
  const composer = await start(store, { BEHIND_PROXY: '1' });
  const failed = [{ app: APP, version: '2.0.0', failed: 'mount' }];
  for (let draw = 0; draw < 50; draw += 1) {
    await report(composer, failed, draw, { 'x-forwarded-for': '203.0.113.7' });
    await report(composer, failed, draw, { 'x-forwarded-for': `2001:db8:0:${(draw % 256).toString(16)}::1` });
  }
  const { verdicts } = composer;
  await eventually(
    async () => verdicts(),
    // The judge may look before the second network has reported.
    ([first]) => first?.verdict.why.includes('failed for 2 of ') ?? false,
  );
  expect(verdicts()[0]?.verdict.why).toContain('failed for 2 of 2 visitors of the canary');
  expect(await canaryOf(store)).toBeDefined();
  const metrics = await fetch(`${composer.origin}/metrics`).then((response) => response.text());
  expect(metrics).toMatch(/composer_canary_evidence\{app="mf-blog",version="2\.0\.0",measure="failed"\} \d/);
});

describe('reports', () => {
  let composer: RunningComposer;
  beforeAll(async () => {
    composer = await runComposer(await fixtureStore());
  });
  afterAll(() => composer.close());

  test.each([
    ['longer than a report', 'x'.repeat(3_000), 413],
    ['no JSON', '{', 400],
    ['about somebody', [{ app: APP, version: '2.0.0', email: 'a@b.example' }], 400],
    ['of nothing', [], 400],
    ['of no number', [{ app: APP, version: '2.0.0', lcp: -1 }], 400],
  ])('%s are refused', async (_what, body, status) => {
    expect((await report(composer, body)).status).toBe(status);
  });

  test('of other sites, too many of them, and by other methods are refused', async () => {
    const sound = [{ app: APP, version: '1.0.0', lcp: 800 }];
    expect((await report(composer, sound, 1, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fetch(`${composer.origin}/_reports`)).status).toBe(405);
    const answers = await Promise.all(Array.from({ length: 70 }, () => report(composer, sound, 7)));
    expect(answers.filter(({ status }) => status === 429).length).toBe(10);
  });
});

test('a canary that holds goes on step by step, and is live in the end', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says('The new journal'), 10, { next: [50], everyMs: 1_000 });
  const composer = await start(store);
  const [live, wider] = await eventually(
    () => readHistory(folderStore(store)),
    ([last]) => last?.action === 'promote' && last.version === '2.0.0',
  );
  expect(live).toMatchObject({ action: 'promote', version: '2.0.0', previous: '1.0.0', by: 'the judge' });
  expect(wider).toMatchObject({ action: 'canary', version: '2.0.0', why: '50 %: the canary held', by: 'the judge' });
  const { text } = await eventually(
    () => visit(composer, drawOn(false, 50)),
    ({ text: page }) => page.includes('"mf-blog":"2.0.0"'),
  );
  expect(text).toContain('The new journal');
});

test('a canary that is stopped by hand is gone within seconds', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says('The new journal'), 50);
  const composer = await start(store);
  const draw = drawOn(true, 50);
  expect((await visit(composer, draw)).text).toContain('The new journal');
  await stopCanary(folderStore(store), APP, { why: 'a complaint' });
  const { text } = await eventually(
    () => visit(composer, draw),
    (page) => page.text.includes('The journal'),
  );
  expect(text).toContain('<h1>The journal</h1>');
});
