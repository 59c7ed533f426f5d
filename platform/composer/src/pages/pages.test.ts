import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublicConfig } from '@wholepage/contracts/mount';
import type { LiveSet, SetDocument } from '@wholepage/contracts/page';
import { reportsSchema } from '@wholepage/contracts/report';
import { startCanary } from '@wholepage/releases/canary/canary';
import { promote } from '@wholepage/releases/steps';
import { GuestBusyError, RenderError } from '../errors';
import type { Log } from '../log';
import type { Parts } from '../parts';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import type { SiteConfig } from '../settings/site/site-configs';
import { fixtureStore, SERVER_ENTRIES, storeWithHome, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { policiesOf, remoteOnPage, SetDocuments } from './page-parts';
import { LayoutMaker } from './page-responder';
import { sendSorry } from './sorry-page';
import { robots, SitemapMaker } from './text-files';

describe('redirects and refusals', () => {
  /** A server entry with redirects, denied pages and private pages. */
  const BLOG = `const REDIRECTS = {
  '/blog/old': { status: 301, to: '/blog/new', maxAge: 60 },
  '/blog/query': { status: 302, to: '/blog/new?sign-in=1#form' },
  '/blog/form': { status: 303, to: '/blog/new' },
  '/blog/later': { status: 307, to: '/blog/new' },
  '/blog/for-ever': { status: 308, to: 'https://accounts.example/sign-in' },
  '/blog/tamil': { status: 301, to: '/blog/நூல்' },
  '/blog/french': { status: 301, to: '/blog/é?q=é#é' },
  '/blog/itself': { status: 302, to: '/blog/itself' },
  '/blog/unnamed': { status: 302, to: 'https://evil.example/' },
  '/blog/name': { status: 302, to: 'https://accounts.example@evil.example/' },
  '/blog/password': { status: 302, to: 'https://me:secret@accounts.example/' },
  '/blog/script': { status: 302, to: 'javascript:alert(1)' },
  '/blog/blob': { status: 302, to: 'blob:https://accounts.example/x' },
  '/blog/away': { status: 302, to: '//evil.example/x' },
  '/blog/afar': { status: 302, to: '/.//evil.example/x' },
  '/blog/aside': { status: 302, to: '/blog/..//evil.example' },
  '/blog/slanted': { status: 302, to: '/\\\\\\\\evil.example' },
  '/blog/relative': { status: 302, to: 'new' },
  '/blog/line': { status: 302, to: '/blog\\r\\nset-cookie: a=b' },
  '/blog/other': { status: 304, to: '/blog/new' },
};
export async function render({ url, cookies }) {
  const { pathname, search } = new URL(url);
  if (pathname === '/blog' && search === '') return { status: 303, to: '/blog?page=1' };
  if (REDIRECTS[pathname]) return REDIRECTS[pathname];
  if (pathname === '/blog/members') return { status: 401, denied: true };
  if (pathname === '/blog/staff') return { status: 403, denied: true };
  const status = pathname === '/blog/own-words' ? 401 : 200;
  return { status, head: { title: pathname }, html: '<h1>' + pathname + search + '</h1>', data: null, maxAge: 60 };
}`;

  /** A server entry whose only page reads a cookie. */
  const ACCOUNT = `export async function render({ cookies }) {
  if (!cookies.session) return { status: 303, to: '/blog/new' };
  if (cookies.session === 'over') return { status: 401, denied: true };
  if (cookies.session === 'broken') throw new Error('on purpose');
  return { status: 200, head: { title: 'Account of ' + cookies.session }, html: '<h1>' + cookies.session + '</h1>', data: null, maxAge: 60 };
}`;

  const ROUTE = { query: [], document: false, sitemap: [], js: [], css: [] };

  let store: string;
  let composer: RunningComposer;
  beforeAll(async () => {
    store = await fixtureStore(BLOG);
    await writeRelease(store, 'mf-careers', '1.0.0', ACCOUNT, {
      routes: [{ ...ROUTE, path: '/careers', cookies: ['session'] }],
    });
    await promote(store, 'mf-careers', '1.0.0');
    composer = await runComposer(store, { API_PORT: '1', WIDGET_ORIGINS: 'https://accounts.example' });
  });
  afterAll(() => composer.close());

  async function get(path: string, cookie = '') {
    const answer = await fetch(composer.origin + path, { redirect: 'manual', headers: { cookie } });
    const { status, headers } = answer;
    return { status, location: headers.get('location'), headers, text: await answer.text() };
  }

  const leadsTo = async (path: string) => {
    const { status, location } = await get(path);
    return [status, location];
  };

  test('a page sends visitors on to a path of the site, or to an origin that the site names', async () => {
    // The second response comes from the cache.
    for (let turn = 0; turn < 2; turn += 1) expect(await leadsTo('/blog/old')).toEqual([301, '/blog/new']);
    expect(await leadsTo('/blog/query')).toEqual([302, '/blog/new?sign-in=1#form']);
    expect(await leadsTo('/blog/form')).toEqual([303, '/blog/new']);
    expect(await leadsTo('/blog/later')).toEqual([307, '/blog/new']);
    expect(await leadsTo('/blog/for-ever')).toEqual([308, 'https://accounts.example/sign-in']);
    expect(await leadsTo('/blog')).toEqual([303, '/blog?page=1']);
    // `Location` is ASCII: other letters are percent-encoded.
    expect(await leadsTo('/blog/tamil')).toEqual([301, `/blog/${encodeURIComponent('நூல்')}`]);
    expect(await leadsTo('/blog/french')).toEqual([301, '/blog/%C3%A9?q=%C3%A9#%C3%A9']);
    expect((await get('/blog/new')).text).toContain('<h1>/blog/new</h1>');
  });

  test('what tells where a visitor came from goes along within the site, and is nobody else’s', async () => {
    for (const query of ['?utm_source=mail', '?gclid=1&x=%2F', ''])
      expect(await leadsTo(`/blog/old${query}`)).toEqual([301, `/blog/new${query}`]);
    expect(await leadsTo('/blog/query?gclid=1')).toEqual([302, '/blog/new?sign-in=1&gclid=1#form']);
    expect(await leadsTo('/blog?gclid=1')).toEqual([303, '/blog?page=1&gclid=1']);
    expect(await leadsTo('/blog/for-ever?gclid=1')).toEqual([308, 'https://accounts.example/sign-in']);
  });

  test.each([
    'itself',
    'unnamed',
    'name',
    'password',
    'script',
    'blob',
    'away',
    'afar',
    'aside',
    'slanted',
    'relative',
    'line',
    'other',
  ])('a redirect that may lead a visitor astray is a fault of the release: /blog/%s', async (name) => {
    const path = `/blog/${name}`;
    expect(await leadsTo(path)).toEqual([503, null]);
    const { details } =
      composer.events.find(({ event, details }) => event === 'render failed' && details.path === path) ?? {};
    expect(details).toMatchObject({
      app: 'mf-blog',
      version: '1.0.0',
      reason: expect.stringContaining('redirect is refused'),
    });
  });

  test.each([
    ['/blog/members', 401, 'Please sign in'],
    ['/blog/staff', 403, 'Not for you'],
  ])('a page that is not for a visitor is the page of the site for that: %s', async (path, status, words) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { headers, text, ...answer } = await get(path);
      expect(answer.status).toBe(status);
      expect(text).toContain(`<h1>${words}</h1>`);
      expect(text).toContain('<meta name="robots" content="noindex"');
      // The browser mounts no remote on this page.
      expect(JSON.parse(/id="page-state">(.+?)<\/script>/.exec(text)?.[1] ?? '')).toMatchObject({ rendered: false });
      expect(text).not.toContain('"remote"');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('cdn-cache-control')).toBe('private, no-store');
    }
    expect(composer.events.filter(({ level }) => level === 'error')).not.toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ path }) }),
    );
  });

  test('what is made for one visitor is in no shared cache, whatever it comes to', async () => {
    const caching = async (path: string, cookie = '') => (await get(path, cookie)).headers.get('cache-control');
    expect((await get('/careers', 'session=Ada')).text).toContain('<h1>Ada</h1>');
    expect([(await get('/careers')).location, (await get('/careers', 'session=over')).status]).toEqual([
      '/blog/new',
      401,
    ]);
    for (const cookie of ['', 'session=Ada', 'session=over'])
      expect(await caching('/careers', cookie)).toBe('private, no-store');
    expect(await caching('/blog/own-words')).toBe('private, no-store');
    // Browsers revalidate a permanent redirect, because its path may later belong to another page.
    expect(await caching('/blog/old')).toBe('no-cache');
    expect(await caching('/blog/new')).toMatch(/^public/);
    // Nor is it in the browser's while a canary runs, which keeps all other pages private, too.
    await writeRelease(store, 'mf-blog', '2.0.0', BLOG);
    await startCanary(store, 'mf-blog', '2.0.0', 50);
    await eventually(
      () => caching('/blog/new'),
      (found) => found === 'private, no-cache',
    );
    expect(await caching('/careers', 'session=Ada')).toBe('private, no-store');
  });

  test('what the page of one visitor says of itself is on no page of another that could not be made', async () => {
    expect((await get('/careers', 'session=Ada')).text).toContain('<title>Account of Ada</title>');
    const { status, text } = await get('/careers', 'session=broken');
    expect([status, text.includes('Ada')]).toEqual([503, false]);
  });
});

