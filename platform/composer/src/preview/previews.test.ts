import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startCanary } from 'releases/canary/canary';
import { createPreview, withdrawPreview } from 'releases/preview/preview';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

let store: string;
let composer: RunningComposer;
beforeEach(async () => {
  store = await fixtureStore();
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'));
  await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
  composer = await runComposer(store, { API_PORT: '1', NODE_ENV: 'production' });
});
afterEach(() => composer.close());

const get = (path: string, cookie = '') => fetch(composer.origin + path, { headers: { cookie }, redirect: 'manual' });
const text = async (path: string, cookie = '') => (await get(path, cookie)).text();

/** Opens a preview's address. @returns the cookie that it leaves */
const open = async (id: string, path = '/blog') => {
  const entered = await get(`${path}?preview=${id}`);
  expect(entered.status).toBe(303);
  expect(entered.headers.get('location')).toBe(path);
  return entered.headers.get('set-cookie')?.split(';')[0] ?? '';
};

test('who has the address sees several releases in the whole site, in production too; nobody else does', async () => {
  const { id } = await createPreview(store, { 'mf-blog': '1.1.0', 'mf-careers': '1.0.0' }, { by: 'asha' });
  const entered = await get(`/blog?page=2&preview=${id}`);
  expect(entered.headers.get('location')).toBe('/blog?page=2');
  expect(entered.headers.get('set-cookie')).toMatch(/^preview=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = await open(id);
  const page = await get('/blog', cookie);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'cdn-cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
  const html = await page.text();
  expect(html).toContain('<h1>The next journal</h1>');
  expect(html).toMatch(/<aside [^>]*aria-label="Preview".*A preview by asha, until .+ UTC/);
  expect(html).toContain('<li>mf-blog 1.1.0, in place of 1.0.0</li><li>mf-careers 1.0.0, in place of none</li>');
  expect(await text('/careers', cookie)).toContain('Come and work with us');
  expect(await text('/blog')).not.toMatch(/The next journal|Preview/);
  expect((await get('/careers')).status).toBe(404);
});

test('it counts in no canary, and brings no side of one', async () => {
  await startCanary(store, 'mf-blog', '1.1.0', 50);
  const { id } = await createPreview(store, { 'mf-careers': '1.0.0' });
  const cookie = await open(id, '/careers');
  await eventually(
    async () => (await get('/blog')).headers.has('set-cookie'),
    (drawn) => drawn,
  );
  expect((await get('/blog', cookie)).headers.get('set-cookie')).toBeNull();
  expect(await text('/blog', cookie)).toContain('<h1>The journal</h1>');
});

test('it is ended by its bar', async () => {
  const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
  const cookie = await open(id);
  expect(await text('/blog', cookie)).toContain('<input type="hidden" name="preview" value="none">');
  const ended = await get('/blog?preview=none', cookie);
  expect(ended.headers.get('set-cookie')).toMatch(/^preview=; .*Max-Age=0$/);
});

const whole = 'x'.repeat(22);

test.each([
  ['was made up', async () => whole, 'There is no such preview'],
  ['is cut off', async () => 'x', 'There is no such preview'],
  ['would write a header', async () => '%0d%0aset-cookie:%20a=b', 'There is no such preview'],
  [
    'was withdrawn',
    async () => {
      const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
      await withdrawPreview(store, id);
      return id;
    },
    'it was withdrawn',
  ],
  [
    'shows what was pruned',
    async () => {
      const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
      await rm(join(store, 'mf-blog', '1.1.0'), { recursive: true });
      return id;
    },
    'This preview shows mf-blog 1.1.0, which is not to be had any more.',
  ],
])('an address that %s shows the live site and says so', async (_how, address, sentence) => {
  const cookie = await open(await address());
  const page = await get('/blog', cookie);
  const html = await page.text();
  expect(html).toContain('<h1>The journal</h1>');
  expect(html).toContain(sentence);
  expect(html).toContain('This is the live site.');
  expect(page.headers.get('set-cookie')).toMatch(/^preview=; .*Max-Age=0$/);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(await text('/blog')).not.toContain('This is the live site.');
});

test('whoever makes addresses up keeps the store from nobody for long', async () => {
  const made = Array.from({ length: 620 }, (_, index) => String(index).padStart(22, 'y'));
  const pages: string[] = [];
  for (const id of made) pages.push(await text('/blog', `preview=${id}`));
  expect(pages.at(-1)).toContain('Previews are asked for too often');
  expect(await text('/blog')).toContain('<h1>The journal</h1>');
});
