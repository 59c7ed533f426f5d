import { join } from 'node:path';
import { digestNames, readDigest } from '@wholepage/releases/digests/digest';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { fixtureStore } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';

let composer: RunningComposer;
let store: string;

const start = async (blog?: string) => {
  store = await fixtureStore(blog);
  composer = await runComposer(store);
};
afterEach(() => composer.close());

const report = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${composer.origin}/_reports`, { method: 'POST', body: JSON.stringify(body), headers });

const digest = async () => {
  await composer.writeDigest();
  const privateStore = folderStore(join(store, 'private'));
  const name = (await digestNames(privateStore)).at(-1);
  const found = name && (await readDigest(privateStore, name));
  if (!found) throw new Error('No digest was written.');
  return found;
};

const BLOG = { app: 'mf-blog', version: '1.0.0' } as const;
const THROWN = {
  name: 'TypeError',
  message: 'No seat for "Asha Rao"',
  stack: ['mf-blog/1.0.0/remoteEntry.js:1:20'],
};

test('an error of a browser is in the digest with its place and the pattern of its page, and nothing of a person', async () => {
  await start();
  const answer = await report([{ ...BLOG, page: '/blog/:slug', failed: 'mount', error: THROWN }], {
    'user-agent':
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 asha@example.org',
  });
  expect(answer.status).toBe(204);
  const found = await digest();
  expect(found.causes).toEqual([
    {
      ...{ ...BLOG, where: 'Chrome', phase: 'mount', page: '/blog/:slug', name: 'TypeError' },
      ...{ message: 'No seat for <text>', stack: THROWN.stack, breadcrumbs: [], count: 1, verified: 0 },
    },
  ]);
  expect(found.pages).toMatchObject([{ ...BLOG, page: '/blog/:slug', device: 'phone', failed: 1 }]);
  expect(found.generation).toBeGreaterThan(0);
  expect(JSON.stringify(found)).not.toMatch(/asha/i);
});

test.each([
  ['a release that was never served', { app: 'mf-blog', version: '9.9.9', failed: 'mount' }],
  ['an app that is not there', { app: 'mf-none', version: '1.0.0', failed: 'mount' }],
])('%s is in no digest', async (_name, made) => {
  await start();
  expect((await report([made])).status).toBe(204);
  expect((await digest()).causes).toEqual([]);
});

test('without a pattern an error is of the page that it was sent from, by its pattern alone', async () => {
  await start();
  await report([{ ...BLOG, failed: 'runtime', error: THROWN }], { referer: 'http://site.test/blog/asha-rao?who=asha' });
  const found = await digest();
  expect(found.causes).toMatchObject([{ page: '/blog/:slug' }]);
  expect(JSON.stringify(found)).not.toMatch(/asha/i);
});

test('what was done before an error is in the digest, without pages that are not a pattern of a release', async () => {
  await start();
  const breadcrumbs = [
    { ago: 9_000, page: '/blog' },
    { ago: 4_000, page: '/blog/asha-rao' },
    { ago: 300, click: 'button.Form-send-1a2b' },
    { ago: 20, fetch: 503 },
  ];
  expect((await report([{ ...BLOG, failed: 'runtime', error: THROWN, breadcrumbs }])).status).toBe(204);
  const found = await digest();
  expect(found.causes[0]?.breadcrumbs).toEqual([breadcrumbs[0], breadcrumbs[2], breadcrumbs[3]]);
  expect(JSON.stringify(found)).not.toMatch(/asha/i);
});

test('a part that a browser made from scratch, because somebody had changed the page, is blamed on no release', async () => {
  await start();
  expect((await report([{ ...BLOG, page: '/blog/:slug', recovered: 'hydration' }])).status).toBe(204);
  expect(await digest()).toMatchObject({ causes: [], pages: [] });
});

test('an address in place of a pattern is left out', async () => {
  await start();
  await report([{ ...BLOG, page: '/blog/asha-rao', failed: 'mount', error: THROWN }]);
  expect((await digest()).causes).toMatchObject([{ page: '' }]);
});

test.each([
  [
    'a stack of addresses',
    { ...BLOG, failed: 'mount', error: { ...THROWN, stack: ['https://evil.example/x.js:1:1'] } },
  ],
  ['more frames than eight', { ...BLOG, failed: 'mount', error: { ...THROWN, stack: Array(9).fill(THROWN.stack[0]) } }],
  ['an endless message', { ...BLOG, failed: 'mount', error: { ...THROWN, message: 'x'.repeat(301) } }],
  ['a text that was clicked', { ...BLOG, failed: 'mount', breadcrumbs: [{ ago: 1, click: 'button For Asha' }] }],
  ['an address that was called', { ...BLOG, failed: 'mount', breadcrumbs: [{ ago: 1, fetch: 200, of: '/api?who=a' }] }],
  ['eleven breadcrumbs', { ...BLOG, failed: 'mount', breadcrumbs: Array(11).fill({ ago: 1, fetch: 200 }) }],
  ['a key of its own', { ...BLOG, failed: 'mount', user: 'asha' }],
])('a report with %s is refused', async (_name, made) => {
  await start();
  expect((await report([made])).status).toBe(400);
  expect((await digest()).causes).toEqual([]);
});

test('an error of a guest is in the digest with its line, as a browser’s is', async () => {
  await start(`export async function render() {
    throw new RangeError('broken on purpose');
  }`);
  await fetch(`${composer.origin}/blog`);
  const found = await digest();
  expect(found.causes).toMatchObject([
    { ...BLOG, where: 'server', phase: 'render', page: '/blog', name: 'RangeError', message: 'broken on purpose' },
  ]);
  expect(found.causes[0]?.stack[0]).toBe('mf-blog/1.0.0/node/render.mjs:2:11');
  expect(found.renders).toContainEqual({ ...BLOG, made: 0, failed: 1 });
});
