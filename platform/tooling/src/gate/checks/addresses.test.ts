import { createServer } from 'node:http';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { listen } from '../../run/spawn';
import { faultsOf, type GateContext } from '../check';
import type { GateSite } from '../site';
import { addresses, askAddresses, SLOW_MS } from './addresses';

const PAGES = ['sound', 'throws', 'slow', 'slow-once', 'hidden'].map((slug) => `/evil/${slug}`);

let origin: string;
let close: () => Promise<void>;
const asked: string[] = [];
beforeAll(async () => {
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const isSlow = url === '/evil/slow' || (url === '/evil/slow-once' && asked.indexOf(url) === asked.length - 1);
    const robots = url === '/evil/hidden' ? '<meta name="robots" content="noindex">' : '';
    const sitemap = PAGES.map((path) => `<loc>${origin}${path}</loc>`).join('');
    const html = url === '/sitemap.xml' ? sitemap : `<!doctype html>${robots}<main>Page</main>`;
    setTimeout(() => response.writeHead(url === '/evil/throws' ? 503 : 200).end(html), isSlow ? SLOW_MS + 200 : 0);
  });
  const { port, stop } = await listen(server);
  origin = `http://127.0.0.1:${port}`;
  close = stop;
});
afterAll(() => close());

test('an address that throws, one that is slow twice, and one that there is not are named, and no others', async () => {
  const renderErrors = (path: string) => (path === '/evil/throws' ? ['mf-evil 1.0.0: no such colour'] : []);
  const composer = { origin, renderErrors };
  const site = { composer, withoutApi: composer, api: 'none' } as unknown as GateSite;
  const manifest = { app: 'mf-evil', routes: [{ path: '/evil/:slug', sitemap: [] }] } as unknown as ReleaseManifest;
  const context = { addresses: () => askAddresses(site, manifest), site: async () => site, note: jest.fn() };
  const faults = await faultsOf(addresses, context as unknown as GateContext);
  const said = faults.map(({ where, what }) => `${where}: ${what}`);
  expect(said.splice(0, 1)).toEqual([
    expect.stringMatching(/^\/evil\/\S+: There is no such page, and it answers 200\.$/),
  ]);
  expect(said.sort()).toEqual([
    '/evil/hidden: It is listed for search engines and tells them to leave it out.',
    expect.stringMatching(/^\/evil\/slow: It takes \d\.\d s; 1\.5 s are allowed\.$/),
    '/evil/throws: It is listed for search engines and answers 503.',
    '/evil/throws: mf-evil 1.0.0: no such colour',
  ]);
});