describe('parts', () => {
  const setOf = (...policies: string[][]) =>
    ({
      apps: Object.fromEntries(policies.map((own, app) => [app, { manifest: { policies: own } }])),
    }) as ReleaseSet;

  test('a page may use the Trusted Types policies of all its releases', () => {
    const { apps } = setOf(['posts'], ['loader'], [], ['*']);
    // An isolated one runs in a document of its own.
    Object.assign(apps[3] ?? {}, { isIsolated: true });
    expect(policiesOf({ apps } as ReleaseSet)).toEqual(['loader', 'posts']);
  });

  test('two of them may create a policy of one name, as remotes of one framework do', () => {
    expect(policiesOf(setOf(['vue', 'posts'], ['vue'], []))).toEqual(['posts', 'vue', "'allow-duplicates'"]);
  });

  test('none are named while a release is in development, which does not tell its own', () => {
    const { apps } = setOf(['loader'], []);
    Object.assign(apps[1] ?? {}, { devOrigin: 'http://localhost:3003' });
    expect(policiesOf({ apps } as ReleaseSet)).toBeUndefined();
  });

  test('one in development has a version that reports may name', () => {
    const manifest = { app: 'mf-blog', version: '1.0.0', entry: { js: [], css: [] } };
    const release = { manifest, devOrigin: 'http://localhost:3003' } as unknown as LoadedRelease;
    const { name: app, version } = remoteOnPage(release, []);
    expect(reportsSchema.safeParse([{ app, version, page: '/blog' }]).error).toBeUndefined();
  });
});

