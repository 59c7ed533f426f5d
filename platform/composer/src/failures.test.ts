import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type LiveSet, setPath } from '@wholepage/contracts/page';
import { promote, rollback } from '@wholepage/releases/steps';
import { TAKES_ALL } from '../../tooling/src/testing/sample';
import { fixtureStore, SERVER_ENTRIES, storeWithHome, writeRelease } from './testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from './testing/running-composer';

let composer: RunningComposer | undefined;
afterEach(async () => {
  await composer?.close();
  composer = undefined;
});

const start = async (store: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
  composer = await runComposer(store, env);
  return composer.origin;
};

const page = async (address: string) => {
  const response = await fetch(address);
  return { status: response.status, html: await response.text() };
};

const isLogged = (event: string) =>
  eventually(async () => composer?.events.some((entry) => entry.event === event), Boolean);

describe('an API that goes away', () => {
  let api: Server;
  let answer: RequestListener;
  let env: NodeJS.ProcessEnv;
  /** The composer of all tests here that break only the API. */
  let shared: RunningComposer;
  let origin: string;
  const says =
    (post: string): RequestListener =>
    (_, response) =>
      response.end(post);
  const isAway: RequestListener = (request) => request.socket.destroy();
  beforeAll(async () => {
    api = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    env = { API_PORT: String((api.address() as AddressInfo).port) };
    shared = await runComposer(await fixtureStore(SERVER_ENTRIES.reads), env);
    origin = shared.origin;
  });
  beforeEach(() => {
    answer = says('A post');
  });
  afterAll(async () => {
    await shared.close();
    api.closeAllConnections();
    api.close();
  });

  test('takes no page away that was there before', async () => {
    expect(await page(`${origin}/blog/linen`)).toMatchObject({ status: 200 });
    answer = isAway;
    await eventually(
      () => page(`${origin}/blog/other`),
      ({ status }) => status === 503,
    );
    const kept = await page(`${origin}/blog/linen`);
    expect(kept.status).toBe(200);
    expect(kept.html).toContain('<h1>A post</h1>');
    answer = says('A newer post');
    const newer = await eventually(
      () => page(`${origin}/blog/linen`),
      ({ html }) => html.includes('A newer post'),
    );
    expect(newer.html).toContain('A newer post');
  });

  if (TAKES_ALL)
    test('lets no shared cache have a page that could not be rendered under its known title', async () => {
      const blog = `export async function render({ url, fetch }) {
      const answer = await fetch('/api/post').then((response) => response.text());
      const html = '<h1>' + answer + '</h1>' + 'x'.repeat(url.includes('long') ? 1_500_000 : 0);
      return { status: 200, head: { title: 'Linen' }, html, data: null, maxAge: 0.01 };
    }`;
      const origin = await start(await fixtureStore(blog), env);
      const ask = async () => {
        const response = await fetch(`${origin}/blog/linen`);
        const caching = ['cache-control', 'cdn-cache-control'].map((name) => response.headers.get(name));
        return [response.status, (await response.text()).includes('<title>Linen'), ...caching];
      };
      expect(await ask()).toEqual([200, true, expect.stringContaining('s-maxage'), expect.stringContaining('max-age')]);
      // Enough pages to push the good copy out of the composer's memory.
      for (let other = 0; other < 16; other += 1) await page(`${origin}/blog/long-${other}`);
      answer = isAway;
      expect(await eventually(ask, ([, , caching]) => caching === 'private, no-store')).toEqual([
        200,
        true,
        'private, no-store',
        'private, no-store',
      ]);
    });

  test('makes a page that was never seen say so, in its layout', async () => {
    answer = isAway;
    const { status, html } = await page(`${origin}/blog/never-seen`);
    expect(status).toBe(503);
    expect(html).toContain('<main><h1>Not now</h1></main>');
  });

  if (TAKES_ALL)
    test('that takes 300 ms leaves none of 40 posts unmade, and no release is blamed for it', async () => {
      let [underWay, most] = [0, 0];
      answer = (_, response) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          response.end('A slow post');
        }, 300);
      };
      const origin = await start(await fixtureStore(SERVER_ENTRIES.reads), env);
      const pages = await Promise.all(Array.from({ length: 40 }, (_, index) => page(`${origin}/blog/${index}`)));
      // In sequence they would take 12 s.
      expect(most).toBeGreaterThan(3);
      expect(pages.filter(({ html }) => html.includes('<h1>A slow post</h1>'))).toHaveLength(40);
      expect(composer?.events.filter(({ level }) => level === 'error')).toEqual([]);
    });

  test.each([
    ['answers with garbage', (response: ServerResponse) => response.end('\u0000{{{')],
    ['answers with 30 MB', (response: ServerResponse) => response.end(Buffer.alloc(30_000_000, 'x'))],
  ])('that %s fills no memory and ends no page', async (how, answers) => {
    answer = (_, response) => answers(response);
    const { status, html } = await page(`${origin}/blog/${how.replaceAll(' ', '-')}`);
    expect([200, 503]).toContain(status);
    expect(html).toContain('<footer>');
    expect(html.length).toBeLessThan(100_000);
  });

  test('that hangs makes nobody wait who can have the last good page', async () => {
    const failed = shared.events.filter(({ event }) => event === 'api failed a page').length;
    await page(`${origin}/blog/waits`);
    answer = () => {};
    expect((await page(`${origin}/blog/waits`)).html).toContain('<h1>A post</h1>');
    // The new render still waits for the API: the visitor got the old page before it timed out.
    expect(shared.events.filter(({ event }) => event === 'api failed a page')).toHaveLength(failed);
  });
});

