import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from 'releases/promote';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';

// The first composer of a run is bundled first.
jest.setTimeout(20_000);

const NEXT = 'mf-blog@1.1.0';

let store: string;
let composer: RunningComposer;
const start = async (env: NodeJS.ProcessEnv = {}) => {
  store = await fixtureStore();
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'));
  composer = await runComposer(store, { API_PORT: '1', ...env });
};
afterEach(() => composer.close());

const get = (path: string, cookie = '') => fetch(composer.origin + path, { headers: { cookie }, redirect: 'manual' });
const text = async (path: string, cookie = '') => (await get(path, cookie)).text();

test('a version that was published and not promoted is seen in the whole site, by who asked and by nobody else', async () => {
  await start();
  const entered = await get(`/blog?page=2&override=${NEXT}`);
  expect(entered.status).toBe(303);
  expect(entered.headers.get('location')).toBe('/blog?page=2');
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await get('/blog', cookie);
  const html = await page.text();
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(html).toContain('<h1>The next journal</h1>');
  expect(html).toMatch(/<aside class="override-badge".*mf-blog 1\.1\.0, in place of 1\.0\.0/);
  expect(await text('/contact', cookie)).toContain('override-badge');
  const { id } = JSON.parse(await text('/_sets/live.json', cookie));
  expect(await text(`/_sets/${id}.json`, cookie)).toContain('/_releases/mf-blog/1.1.0/remoteEntry.js');
  const others = await text('/blog');
  expect(others).toContain('<h1>The journal</h1>');
  expect(others).not.toContain('override');
});

test('it ends by the badge, and for a version that is gone by itself', async () => {
  await start();
  const left = await get('/blog?override=none', `override=${NEXT}`);
  expect(left.headers.get('location')).toBe('/blog');
  expect(left.headers.get('set-cookie')).toMatch(/^override=;.*Max-Age=0/);
  await rm(join(store, 'mf-blog', '1.1.0'), { recursive: true });
  const gone = await get('/blog', `override=${NEXT}`);
  expect(gone.headers.get('set-cookie')).toMatch(/Max-Age=0/);
  expect(await gone.text()).toContain('<h1>The journal</h1>');
});

test('a former version is seen as well, and alone', async () => {
  await start();
  await promote(store, 'mf-blog', '1.1.0');
  expect(await text('/blog', 'override=mf-blog@1.0.0')).toContain('<h1>The journal</h1>');
});

test('a page of a remote that was never promoted is there for who asks for it', async () => {
  await start();
  await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
  expect(await text('/careers', 'override=mf-careers@1.0.0')).toContain('Come and work with us');
  expect((await get('/careers')).status).toBe(404);
});

test.each([
  ['mf-blog', 400, /^"mf-blog" is no override: say \?override=mf-blog@/],
  ['mf-blog@../../etc', 400, /is no override/],
  ['mf-blog@1.1.0@2', 400, /is no override/],
  ['mf-blog@9.9.9', 404, /^mf-blog 9\.9\.9 cannot be shown: .*is not in/],
])('?override=%s is answered in one sentence', async (value, status, sentence) => {
  await start();
  const response = await get(`/blog?override=${encodeURIComponent(value)}`);
  expect(response.status).toBe(status);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect((await response.text()).trim()).toMatch(sentence);
});

test('a release that the live shell does not host is refused by name', async () => {
  await start();
  await writeRelease(store, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('Tomorrow'), { contract: 7 });
  expect(await text('/blog?override=mf-blog@2.0.0')).toMatch(
    /: mf-blog 2\.0\.0 speaks contract 7, which shell 1\.0\.0 does not host\./,
  );
});

test('in production there is no override, whatever a visitor brings', async () => {
  await start({ NODE_ENV: 'production' });
  expect((await get(`/blog?override=${NEXT}`)).status).toBe(200);
  expect(await text('/blog', `override=${NEXT}`)).toContain('<h1>The journal</h1>');
});
