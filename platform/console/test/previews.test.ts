import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { builtRelease, ENTRY, release, route } from '@wholepage/releases/testing/built-release';
import type { PreviewSummary } from '../src/shapes';
import { startConsole, type TestConsole, type TestPerson } from './console';

const LIVE = '1.0.0-aaaaaaaa';
const NEXT = '1.0.0-bbbbbbbb';

let console: TestConsole;
let releaser: TestPerson;
let viewer: TestPerson;
beforeEach(async () => {
  console = await startConsole();
  await release(console.storeUrl, LIVE, { app: 'news' });
  const routes = [route('/news/:slug'), route('/news')];
  await publish(console.storeUrl, 'news', NEXT, await builtRelease(NEXT, { app: 'news', routes }), environmentTrust());
  releaser = await console.person('Rolf', 'releaser:news');
  viewer = await console.person('Vera', 'viewer');
});
afterEach(() => console.close());

const previews = async (): Promise<PreviewSummary[]> =>
  (await viewer.get<{ previews: PreviewSummary[] }>('/api/previews')).body.previews;
const wanted = { releases: { news: NEXT }, hours: 2 };

test('a releaser previews what waits, a viewer sees its address, and it can be withdrawn', async () => {
  expect((await releaser.post('/api/previews', wanted)).status).toBe(200);
  const [found] = await previews();
  expect(found).toMatchObject({ by: 'Rolf', releases: { news: NEXT } });
  expect(found?.address).toBe(`http://localhost:3000/news?preview=${found?.id}`);
  expect((await viewer.post(`/api/previews/${found?.id}/withdraw`, {})).status).toBe(403);
  expect((await releaser.post(`/api/previews/${found?.id}/withdraw`, {})).status).toBe(200);
  expect(await previews()).toEqual([]);
  const admin = await console.person('Anna', 'admin');
  const { entries } = (await admin.get<{ entries: { subject: string }[] }>('/sign-in/audit')).body;
  const about = entries.filter(({ subject }) => subject === 'news');
  expect(about).toMatchObject([{ action: 'withdraw preview' }, { actor: 'Rolf', action: 'preview' }]);
});

test('a release that was removed cannot be opened alone any more', async () => {
  const entry = { browser: ENTRY, node: 'node/render.mjs', js: [ENTRY], css: [], standalone: { js: [ENTRY], css: [] } };
  const version = '1.0.0-cccccccc';
  await publish(
    console.storeUrl,
    'news',
    version,
    await builtRelease(version, { app: 'news', entry }),
    environmentTrust(),
  );
  await releaser.post('/api/previews', { releases: { news: version }, hours: 2 });
  expect((await previews())[0]?.alone).toEqual({ news: expect.stringContaining(version) });
  await rm(join(console.storeUrl, 'news', version), { recursive: true });
  expect((await previews())[0]?.alone).toEqual({});
});

test('who may not release an app makes no preview of it, nor of what is not there', async () => {
  expect((await viewer.post('/api/previews', wanted)).status).toBe(403);
  const other = await console.person('Otto', 'releaser:shop');
  expect((await other.post('/api/previews', wanted)).status).toBe(403);
  const gone = { releases: { news: '9.9.9' }, hours: 2 };
  expect((await releaser.post('/api/previews', gone)).status).toBeGreaterThanOrEqual(400);
  expect((await releaser.post('/api/previews', { ...wanted, hours: 169 })).status).toBe(400);
  expect(await previews()).toEqual([]);
});
