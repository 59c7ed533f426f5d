import { ask, type Jar, lastView, viewOf } from '../testing/browser-visit';
import {
  APP,
  browserOn,
  canaryOf,
  composersOfTest,
  FAILED,
  goTo,
  heardOn,
  lastStep,
  NEW,
  report,
  reportFrom,
  storeWithCanary,
} from '../testing/canary-visit';
import { SERVER_ENTRIES } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

jest.mock('@wholepage/page-rules/time-limit', () => jest.requireActual('../testing/hurried-rounds'));

const start = composersOfTest();
const from = (address: string) => ({ 'x-forwarded-for': address });

test('what browsers report stops a release whose server pages are fine, counted over several composers', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const [one, other] = [await start(store), await start(store)];
  for (let count = 0; count < 12; count += 1) {
    // One composer serves the page, the other gets the report.
    const jar = await browserOn(count % 2 ? one : other, true);
    expect((await reportFrom(count % 2 ? other : one, jar, [FAILED])).status).toBe(204);
  }
  await eventually(
    () => canaryOf(store),
    (canary) => canary === undefined,
  );
  const [, failed = ''] =
    /failed for (\d+) of \d+ networks of the canary/.exec((await lastStep(store))?.why ?? '') ?? [];
  // Each composer alone has seen half of the 12 networks.
  expect(Number(failed)).toBeGreaterThan(6);
});

describe('what is made of reports', () => {
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

  test('without the page-view token nothing is judged', async () => {
    // The first visitor of a network counts for it. The loop tries networks until one is on the canary.
    let networks = 0;
    let jar: Jar;
    let text: string;
    do {
      networks += 1;
      jar = new Map();
      ({ text } = await goTo(composer, jar, from(`203.0.113.${networks}`)));
    } while (!text.includes(NEW));
    const own = `203.0.113.${networks}`;
    const view = lastView(jar) ?? '';
    const changed = new Map([...jar].map(([name, value]) => [name, value.replace(/.$/, 'x')]));
    const neighbour: Jar = new Map();
    await goTo(composer, neighbour, from('198.51.100.9'));
    const ofOther = new Map([...jar, ['bucket', neighbour.get('bucket') ?? '']]);
    const renamed = new Map([...jar].map(([name, value]) => [name.replace(view, 'x'.repeat(12)), value]));
    for (const [address, body, cookies] of [
      // Five networks of one customer without a page view.
      ...[1, 2, 3, 4, 5].map((network) => [`2001:db8:0:${network}00::1`, [FAILED], new Map()] as const),
      [own, [FAILED], jar],
      // A view of another address or variant, one with changed tokens, and one under another id.
      ['198.51.100.2', { view, reports: [FAILED] }, jar],
      [own, { view, reports: [FAILED] }, ofOther],
      [own, { view, reports: [FAILED] }, changed],
      [own, { view: 'x'.repeat(12), reports: [FAILED] }, renamed],
      // A release and an app that are not on the page.
      [own, { view, reports: [{ ...FAILED, version: '1.0.0' }] }, jar],
      [own, { view, reports: [{ ...FAILED, app: 'mf-courses', version: '1.0.0' }] }, jar],
    ] as const)
      expect((await report(composer, body, cookies, from(address))).status).toBe(204);
    const late = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000);
    await report(composer, { view, reports: [FAILED] }, jar, from(own));
    late.mockRestore();
    expect(await countedBy(composer, 1)).toEqual([0, 1, 0, 0]);
    await report(composer, { view, reports: [FAILED] }, jar, from(own));
    const figures = await eventually(
      () => seen(composer),
      (found) => found?.[1] === '1',
    );
    expect(figures?.slice(1, 3)).toEqual(['1', '1']);
    expect((await ask(`${composer.privateOrigin}/metrics`, new Map())).text).toMatch(
      /composer_reports_total\{judged="no"\} 13/,
    );
  });

  test('a picture on another site, and a program, silence no network: who comes as a browser speaks for it', async () => {
    const address = from('203.0.113.20');
    const ofPicture = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' };
    const { headers } = await goTo(composer, new Map(), { ...address, ...ofPicture });
    expect(headers['set-cookie']).toBeUndefined();
    await ask(`${composer.origin}/blog`, new Map(), { headers: address });
    await heardOn(composer, address);
    const figures = await countedBy(composer, 1);
    expect((figures?.[1] ?? 0) + (figures?.[3] ?? 0)).toBe(1);
  });

  test('a page reports of what is on it, whatever other pages the same browser has open', async () => {
    let jar: Jar;
    let text: string;
    let blog: string | undefined;
    do {
      jar = new Map();
      const page = await goTo(composer, jar, from('203.0.113.9'));
      [text, blog] = [page.text, viewOf(page)];
    } while (!text.includes(NEW));
    const courses = viewOf(await goTo(composer, jar, from('203.0.113.9'), '/courses'));
    const judged = async () =>
      /judged="yes"\} (\d+)/.exec((await ask(`${composer.privateOrigin}/metrics`, new Map())).text)?.[1];
    await report(composer, { view: courses, reports: [FAILED] }, jar, from('203.0.113.9'));
    expect(await judged()).toBeUndefined();
    await report(composer, { view: blog, reports: [FAILED] }, jar, from('203.0.113.9'));
    expect(await judged()).toBe('1');
  });
});

