import { request } from 'node:http';
import { startCanary } from '@wholepage/releases/canary/canary';
import { TAKES_ALL } from '../../../../tooling/src/testing/sample';
import { SERVER_ENTRIES, wholeSite, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';

const PATIENCE = { prefer: 'respond-async, wait=1' };
const FROM_MEMORY = { 'cache-control': 'only-if-cached' };
/** Pages that take longer than the proxy waits for a sign of life. */
const SLOW = `let made = 0;
export async function render({ url }) {
  made += 1;
  const own = made;
  await new Promise((resolve) => setTimeout(resolve, url.includes('very') ? 6_500 : 1_400));
  return { status: 200, head: { title: '' }, html: '<h1>Made ' + own + '</h1>', data: null, maxAge: 60 };
}`;

let store: string;
let composer: RunningComposer;
beforeAll(async () => {
  store = await wholeSite((app) => (app === 'mf-courses' ? SLOW : SERVER_ENTRIES.says(app)));
  await writeRelease(store, 'mf-courses', '2.0.0', SLOW.replaceAll('Made', 'Newly made'));
  composer = await runComposer(store, { API_PORT: '1', BEHIND_PROXY: '1', RENDER_TIMEOUT_MS: '9000' });
});
afterAll(() => composer.close());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request(composer.origin + path, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asking.on('error', reject).end();
  });

const addressIn = ({ headers }: Answer): string => String(headers['x-accel-redirect']);

test('a page that takes longer is pending at an address, and is made once for all who wait', async () => {
  const [pending, other] = await Promise.all([ask('/courses/slow', PATIENCE), ask('/courses/slow', PATIENCE)]);
  expect([pending.status, pending.body, pending.headers['preference-applied']]).toEqual([202, '', 'respond-async']);
  const pages = await Promise.all([ask(addressIn(pending)), ask(addressIn(other)), ask('/courses/slow')]);
  const heading = /<h1>Made \d+<\/h1>/.exec(pages[0]?.body ?? '')?.[0] ?? 'none';
  expect(pages.map(({ status, body }) => [status, body.includes(heading)])).toEqual(Array(3).fill([200, true]));
  expect((await ask(addressIn(pending))).status).toBe(421);
});

if (TAKES_ALL)
  test('a page that takes longer still gives a sign of life each second, and is waited for in the end', async () => {
    let answer = await ask('/courses/very-slow', PATIENCE);
    const ways: string[] = [];
    while (answer.status === 202) {
      ways.push(addressIn(answer).includes('/last/') ? 'last' : 'next');
      answer = await ask(addressIn(answer), addressIn(answer).includes('/last/') ? {} : PATIENCE);
    }
    expect([answer.status, ways]).toEqual([200, ['next', 'next', 'next', 'next', 'next', 'last']]);
  }, 30_000);

test('a page that is made in time, or is in memory, is sent at once', async () => {
  await ask('/blog/quick');
  for (const path of ['/blog/quick', '/product']) expect((await ask(path, PATIENCE)).status).toBe(200);
});

test('whoever wants a page from memory gets it, or 504 and no render', async () => {
  expect((await ask('/product/unseen', FROM_MEMORY)).status).toBe(504);
  expect((await ask('/product/unseen', FROM_MEMORY)).status).toBe(504);
  const made = await ask('/product/unseen');
  expect(await ask('/product/unseen', FROM_MEMORY)).toMatchObject({ status: 200, body: made.body });
  expect((await ask('/_fragments/mf-blog/none', FROM_MEMORY)).status).toBe(504);
});

test('the variant of a canary comes with the pending page, and is drawn for none that is not in memory', async () => {
  await startCanary(store, 'mf-courses', '2.0.0', 50, {});
  await eventually(
    () => ask('/courses/none', FROM_MEMORY).then(() => ask('/blog')),
    ({ headers }) => headers['set-cookie'] !== undefined,
  );
  expect((await ask('/courses/unseen', FROM_MEMORY)).headers['set-cookie']).toBeUndefined();
  const pending = await ask('/courses/for-a-variant', PATIENCE);
  expect([pending.status, pending.headers['set-cookie'], pending.headers['cache-control']]).toEqual([
    202,
    undefined,
    undefined,
  ]);
  const page = await ask(addressIn(pending));
  expect(page.status).toBe(200);
  expect(String(page.headers['set-cookie'])).toMatch(/^bucket=/);
  expect(page.headers['cache-control']).toBe('private, no-cache');
});

test('a thousand preferences are read as fast as one', async () => {
  const timeOf = async (prefer: string): Promise<number> => {
    const began = performance.now();
    for (let turn = 0; turn < 50; turn += 1) expect((await ask('/', { prefer })).status).toBe(200);
    return performance.now() - began;
  };
  await timeOf('respond-async');
  const one = await timeOf('respond-async');
  // On a machine that has other work, both take longer.
  expect(await timeOf(Array(1_000).fill('respond-async').join())).toBeLessThan(10 * one);
});