describe('the layout', () => {
  const SHELL = { code: { id: 'shell-1.0.0' } } as LoadedRelease;
  const SITE = { config: {}, path: '/_settings/a.json' } as SiteConfig;
  const PIECES = { before: '<header></header><main>', after: '</main>' };

  test.each([
    ['a busy shell', new RenderError('shell', { cause: new GuestBusyError('too many pages wait for it') }), 1, 'warn'],
    ['a faulty one', new RenderError('shell', { cause: new Error('broken on purpose') }), 2, 'error'],
  ])('%s leaves another page’s layout', async (_which, error, times, level) => {
    const layout = jest.fn().mockResolvedValueOnce(PIECES);
    const log = jest.fn();
    const maker = new LayoutMaker({ layout }, log);
    await maker.make(SHELL, '/blog', 200, SITE);
    layout.mockClear().mockRejectedValue(error);
    expect(await maker.make(SHELL, '/blog/made-up', 200, SITE)).toEqual({ pieces: PIECES, isExact: false });
    expect(layout).toHaveBeenCalledTimes(times);
    expect(log).toHaveBeenCalledWith(level, expect.any(String), expect.objectContaining({ path: '/blog/made-up' }));
  });
});

describe('the document', () => {
  let composer: RunningComposer;
  beforeAll(async () => {
    composer = await runComposer(await fixtureStore(), { API_PORT: '1' });
  });
  afterAll(() => composer.close());

  const styles = (html = ''): (string | undefined)[] =>
    [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => address);

  test("the layout's styles stand in the head, and the remote's before all that they dress", async () => {
    const html = await (await fetch(`${composer.origin}/blog`)).text();
    const [head, body = ''] = html.split('<body>');
    expect(styles(head)).toEqual(['/_releases/shell/1.0.0/app.css']);
    expect(styles(body)).toEqual(['/_releases/mf-blog/1.0.0/app.css']);
    expect(body.trimStart()).toMatch(/^<link rel="stylesheet"/);
  });
});

