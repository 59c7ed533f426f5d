import { get, type IncomingHttpHeaders } from 'node:http';
import { startCanary } from '@wholepage/releases/canary/canary';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';

let store: string;
let composer: RunningComposer;
beforeAll(async () => {
  store = await fixtureStore();
  await writeRelease(store, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('The new journal'));
  composer = await runComposer(store, { API_PORT: '1' });
});
afterAll(() => composer.close());

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** As it travels; `fetch` would undo its compression. */
const ask = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(composer.origin + path, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { date: _date, ...kept } = response.headers;
        resolve({ status: response.statusCode, headers: kept, body: Buffer.concat(parts).toString('base64') });
      });
    }).on('error', reject);
  });

const hits = async (): Promise<number> =>
  Number(
    /^composer_page_cache_hits_total (\d+)/m.exec(await (await fetch(`${composer.privateOrigin}/metrics`)).text())?.[1],
  );

describe.each(['br', 'gzip', 'identity'])('a page that was asked for before, in %s', (encoding) => {
  const path = `/blog/${encoding}`;

  test('is answered to the letter as when it was made', async () => {
    // Asked for again, a page is compressed better once, when there is time.
    const isLast = ({ headers }: Answer) => encoding !== 'br' || headers.etag?.endsWith('-packed"') === true;
    const made = await eventually(() => ask(path, { 'accept-encoding': encoding }), isLast);
    const before = await hits();
    const again = [];
    for (let times = 0; times < 3; times += 1) again.push(await ask(path, { 'accept-encoding': encoding }));
    expect(again).toEqual([made, made, made]);
    expect((await hits()) - before).toBe(3);
  });

  test('has no body for HEAD, or for a visitor who has it', async () => {
    const known = await ask(path, { 'accept-encoding': encoding });
    const head = await ask(path, { method: 'HEAD', 'accept-encoding': encoding });
    expect(head).toEqual({ ...known, body: '' });
    const kept = await ask(path, { 'accept-encoding': encoding, 'if-none-match': known.headers.etag ?? '' });
    expect([kept.status, kept.body, kept.headers['content-type']]).toEqual([304, '', undefined]);
    expect(kept.headers['content-security-policy']).toBe(known.headers['content-security-policy']);
  });
});

test('its visitor’s override, and a method that is none of a page’s, are heeded', async () => {
  for (let times = 0; times < 2; times += 1) await ask('/blog');
  const page = await ask('/blog', { cookie: 'preview=mf-blog@2.0.0' });
  expect(page.headers['cache-control']).toBe('private, no-store');
  expect(Buffer.from(page.body, 'base64').toString()).toContain('The new journal');
  expect((await ask('/blog', { method: 'PUT' })).status).toBe(405);
});

test('its visitors are given their variants as soon as a canary runs', async () => {
  for (let times = 0; times < 2; times += 1) await ask('/blog');
  await startCanary(store, 'mf-blog', '2.0.0', 50, {});
  const page = await eventually(
    () => ask('/blog'),
    ({ headers }) => headers['set-cookie'] !== undefined,
  );
  expect(page.headers['set-cookie']?.[0]).toMatch(/^bucket=/);
  expect(page.headers['cache-control']).toBe('private, no-cache');
});

test('its visitors are asked to come by another way when the server stops', async () => {
  expect((await ask('/contact')).headers.connection).toBe('keep-alive');
  await ask('/contact');
  const stopped = composer.stop(1_000);
  expect((await ask('/contact')).headers.connection).toBe('close');
  expect((await ask('/readyz')).status).toBe(503);
  await stopped;
});