describe('what a browser is given and may send', () => {
  let store: string;
  let composer: RunningComposer;
  beforeAll(async () => {
    store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
    composer = await runComposer(store, { BEHIND_PROXY: '1' });
  });
  afterAll(() => composer.close());

  test.each([
    ['fetched by a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['in a frame', { 'sec-fetch-dest': 'iframe' }],
    ['fetched ahead', { 'sec-purpose': 'prefetch' }],
  ])('a page that is %s brings no page-view token', async (_how, headers) => {
    const jar: Jar = new Map();
    const answer = await goTo(composer, jar, headers);
    expect([lastView(jar), viewOf(answer)]).toEqual([undefined, undefined]);
  });

  test('a browser keeps the page-view tokens of its last eight views', async () => {
    const jar = await browserOn(composer, true, from('203.0.113.8'));
    const first = lastView(jar);
    for (let view = 0; view < 9; view += 1) await goTo(composer, jar, from('203.0.113.8'));
    await reportFrom(composer, jar, [FAILED], from('203.0.113.8'));
    const views = [...jar.keys()].filter((name) => name.startsWith('view-'));
    expect(views).toHaveLength(8);
    expect(views).not.toContain(`view-${first}`);
  });

  test.each([
    ['set before the canary began', '17.1000000000.aaaaaaaaaaaaaaaaaaaaaa'],
    ['made up', '17'],
    ['given twice', undefined],
  ])('a variant that was %s is replaced by a new one', async (_how, variant) => {
    const jar = await browserOn(composer, true);
    const shadow = variant === undefined ? `bucket=${jar.get('bucket')}; bucket=10` : `bucket=${variant}`;
    const { headers } = await goTo(composer, new Map(), { cookie: shadow });
    expect(headers['set-cookie']?.[0]).toMatch(/^bucket=/);
  });

  test('on HTTPS no cookie of another path or domain comes before', async () => {
    const secure = await start(store, { SITE_ORIGIN: 'https://site.test' });
    const { headers } = await goTo(secure);
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-bucket=.+; HttpOnly; SameSite=Lax; Secure$/);
    expect(headers['set-cookie']?.[1]).toMatch(/^view-.+; Path=\/_reports; .+; HttpOnly; SameSite=Strict; Secure$/);
  });

  describe('reports', () => {
    test.each([
      ['longer than a report', 'x'.repeat(9_000), 413],
      ['no JSON', '{', 400],
      ['about somebody', [{ app: APP, version: '2.0.0', email: 'a@b.example' }], 400],
      ['of nothing', [], 400],
      ['of a name that every object has', [{ ...FAILED, app: 'constructor' }], 400],
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
});