describe('the document of a set', () => {
  let composer: RunningComposer;
  let store: string;
  beforeAll(async () => {
    store = await storeWithHome();
    composer = await runComposer(store, { API_PORT: '1' });
  });
  afterAll(() => composer.close());

  const get = (path: string) => fetch(composer.origin + path);
  test('the list of the live set is there however many others were looked at since somebody asked for it', () => {
    const documents = new SetDocuments();
    const setOf = (version: string) =>
      ({ id: version, apps: { shell: { manifest: { app: 'shell', version } } } }) as unknown as ReleaseSet;
    const live = setOf('1.0.0');
    const { id } = JSON.parse(String(documents.find('/_sets/live.json', live)?.body));
    for (let preview = 0; preview < 50; preview += 1) {
      documents.find('/_sets/live.json', setOf(`1.1.${preview}`));
      documents.find('/_sets/live.json', live);
    }
    expect(documents.find(`/_sets/${id}.json`, live)).toBeDefined();
  });

  const live = async (): Promise<LiveSet> => (await (await get('/_sets/live.json')).json()) as LiveSet;

  test('the set that is live is named by a document that is asked for each time, and listed in one that is kept for good', async () => {
    const pointer = await get('/_sets/live.json');
    expect(pointer.headers.get('cache-control')).toBe('no-cache');
    const { id } = (await pointer.json()) as LiveSet;
    const list = await get(`/_sets/${id}.json`);
    expect(list.headers.get('cache-control')).toContain('immutable');
    const { shell, remotes } = (await list.json()) as SetDocument;
    expect(shell).toBe('1.0.0');
    expect(remotes.map(({ name }) => name)).toEqual(expect.arrayContaining(['mf-blog', 'mf-marketing']));
    expect((await get('/_sets/no-such-set.json')).status).toBe(404);
  });

  test("a release changes the set and its own pages, and not a byte of other teams' pages", async () => {
    const before = await live();
    const [home, blog] = await Promise.all([get('/'), get('/blog')]);
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('Another journal'));
    await promote(store, 'mf-blog', '1.1.0');
    const after = await eventually(live, ({ id }) => id !== before.id);
    expect(after.id).not.toBe(before.id);
    expect((await get(`/_sets/${before.id}.json`)).status).toBe(200);
    const [homeAfter, blogAfter] = await Promise.all([get('/'), get('/blog')]);
    expect(homeAfter.headers.get('etag')).toBe(home.headers.get('etag'));
    expect(homeAfter.headers.get('content-security-policy')).toBe(home.headers.get('content-security-policy'));
    expect(blogAfter.headers.get('etag')).not.toBe(blog.headers.get('etag'));
  });

  test('the settings of the site are a document of their own, named by each page', async () => {
    const path = /"settings":"([^"]+)"/.exec(await (await get('/')).text())?.[1] ?? '';
    const settings = await get(path);
    expect(settings.headers.get('cache-control')).toContain('immutable');
    expect(Object.keys((await settings.json()) as object)).toEqual(['config']);
  });
});

