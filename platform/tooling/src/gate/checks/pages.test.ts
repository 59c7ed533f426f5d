import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { ensureChromium } from '../../run/find-program';
import { TAKES_ALL } from '../../testing/sample';
import { faultsOf, type GateContext } from '../check';
import { BLANK, type GateSite, launchForGate } from '../site';
import { accessibility, pages, visitPages } from './pages';
import { styleReach } from './styles';

const MOUNTED = (app: string) =>
  `window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail: { appsByNewStatus: { MOUNTED: ['${app}'] } } }))`;

let server: Server;
let site: GateSite;

const PICTURE = '<img src="/own.png" alt="">';
/** The slot's HTML by path; all other addresses are files. */
const PAGES: Readonly<Record<string, string>> = {
  [BLANK.path]: '',
  '/page': PICTURE,
  '/other': PICTURE,
  '/account': PICTURE,
  '/endless': '<script>window.requestIdleCallback = () => { for (;;); }</script>',
  '/calls': "<script>addEventListener('load', () => fetch('/api/posts'))</script>",
  '/gone': '',
  '/failing': '',
  '/once': '<img src="/once.png" alt="">',
  '/careless': '<link rel="stylesheet" href="/_releases/news/a.css"><img src="data:,">',
};

const statusOf = (path: string, isFirst: boolean, isMember: boolean): number => {
  if (path === '/failing') return 503;
  if (path === '/account') return isMember ? 200 : 404;
  if (path === '/once.png') return isFirst ? 404 : 200;
  return (path in PAGES && path !== '/gone') || path.endsWith('.css') ? 200 : 404;
};

/** The layout lacks a picture; some pages lack another one in each view. */
beforeAll(async () => {
  ensureChromium();
  const asked = new Set<string>();
  server = createServer(({ url = '', headers }, response) => {
    const isFirst = !asked.has(url);
    asked.add(url);
    const type = url.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(statusOf(url, isFirst, headers.cookie === 'session=ada'), { 'content-type': type });
    const own = PAGES[url];
    if (own === undefined) return response.end('footer { opacity: 0.5 }');
    response.end(
      `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><img src="/layout.png" alt=""><div id="slot"><h1>Page</h1>${own}</div><footer>Since 1973</footer><script>${MOUNTED(url === BLANK.path ? BLANK.app : 'news')}</script></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const composer = {
    origin,
    renderErrors: (path: string) => (path === '/failing' ? ['render failed: no such colour'] : []),
    fragmentErrors: () => [],
    nesting: () => [],
    stop: async () => {},
  };
  const browser = await launchForGate();
  site = {
    ...{ browser, composer, withoutApi: composer, api: 'up', siteApi: 'up', pages: ['/page'], closed: {} },
    ...{ visitor: undefined, members: [] },
    close: () => browser.close(),
  };
}, 300_000);
afterAll(async () => {
  await site.close();
  server.close();
});

const manifest = { app: 'news', routes: [], fragments: [] } as unknown as ReleaseManifest;

test("a member's page is looked at as the site's test visitor", async () => {
  const members = { ...site, pages: [], members: ['/account'], visitor: { session: 'ada' } };
  const findings = await visitPages(members, manifest, () => {});
  const context = { visits: async () => findings, site: async () => members, note: () => {} } as unknown as GateContext;
  expect((await faultsOf(pages, context)).map(({ where, what }) => `${where}: ${what}`)).toEqual([
    '/account at 390, as the test visitor and 2 more views: /own.png was answered with 404',
  ]);
}, 120_000);

test('each cause is said once with its address, and what the layout lacks is not laid at the door of the page', async () => {
  const notes: string[] = [];
  const findings = await visitPages({ ...site, pages: ['/page', '/other'] }, manifest, (text) => notes.push(text));
  // Three pages at fault are enough, and one more is on its way.
  expect(findings).toHaveLength(4);
  const context = { visits: async () => findings, site: async () => site, note: () => {} } as unknown as GateContext;
  expect((await faultsOf(pages, context)).map(({ where, what }) => `${where}: ${what}`)).toEqual([
    expect.stringMatching(/^\/page at 390 and 3 more views: \/own\.png was answered with 404$/),
  ]);
  expect(notes).toEqual(['The layout alone has this on every page: /layout.png was answered with 404.']);
}, 120_000);

test('on a site without an API a call that fails is a trouble, and no page is seen with the API down', async () => {
  const findings = await visitPages({ ...site, api: 'none', pages: ['/calls'] }, manifest, () => {});
  expect(findings.map(({ view, troubles }) => [view.scripts, view.api, troubles.length])).toEqual([
    [true, true, 1],
    [true, true, 1],
    [false, true, 0],
  ]);
}, 120_000);

test('a page that the server could not make is at fault; one that there is not, and one that failed once, are none', async () => {
  const findings = await visitPages(
    { ...site, api: 'none', pages: ['/gone', '/once', '/failing'] },
    manifest,
    () => {},
  );
  const troubles = findings.filter((found) => found.troubles.length > 0);
  expect(troubles.map(({ view, troubles }) => [view.path, troubles])).toEqual(
    Array.from({ length: 3 }, () => ['/failing', ['the server answered 503', 'render failed: no such colour']]),
  );
}, 120_000);

test('of each route one page is held against axe, and its styles against the layout', async () => {
  const routes = [{ path: '/careless' }] as unknown as ReleaseManifest['routes'];
  const findings = await visitPages({ ...site, pages: ['/careless'] }, { ...manifest, routes }, () => {});
  const context = { visits: async () => findings, closeLooks: async () => [] } as unknown as GateContext;
  const faults = [...(await faultsOf(accessibility, context)), ...(await faultsOf(styleReach, context))];
  expect(faults.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    '/careless: img[src="data:,"]: Images must have alternative text',
    '/careless: footer opacity: 1 → 0.5',
  ]);
}, 120_000);

if (TAKES_ALL)
  test('a page whose scripts never come to their end is given up, and says so', async () => {
    const findings = await visitPages({ ...site, pages: ['/endless'] }, manifest, () => {}, 1_000);
    const troubles = findings.filter(({ view }) => view.scripts).flatMap((found) => found.troubles);
    expect(troubles).toContain('its scripts keep it from being looked at: That took longer than 1000 ms');
  }, 120_000);
