import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { ensureChromium } from '../../run/find-program';
import { TAKES_ALL } from '../../testing/sample';
import { faultsOf, type GateContext } from '../check';
import { BLANK, type GateSite, launchForGate } from '../site';
import { pages, visitPages } from './pages';

const MOUNTED = (app: string) =>
  `window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail: { appsByNewStatus: { MOUNTED: ['${app}'] } } }))`;

let server: Server;
let site: GateSite;

/** The layout lacks a picture; the page lacks another one in each view. */
beforeAll(async () => {
  ensureChromium();
  server = createServer(({ url = '', headers }, response) => {
    const isMember = url === '/account' && headers.cookie === 'session=ada';
    const isPage = url === '/page' || url === '/endless' || url === BLANK.path || isMember;
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    const endless = '<script>window.requestIdleCallback = () => { for (;;); }</script>';
    const own = url === '/endless' ? endless : url !== BLANK.path ? '<img src="/own.png" alt="">' : '';
    response.end(
      isPage
        ? `<!doctype html><title>Page</title><link rel="icon" href="data:,"><img src="/layout.png" alt=""><div id="slot"><h1>Page</h1>${own}</div><script>${MOUNTED(url === BLANK.path ? BLANK.app : 'news')}</script>`
        : '',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const composer = {
    origin,
    renderErrors: () => [],
    fragmentErrors: () => [],
    nesting: () => [],
    stop: async () => {},
  };
  const browser = await launchForGate();
  site = {
    ...{ browser, composer, withoutApi: composer, hasApi: true, hasSiteApi: true, pages: ['/page'], closed: {} },
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
  const findings = await visitPages(site, manifest, (text) => notes.push(text));
  const context = { visits: async () => findings, site: async () => site, note: () => {} } as unknown as GateContext;
  expect((await faultsOf(pages, context)).map(({ where, what }) => `${where}: ${what}`)).toEqual([
    expect.stringMatching(/^\/page at 390 and 3 more views: \/own\.png was answered with 404$/),
  ]);
  expect(notes).toEqual(['The layout alone has this on every page: /layout.png was answered with 404.']);
}, 120_000);

if (TAKES_ALL)
  test('a page whose scripts never come to their end is given up, and says so', async () => {
    const findings = await visitPages({ ...site, pages: ['/endless'] }, manifest, () => {}, 1_000);
    const troubles = findings.filter(({ view }) => view.scripts).flatMap((found) => found.troubles);
    expect(troubles).toContain('its scripts keep it from being looked at: That took longer than 1000 ms');
  }, 120_000);