describe('the page of last resort', () => {
  const SHELL = {
    manifest: { app: 'shell', version: '1.0.0', entry: { css: ['app.css'] }, files: {} },
  } as unknown as LoadedRelease;

  let server: Server;
  let shell: LoadedRelease | undefined;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => sendSorry(request, response, shell));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is a fault that passes: no cache keeps it, and no search engine', async () => {
    shell = SHELL;
    const response = await fetch(`${origin}/blog`);
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('retry-after')).toBe('2');
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<a href="">Try again</a>');
  });

  test('wears the styles of the shell, runs nothing and stands in no frame', async () => {
    shell = SHELL;
    const response = await fetch(`${origin}/blog`);
    expect(await response.text()).toContain('href="/_releases/shell/1.0.0/app.css"');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is there without a shell, and without a body for HEAD', async () => {
    shell = undefined;
    expect(await (await fetch(origin)).text()).toContain('<h1>One moment, please</h1>');
    const head = await fetch(origin, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([503, '']);
  });
});

describe('the sitemap', () => {
  const config: PublicConfig = {
    siteOrigin: 'https://site.example',
    site: { name: 'Test & Thimble', description: '', keywords: '', language: 'en' },
  };

  const release = (app: string, sitemap: string[]) =>
    ({ manifest: { app, version: '1.0.0', routes: [{ sitemap }] } }) as unknown as LoadedRelease;
  const set: ReleaseSet = {
    id: 'set',
    apps: { 'mf-marketing': release('mf-marketing', ['/', '/\x01x']), 'mf-blog': release('mf-blog', ['/blog']) },
  } as unknown as ReleaseSet;

  const locations = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

  test('holds what routes declare and what remotes find out, and while one finds out nothing what it found last', async () => {
    const found: Record<string, () => Promise<string[]>> = {
      'mf-marketing': async () => [],
      'mf-blog': async () => ['/blog', '/blog/a&b'],
    };
    const events: unknown[] = [];
    const log: Log = (level, event, details) => events.push({ level, event, details });
    const sitemap = ({ manifest }: LoadedRelease) => found[manifest.app]?.() ?? Promise.reject(new Error('nobody'));
    const maker = new SitemapMaker({
      settings: { siteOrigin: 'https://site.example' },
      sites: { of: () => ({ config }) },
      renderer: { sitemap },
      log,
    } as unknown as Parts);
    const first = await maker.make(set);
    const all = ['/', '/%01x', '/blog', '/blog/a&amp;b'].map((path) => `https://site.example${path}`);
    expect(locations(first.response.body.toString())).toEqual(all);
    expect(first.complete).toBe(true);

    found['mf-blog'] = () => Promise.reject(new Error('the API is gone'));
    const second = await maker.make(set);
    expect(locations(second.response.body.toString())).toEqual(all);
    expect(second.complete).toBe(false);
    expect(events).toEqual([
      {
        level: 'warn',
        event: 'sitemap failed',
        details: { app: 'mf-blog', version: '1.0.0', phase: 'sitemap', reason: 'the API is gone' },
      },
    ]);
  });

  test('robots keep out of the API, but for what the site names, and of remotes alone', () => {
    const site = { definition: { indexedApiPaths: ['/api/covers/'] } };
    expect(robots({ siteOrigin: 'https://site.example', site } as unknown as Settings).split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      'Allow: /api/covers/',
      'Disallow: /_standalone/',
      'Sitemap: https://site.example/sitemap.xml',
      '',
    ]);
  });
});