test('visitors of a release that throws get the last good page, and of pages never seen the layout', async () => {
  const store = await fixtureStore();
  const origin = await start(store);
  await page(`${origin}/blog`);
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.throws);
  await promote(store, 'mf-blog', '1.1.0');
  const live = async () => {
    const { id } = JSON.parse((await page(`${origin}/_sets/live.json`)).html) as LiveSet;
    return (await page(origin + setPath(id))).html;
  };
  expect(await eventually(live, (set) => set.includes('mf-blog/1.1.0/'))).toContain('mf-blog/1.1.0/');
  const kept = await page(`${origin}/blog`);
  expect(kept).toMatchObject({ status: 200 });
  expect(kept.html).toContain('<h1>The journal</h1>');
  // The page and its scripts come from one set.
  expect(kept.html).not.toContain('1.1.0');
  expect((await page(`${origin}/blog/new`)).html).toContain('"rendered":false');
  await rollback(store, 'mf-blog');
  const back = await eventually(
    () => page(`${origin}/blog/new`),
    ({ html }) => html.includes('The journal'),
  );
  expect(back.html).toContain('<h1>The journal</h1>');
});

test('a shell that makes no layout never goes live', async () => {
  const store = await storeWithHome();
  const origin = await start(store);
  await writeRelease(store, 'shell', '1.1.0', SERVER_ENTRIES.throws);
  await promote(store, 'shell', '1.1.0');
  expect(await isLogged('release refused')).toBe(true);
  expect((await page(`${origin}/contact`)).html).toContain('<header>/contact</header>');
  expect((await page(origin)).html).toContain('"shell":"1.0.0"');
});

describe('a page that cannot be rendered now', () => {
  const flaky = `let broken = false;
  export async function render({ url }) {
    if (broken || url.includes('/bad')) throw new Error('on purpose');
    broken = url.includes('/break');
    return { status: 200, head: { title: 'How linen wears' }, html: '<h1>Linen</h1>', data: null, maxAge: 0 };
  }`;

  let flakyComposer: RunningComposer;
  let origin: string;
  beforeAll(async () => {
    flakyComposer = await runComposer(await fixtureStore(flaky));
    origin = flakyComposer.origin;
  });
  afterAll(() => flakyComposer.close());

  test('keeps the title that it had, and stays where search engines find it', async () => {
    await page(`${origin}/blog/linen`);
    await page(`${origin}/blog/break`);
    const { status, html } = await page(`${origin}/blog/linen`);
    expect(status).toBe(200);
    expect(html).toContain('"rendered":false');
    expect(html).toContain('<title>How linen wears</title>');
    expect(html).not.toContain('content="noindex"');
  });

  test('is a fault that passes where nothing is known of it', async () => {
    const response = await fetch(`${origin}/blog/bad`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).not.toContain('content="noindex"');
  });
});

if (TAKES_ALL)
  test('many pages at once are made one after another, and none is given up for its wait', async () => {
    const origin = await start(await fixtureStore(SERVER_ENTRIES.labours(60)));
    const pages = await Promise.all(Array.from({ length: 24 }, (_, index) => page(`${origin}/blog/${index}`)));
    expect(pages.filter(({ html }) => html.includes('<h1>Done</h1>'))).toHaveLength(24);
  });

if (TAKES_ALL)
  test('a page that takes long is whole, for as long as it stays within its own time', async () => {
    const origin = await start(await fixtureStore(SERVER_ENTRIES.labours(400)));
    const pages = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((slug) => page(`${origin}/blog/${slug}`)));
    expect(pages.filter(({ html }) => html.includes('<h1>Done</h1>'))).toHaveLength(6);
  });

test('a remote that spoils its process spoils no other remote', async () => {
  const origin = await start(await storeWithHome(SERVER_ENTRIES.spoils));
  for (let turn = 0; turn < 6; turn += 1) await page(`${origin}/blog/${turn}`);
  for (const path of ['/', '/contact']) expect((await page(origin + path)).html).toContain('<h1>Home</h1>');
});

test('a copy of a server entry that was garbled on the disk is fetched again', async () => {
  const store = await fixtureStore();
  await page(`${await start(store)}/blog`);
  await composer?.close();
  for (const name of await readdir(join(store, 'composer'))) {
    await writeFile(join(store, 'composer', name), 'export const render = () => ({');
  }
  const origin = await start(store);
  expect((await page(`${origin}/blog`)).html).toContain('<h1>The journal</h1>');
});
