import { get, type IncomingHttpHeaders } from 'node:http';
import { headSchema } from '@wholepage/contracts/head';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { startCanary } from '@wholepage/releases/canary/canary';
import { FragmentSource } from '../../fragments/fragment-filler';
import { StoredResponse } from '../../http/response/send';
import type { ReleaseSet } from '../../releases/release-set';
import type { SiteConfig } from '../../settings/site/site-configs';
import { SERVER_ENTRIES, storeWithHome, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';
import { preloadHeader, speculationHeader, speculationRules } from '../document/document';
import { AddressCache, ContentCache, HeadCache, PageCache } from './page-cache';

describe('the cache', () => {
  const cacheOf = (maxEntries: number) => new PageCache({ maxEntries, maxBytes: 10_000_000 }, () => {});
  const page =
    (status: number, text = 'text') =>
    async () => ({
      response: new StoredResponse(status, {}, Buffer.from(text)),
      maxAge: 60,
      complete: status < 500,
      hasContent: status < 500,
    });

  test('addresses that are made up push out no page', async () => {
    const pages = cacheOf(50);
    await pages.get('/', 'set', page(200));
    for (let index = 0; index < 500; index += 1) await pages.get(`/blog/${index}`, 'set', page(404));
    const endless = async () => ({ ...(await page(200)()), isEndless: true });
    for (let index = 0; index < 500; index += 1) await pages.get(`/guest?${index}`, 'set', endless);
    expect(pages.fresh('/guest?499', 'set')?.status).toBe(200);
    expect(pages.fresh('/', 'set')?.status).toBe(200);
  });

  test('a page that was taken away does not come back when something breaks', async () => {
    const pages = cacheOf(50);
    await pages.get('/blog/linen', 'first', page(200));
    await pages.get('/blog/linen', 'second', page(404));
    expect((await pages.get('/blog/linen', 'third', page(503))).status).toBe(503);
  });

  test('a page is no younger than the content that a new fragment is put into, and than a fragment of it', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const head = headSchema.parse({ title: 'Page' });
    const rendered = { html: '<fragment-slot of="a/b"></fragment-slot>', data: null };
    const contents = new ContentCache();
    const content = () =>
      contents.get('/', async () => ({ status: 200, maxAge: 60, head, allow: {}, isFaulty: false, rendered }));
    const fragments = new FragmentSource({ fragment: async () => ({ html: '', data: null, status: 200 }) });
    const request = { release: { code: { id: 'a 1' } }, declared: { name: 'b', maxAge: 60 }, props: {}, propsText: '' };
    const context = { cookiesOf: () => ({}), site: { path: '', config: {} }, url: new URL('http://localhost/') };
    const fragment = () => fragments.get(request as never, context as never);
    expect(await Promise.all([content(), fragment()])).toMatchObject([{ maxAge: 60 }, { maxAge: 60 }]);
    clock.mockReturnValue(21_000);
    const ages = async () => [await content(), await fragment()].map((part) => 'maxAge' in part && part.maxAge);
    // The cache library reads the clock once per millisecond.
    expect(await eventually(ages, ([first]) => first !== 60)).toEqual([40, 40]);
    clock.mockRestore();
  });

  test('data and heads of addresses that are made up take no more memory than so much', async () => {
    const long = 'x'.repeat(500_000);
    const head = headSchema.parse({ title: 'Page', jsonLd: [{ long }] });
    const rendered = { html: '<fragment-slot></fragment-slot>', data: long };
    const [heads, contents] = [new HeadCache(), new ContentCache()];
    const made = async () => ({ status: 200, maxAge: 60, head, allow: {}, isFaulty: false, rendered });
    for (let page = 0; page < 20; page += 1) {
      heads.remember(`/${page}`, 200, head);
      await contents.get(`/${page}`, made);
    }
    const render = jest.fn(made);
    for (const page of ['/19', '/0']) await contents.get(page, render);
    expect(render).toHaveBeenCalledTimes(1);
    expect([heads.of('/19'), heads.of('/0')]).toEqual([head, undefined]);
  });

  test('what belongs to one visitor is not kept', async () => {
    const pages = cacheOf(50);
    await pages.get('/success', 'set', async () => ({ ...(await page(200)()), maxAge: 0 }));
    expect(pages.fresh('/success', 'set')).toBeUndefined();
  });

  test('a page that is kept no longer is not the last good one either', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const pages = cacheOf(50);
    await pages.get('/offer', 'set', page(200, 'of then'));
    clock.mockReturnValue(60_000);
    await pages.get('/offer', 'set', async () => ({ ...(await page(200, 'of now')()), maxAge: 0 }));
    expect((await pages.get('/offer', 'set', page(503))).status).toBe(503);
    clock.mockRestore();
  });

  test('a page that cannot be made at all is the last good one, or the fault', async () => {
    const pages = cacheOf(50);
    const fails = () => Promise.reject(new Error('no layout'));
    await expect(pages.get('/', 'first', fails)).rejects.toThrow('no layout');
    await pages.get('/', 'first', page(200, 'good'));
    expect((await pages.get('/', 'second', fails)).body.toString()).toBe('good');
  });

  test('a page is no longer the same for a clock that is set back', async () => {
    const passed = jest.spyOn(performance, 'now').mockReturnValue(0);
    const pages = cacheOf(50);
    await pages.get('/', 'set', page(200));
    passed.mockReturnValue(60_000);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    expect(pages.fresh('/', 'set')).toBeUndefined();
    jest.restoreAllMocks();
  });

  test('a page that comes out the same once more is the one that is compressed already', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const pages = cacheOf(50);
    const first = await pages.get('/', 'set', page(200, 'same'));
    clock.mockReturnValue(60_000);
    expect(await pages.get('/', 'set', page(200, 'same'))).toBe(first);
    expect(pages.fresh('/', 'set')).toBe(first);
    clock.mockReturnValue(120_000);
    expect((await pages.get('/', 'set', page(200, 'other'))).body.toString()).toBe('other');
    clock.mockRestore();
  });

  describe('while a page cannot be made', () => {
    const DAY_MS = 24 * 3_600_000;
    let now: number;
    let renders: number;
    beforeEach(() => {
      now = 0;
      renders = 0;
      jest.spyOn(performance, 'now').mockImplementation(() => now);
    });
    afterEach(() => jest.restoreAllMocks());
    const fails = () => {
      renders += 1;
      return Promise.reject(new Error('no layout'));
    };

    test('the last good one is sent for a day and no longer', async () => {
      const pages = cacheOf(50);
      await pages.get('/', 'first', page(200, 'good'));
      now = DAY_MS - 1;
      expect((await pages.get('/', 'second', fails)).body.toString()).toBe('good');
      now = DAY_MS;
      await expect(pages.get('/', 'third', fails)).rejects.toThrow('no layout');
    });

    test('it is tried again after a second, and not for every visitor', async () => {
      const pages = cacheOf(50);
      await pages.get('/', 'first', page(200, 'good'));
      await pages.get('/', 'second', fails);
      now = 999;
      await pages.get('/', 'second', fails);
      expect(renders).toBe(1);
      now = 1_000;
      expect((await pages.get('/', 'second', page(200, 'new'))).body.toString()).toBe('new');
    });

    test('nor for every visitor when a fragment of it was released meanwhile', async () => {
      const pages = cacheOf(50);
      await pages.get(
        '/',
        'set',
        async () => ({ ...(await page(200, 'good')()), uses: { shop: '1' } }),
        () => '1',
      );
      for (let visit = 0; visit < 3; visit += 1) await pages.get('/', 'set', fails, () => '2');
      expect(renders).toBe(1);
    });

    test('one that lacks a part is made again after a second, however long the whole one may be reused', async () => {
      const pages = cacheOf(50);
      const get = async (text: string, complete: boolean) => {
        const made = async () => ({ ...(await page(200, text)()), complete });
        return (await pages.get('/product', 'set', made)).body.toString();
      };
      expect(await get('no basket', false)).toBe('no basket');
      now = 999;
      expect(await get('whole', true)).toBe('no basket');
      now = 1_000;
      expect(await get('whole', true)).toBe('whole');
    });

    test('one that lacks a fragment is the last good one where nothing better was made', async () => {
      const pages = cacheOf(50);
      const get = async (set: string, text: string, made: { complete: boolean; hasContent: boolean }) =>
        (await pages.get('/', set, async () => ({ ...(await page(200, text)()), ...made }))).body.toString();
      const [whole, part, none] = [
        { complete: true, hasContent: true },
        { complete: false, hasContent: true },
        { complete: false, hasContent: false },
      ];
      expect(await get('first', 'no price', part)).toBe('no price');
      expect(await get('second', 'left to the browser', none)).toBe('no price');
      now = 1_000;
      expect(await get('second', 'no price, later', part)).toBe('no price, later');
      now = 2_000;
      expect(await get('second', 'with its price', whole)).toBe('with its price');
      expect(await get('third', 'no price again', part)).toBe('with its price');
    });

    test('what belongs to one visitor is not kept, also where it lacks a fragment', async () => {
      const pages = cacheOf(50);
      const made = async () => ({ ...(await page(200)()), complete: false, hasContent: true, maxAge: 0 });
      await pages.get('/success', 'first', made);
      expect(pages.fresh('/success', 'first')).toBeUndefined();
    });
  });

  const set = (id: string) => ({ id }) as ReleaseSet;
  const site = (path: string) => ({ path }) as SiteConfig;
  const place = { key: '/blog', version: '1' };
  const [first, settings] = [set('first'), site('settings')];

  test('an address is known as it was written, for the same releases and settings only', () => {
    const known = new AddressCache(10);
    known.remember('/blog?utm_source=mail', first, settings, place);
    expect(known.find('/blog?utm_source=mail', first, settings)).toBe(place);
    expect(known.find('/blog', first, settings)).toBeUndefined();
    expect(known.find('/blog?utm_source=mail', set('second'), settings)).toBeUndefined();
    expect(known.find('/blog?utm_source=mail', first, site('others'))).toBeUndefined();
  });

  test('what is remembered of later releases takes the place of all before', () => {
    const known = new AddressCache(10);
    known.remember('/blog', first, settings, place);
    known.remember('/', set('second'), settings, place);
    expect(known.find('/blog', first, settings)).toBeUndefined();
  });

  test('addresses that are made up take no more memory than so many', () => {
    const known = new AddressCache(10);
    for (let made = 0; made < 25; made += 1) known.remember(`/blog/${made}`, first, settings, place);
    expect(known.find('/blog/19', first, settings)).toBeUndefined();
    expect(known.find('/blog/24', first, settings)).toBe(place);
    const long = `/blog?${'x'.repeat(600)}`;
    known.remember(long, first, settings, place);
    expect(known.find(long, first, settings)).toBeUndefined();
  });

  const LINEN = headSchema.parse({ title: 'Linen' });
  const OTHER = headSchema.parse({ title: 'Not here' });

  let heads: HeadCache;
  beforeEach(() => {
    heads = new HeadCache();
    heads.remember('/blog/linen', 200, LINEN);
  });

  test.each([404, 410])('a page that answers %d is forgotten', (status) => {
    heads.remember('/blog/linen', status, OTHER);
    expect(heads.of('/blog/linen')).toBeUndefined();
  });

  test.each([500, 503])('a page that answers %d is still the page that it was', (status) => {
    heads.remember('/blog/linen', status, OTHER);
    expect(heads.of('/blog/linen')).toEqual(LINEN);
  });
});

