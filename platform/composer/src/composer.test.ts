import { cp, rename, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promote, rollback } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, storeWithHome, writeRelease } from './testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from './testing/running-composer';

describe('a composer over sound releases', () => {
  let store: string;
  let composer: RunningComposer;
  beforeAll(async () => {
    store = await storeWithHome();
    composer = await runComposer(store, { API_PORT: '1' });
  });
  afterAll(() => composer.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(composer.origin + path, { headers, redirect: 'manual' });
  const text = async (path: string) => (await get(path)).text();

  test('puts the layout around the page of the remote that owns the path', async () => {
    const html = await text('/blog/linen');
    expect(html).toContain('<header>/blog/linen</header>');
    expect(html).toContain('<h1>The journal</h1>');
    expect(html).toContain('<title>The journal</title>');
    expect(html).toMatch(/"entry":"\/_releases\/mf-blog\/1.0.0\/remoteEntry.js","integrity":"sha384-/);
    expect(html).not.toContain('/_releases/mf-marketing/1.0.0/remoteEntry.js" integrity');
  });

  test('tells of a page and of its rendering as steps of the trace that nginx began', async () => {
    const [trace, front] = ['e'.repeat(32), 'f'.repeat(16)];
    await text('/blog/first');
    const response = await get('/blog/traced', { traceparent: `00-${trace}-${front}-01` });
    await response.text();
    // The span of the request ends after its response, so the test waits for it.
    while (composer.spans.filter(({ step }) => step.id === trace).length < 2) await get('/healthz');
    const [rendering, page] = composer.spans.filter(({ step }) => step.id === trace);
    expect(page).toMatchObject({ name: 'GET', step: { parentSpanId: front }, failed: false });
    expect(rendering).toMatchObject({ name: 'render mf-blog', step: { parentSpanId: page?.step.spanId } });
  });

  test('counts for operators what it serves from, and how full its disk is', async () => {
    const numbers = await (await fetch(`${composer.privateOrigin}/metrics`)).text();
    expect(numbers).toContain('composer_registry_unreadable 0');
    expect(numbers).toContain('composer_releases_refused 0');
    expect(numbers).toMatch(/^data_disk_free_ratio 0\.\d/m);
  });

  test.each(['/metrics', '/_composition', '/_composition.css'])('shows no visitor %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Oops! Page Not Found');
  });

  test('says at its private port what is there, and nothing to who writes', async () => {
    const [other, written] = await Promise.all([
      fetch(`${composer.privateOrigin}/blog`),
      fetch(`${composer.privateOrigin}/metrics`, { method: 'POST' }),
    ]);
    expect([other.status, written.status]).toEqual([404, 405]);
    expect((await fetch(`${composer.privateOrigin}/readyz`)).status).toBeLessThan(504);
  });

  test('answers an unknown path with the 404 page', async () => {
    const response = await get('/nothing/here');
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('Oops! Page Not Found');
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test('a remote that owns /404 is shown there alone', async () => {
    const routes = [{ path: '/404', document: false, sitemap: [], js: [], css: [] }];
    await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Four hundred and four'), { routes });
    await promote(store, 'mf-careers', '1.0.0');
    const isOwned = ({ status }: Response) => status === 200;
    await eventually(() => get('/404'), isOwned);
    const unknown = await get('/there-is-nothing-here');
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('Oops! Page Not Found')]);
  });

  test('sends every page with a strict policy and no way to frame it', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|\*|data:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  test.each(['br', 'gzip', 'identity'])('sends %s, and 304 to who has the page in it', async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const response = await get('/', headers);
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    const etag = response.headers.get('etag') ?? '';
    const again = await get('/', { ...headers, 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    // Another encoding has another ETag.
    const other = await get('/', { 'accept-encoding': encoding === 'br' ? 'gzip' : 'br', 'if-none-match': etag });
    expect(other.status).toBe(200);
  });

  test('sends 304 to who has the page by a weak ETag, as a proxy that compresses writes it', async () => {
    const etag = (await get('/')).headers.get('etag');
    expect((await get('/', { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
  });

  test('says 404 to who has the 404 page as well', async () => {
    const etag = (await get('/nothing/here')).headers.get('etag') ?? '';
    const again = await get('/nothing/here', { 'if-none-match': etag });
    expect(again.status).toBe(404);
    expect(await again.text()).toContain('Oops! Page Not Found');
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip', 'br'],
    ['deflate', null],
  ])('understands "accept-encoding: %s"', async (accepted, encoding) => {
    expect((await get('/', { 'accept-encoding': accepted })).headers.get('content-encoding')).toBe(encoding);
  });

  test('says to browsers and to caches in front how long a page may be kept, and what it is made of', async () => {
    const { headers } = await get('/contact');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, stale-if-error=86400');
    expect(headers.get('cdn-cache-control')).toBe('max-age=1, stale-while-revalidate=10, stale-if-error=86400');
    expect(headers.get('cache-tag')).toMatch(/^shell@[\w.-]+,mf-[a-z]+@[\w.-]+$/);
    expect(headers.get('vary')).toBe('accept-encoding');
    const missing = (await get('/no-such-page')).headers;
    expect([missing.get('cache-control'), missing.get('cache-tag')]).toEqual(['no-cache', null]);
  });

  test('serves release files for a year, and no longer than they are what was published', async () => {
    const response = await get('/_releases/mf-blog/1.0.0/remoteEntry.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    await writeRelease(store, 'mf-blog', '1.0.7', SERVER_ENTRIES.says('Seven'));
    await writeFile(join(store, 'mf-blog', '1.0.7', 'remoteEntry.js'), 'tampered');
    expect((await get('/_releases/mf-blog/1.0.7/remoteEntry.js')).status).toBe(503);
  });

  test('renders a page once, and once for all who came by an advertisement', async () => {
    const count = async (path: string) => /"data":\{"count":(\d+)\}/.exec(await text(path))?.[1];
    const first = await count('/contact');
    expect(await count('/contact')).toBe(first);
    expect(await count('/contact?utm_source=mail&gclid=1')).toBe(first);
    expect(await count('/contact?anything=new&page=2')).toBe(first);
    const listed = await count('/blog?page=2&page=3');
    expect(listed).not.toBe(await count('/blog'));
    expect(await count('/blog?x=1&page=2')).toBe(listed);
  });

  test('shows a new release and the old one again after a rollback', async () => {
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
    await promote(store, 'mf-blog', '1.1.0');
    const page = () => text('/blog');
    expect(await eventually(page, (html) => html.includes('A new heading'))).toContain('A new heading');
    expect(await text('/')).toContain('<h1>Home</h1>');
    expect((await get('/_releases/mf-blog/1.0.0/remoteEntry.js')).status).toBe(200);
    await rollback(store, 'mf-blog');
    expect(await eventually(page, (html) => html.includes('The journal'))).toContain('The journal');
  });

  test('serves on when a promoted release was tampered with, and when the registry is unreadable', async () => {
    await writeRelease(store, 'mf-blog', '1.2.0', SERVER_ENTRIES.says('Never seen'));
    const elsewhere = `${store}-elsewhere`;
    await cp(store, elsewhere, { recursive: true });
    await promote(elsewhere, 'mf-blog', '1.2.0');
    await writeFile(join(store, 'mf-blog', '1.2.0', 'node', 'render.mjs'), 'export const render = () => 1');
    await rename(join(elsewhere, 'registry.json'), join(store, 'registry.json'));
    const isLogged = (event: string) =>
      eventually(async () => composer.events.some((entry) => entry.event === event), Boolean);
    expect(await isLogged('release refused')).toBe(true);
    expect(await text('/blog/again')).toContain('The journal');
    await writeFile(join(store, 'registry.json'), '{ nonsense');
    expect(await isLogged('registry unreadable, the last good releases serve on')).toBe(true);
    expect((await get('/blog')).status).toBe(200);
  });

  test('lists for search engines what a release finds out in its own process', async () => {
    const entry = `${SERVER_ENTRIES.says('Eight')}; export const sitemap = async () => ['/blog/linen', '/blog/wool'];`;
    const composer = await runComposer(await storeWithHome(entry));
    const xml = await (await fetch(`${composer.origin}/sitemap.xml`)).text();
    await composer.close();
    for (const path of ['/', '/contact', '/blog', '/blog/linen', '/blog/wool'])
      expect(xml).toContain(`<loc>http://site.test${path}</loc>`);
  });

  test('serves the files that a release declares, made in its own process, as what runs nothing; one that it makes none of is asked for again later', async () => {
    const store = await fixtureStore();
    const entry = `${SERVER_ENTRIES.says('Nine')};
    export const renderFile = async ({ path }) => path.endsWith('feed.xml') ? '<feed>' + path + '</feed>' : undefined;`;
    const textFiles = ['/blog/feed.xml', '/blog/none.xml'].map((path) => ({
      path,
      type: 'application/atom+xml' as const,
    }));
    await writeRelease(store, 'mf-blog', '1.1.0', entry, { textFiles });
    await promote(store, 'mf-blog', '1.1.0');
    const composer = await runComposer(store);
    const answer = await fetch(`${composer.origin}/blog/feed.xml`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
      '<feed>/blog/feed.xml</feed>',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const none = await fetch(`${composer.origin}/blog/none.xml`);
    expect([none.status, none.headers.get('retry-after')]).toEqual([503, '60']);
    await composer.close();
  });

  test('answers 502 in words when the API is gone', async () => {
    const response = await fetch(`${composer.origin}/api/save_form.php`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(502);
    expect(await response.text()).toMatch(/try again/);
  });
});

test('requires trusted types of every page, also beside a release that names no policies', async () => {
  const store = await storeWithHome();
  for (const app of ['shell', 'mf-marketing', 'mf-blog'] as const) {
    const entry = app === 'shell' ? SERVER_ENTRIES.shell : SERVER_ENTRIES.says(app);
    await writeRelease(store, app, '1.1.0', entry, app === 'mf-blog' ? {} : { policies: [app] });
    await promote(store, app, '1.1.0');
  }
  const composer = await runComposer(store, { API_PORT: '1' });
  const { headers } = await fetch(`${composer.origin}/contact`);
  await composer.close();
  expect(headers.get('content-security-policy')).toMatch(
    /; require-trusted-types-for 'script'; trusted-types mf-marketing shell$/,
  );
});

test('follows the registry until what is in flight at its stop is answered', async () => {
  const store = await storeWithHome();
  const composer = await runComposer(store);
  const held = request(`${composer.origin}/_reports`, { method: 'POST' }).on('error', () => {});
  await new Promise((sent) => held.write('[', sent));
  await fetch(`${composer.origin}/healthz`);
  const stopped = composer.stop(0);
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
  await promote(store, 'mf-blog', '1.1.0');
  const live = async () => JSON.stringify(composer.events.filter(({ event }) => event === 'releases live'));
  expect(await eventually(live, (events) => events.includes('1.1.0'))).toContain('1.1.0');
  held.destroy();
  await stopped;
});

test('gives a visitor what the API answers before it has read an upload to its end', async () => {
  const api = createServer((incoming, response) => {
    response.writeHead(413, { connection: 'close' }).end('too large');
    response.on('finish', () => incoming.socket.destroySoon());
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { port } = api.address() as AddressInfo;
  const composer = await runComposer(await fixtureStore(), { API_PORT: String(port) });
  for (let turn = 0; turn < 5; turn += 1) {
    const body = Buffer.alloc(8_000_000);
    const response = await fetch(`${composer.origin}/api/save_inspiration.php`, { method: 'POST', body });
    expect([413, 502]).toContain(response.status);
  }
  await composer.close();
  api.close();
});
