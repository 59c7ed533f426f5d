import type { LiveSet, SetDocument } from '@wholepage/contracts/page';
import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';

let composer: RunningComposer;
let store: string;
beforeAll(async () => {
  store = await fixtureStore();
  composer = await runComposer(store, { API_PORT: '1' });
});
afterAll(() => composer.close());

const get = (path: string) => fetch(composer.origin + path);
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