describe('a page from the cache', () => {
  let store: string;
  let composer: RunningComposer;
  beforeAll(async () => {
    store = await storeWithHome();
    await writeRelease(store, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('The new journal'));
    composer = await runComposer(store, { API_PORT: '1' });
  });
  afterAll(() => composer.close());

  interface Answer {
    status: number | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }

  /** Requests a path without decompression, which `fetch` would do. */
  const ask = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      get(composer.origin + path, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { date: _date, ...kept } = response.headers;
          resolve({ status: response.statusCode, headers: kept, body: Buffer.concat(parts).toString('base64') });
        });
      }).on('error', reject);
    });

  const hits = async (): Promise<number> =>
    Number(
      /^composer_page_cache_hits_total (\d+)/m.exec(
        await (await fetch(`${composer.privateOrigin}/metrics`)).text(),
      )?.[1],
    );

  describe.each(['br', 'gzip', 'identity'])('a page that was asked for before, in %s', (encoding) => {
    const path = `/blog/${encoding}`;

    test('is answered to the letter as when it was made', async () => {
      // After a second request, an idle composer compresses the page once more, and better.
      const isLast = ({ headers }: Answer) => encoding !== 'br' || headers.etag?.endsWith('-packed"') === true;
      const made = await eventually(() => ask(path, { 'accept-encoding': encoding }), isLast);
      const before = await hits();
      const again = [];
      for (let times = 0; times < 3; times += 1) again.push(await ask(path, { 'accept-encoding': encoding }));
      expect(again).toEqual([made, made, made]);
      expect((await hits()) - before).toBe(3);
    });

    test('has no body for HEAD, or for a visitor who has it', async () => {
      const known = await ask(path, { 'accept-encoding': encoding });
      const head = await ask(path, { method: 'HEAD', 'accept-encoding': encoding });
      expect(head).toEqual({ ...known, body: '' });
      const kept = await ask(path, { 'accept-encoding': encoding, 'if-none-match': known.headers.etag ?? '' });
      expect([kept.status, kept.body, kept.headers['content-type']]).toEqual([304, '', undefined]);
      expect(kept.headers['content-security-policy']).toBe(known.headers['content-security-policy']);
    });
  });

  test('its visitor’s override, and a method that is none of a page’s, are heeded', async () => {
    for (let times = 0; times < 2; times += 1) await ask('/blog');
    const page = await ask('/blog', { cookie: 'preview=mf-blog@2.0.0' });
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(Buffer.from(page.body, 'base64').toString()).toContain('The new journal');
    expect((await ask('/blog', { method: 'PUT' })).status).toBe(405);
  });

  test('its visitors are given their variants as soon as a canary runs', async () => {
    for (let times = 0; times < 2; times += 1) await ask('/blog');
    await startCanary(store, 'mf-blog', '2.0.0', 50, {});
    const page = await eventually(
      () => ask('/blog'),
      ({ headers }) => headers['set-cookie'] !== undefined,
    );
    expect(page.headers['set-cookie']?.[0]).toMatch(/^bucket=/);
    expect(page.headers['cache-control']).toBe('private, no-cache');
  });

  test('its visitors are asked to come by another way when the server stops', async () => {
    expect((await ask('/contact')).headers.connection).toBe('keep-alive');
    await ask('/contact');
    const stopped = composer.stop(1_000);
    expect((await ask('/contact')).headers.connection).toBe('close');
    expect((await ask('/readyz')).status).toBe(503);
    await stopped;
  });
});

describe('pages made ahead', () => {
  const manifest = (app: string, routes: { path: string; document: boolean }[]) =>
    ({ app, version: '1.0.0', routes, files: { 'a.css': { integrity: 'sha384-a' } } }) as unknown as ReleaseManifest;

  const set = (...manifests: ReleaseManifest[]): ReleaseSet =>
    ({
      id: 'set',
      apps: Object.fromEntries(manifests.map((each) => [each.app, { manifest: each }])),
    }) as unknown as ReleaseSet;

  const named = (isDocument: boolean): string => JSON.parse(speculationHeader(isDocument)['speculation-rules'] ?? '');

  const pages = set(
    manifest('mf-blog', [{ path: '/blog', document: false }]),
    manifest('mf-courses', [{ path: '/courses/:id', document: true }]),
  );

  test('a page names rules that fetch ahead the documents of all remotes, and no other page', () => {
    const found = speculationRules(pages)[named(false)];
    expect(found?.headers['content-type']).toBe('application/speculationrules+json');
    const { prefetch } = JSON.parse(found?.body.toString() ?? '');
    expect(prefetch[0].where.and[0]).toEqual({ href_matches: ['/courses/:id'] });
  });

  test('a document names rules for pages that are none, which are softly had, and not for the API', () => {
    const { prefetch } = JSON.parse(speculationRules(pages)[named(true)]?.body.toString() ?? '');
    expect(prefetch[0].where.and).toEqual([
      { href_matches: ['/*'] },
      { not: { href_matches: ['/api/*', '/_*', '/courses/:id'] } },
    ]);
  });

  test('rules follow the releases under an address that stays', () => {
    const before = speculationRules(pages)[named(false)];
    expect(speculationRules(pages)[named(false)]).toBe(before);
    expect(speculationRules(set())[named(false)]?.body.toString()).toContain('"href_matches":[]');
  });

  test('styles and fonts are named before the page, styles with their integrity', () => {
    const files = [{ manifest: manifest('shell', []), js: [], css: ['a.css'] }];
    expect(preloadHeader([{ href: '/font.woff2' }], files).link).toBe(
      '</_releases/shell/1.0.0/a.css>; rel=preload; as=style; integrity="sha384-a", ' +
        '</font.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    );
    expect(preloadHeader([], [])).toEqual({});
    const many = Array.from({ length: 1_000 }, (_, index) => ({ ...files[0], css: [`${index}.css`] }));
    expect(preloadHeader([], many as typeof files).link?.length).toBeLessThan(8_000);
    expect(preloadHeader([{ href: '/font.woff2', media: '(width >= 40rem)' }], []).link).toBe(
      '</font.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin; media="(width >= 40rem)"',
    );
  });

  let composer: RunningComposer | undefined;
  afterEach(async () => {
    await composer?.close();
    composer = undefined;
  });

  test.each([
    ['alone, it names the rules', {}, []],
    ['behind a proxy, which may send them early, its styles, too', { BEHIND_PROXY: '1' }, ['shell', 'mf-blog']],
  ])('what a page says before it comes: %s', async (_what, env, apps) => {
    composer = await runComposer(await storeWithHome(), { API_PORT: '1', ...env });
    // The second response comes from the cache.
    for (let times = 0; times < 2; times += 1) {
      const { headers } = await fetch(`${composer.origin}/blog`);
      expect(headers.get('speculation-rules')).toBe(`"${named(false)}"`);
      const files = headers.get('link')?.match(/\/_releases\/[^>]+/g) ?? [];
      expect(files).toEqual(apps.map((app) => `/_releases/${app}/1.0.0/app.css`));
    }
    const list = await fetch(composer.origin + named(false));
    expect(list.headers.get('content-type')).toBe('application/speculationrules+json');
  });
});
