import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportPins } from '@wholepage/releases/trust/pins';
import type { Owner } from '../pages/page-parts';
import type { PageContent } from '../pages/page-responder';
import { storeWithHome, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { isolatedSlot } from './isolated-pages';

const HTML =
  '<h1 onclick="x()">Guest</h1><p>2 &lt; 3: <a href="/more" style="color:red">more</a>, <a href="//that.example">that</a>, <a href="javascript:x()">this</a>.</p><style>body{display:none}</style><img src="/x.png" alt=""><select><option>One</option></select><textarea>Two</textarea>';
const GUEST = `export async function render({ url }) {
  return { status: url.endsWith('/none') ? 404 : 200, head: { title: 'Guest page' }, html: ${JSON.stringify(HTML)}, data: { secret: 'of the guest' }, maxAge: 60,
    allow: { script: ['https://scripts.example'] } };
}`;

const ALONE = {
  ...{ browser: 'remoteEntry.js', node: 'node/render.mjs', js: ['remoteEntry.js'], css: [] },
  standalone: { js: ['remoteEntry.js'], css: [] },
};
const backEnd = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<form method="post" action="/pay"><button>Win</button></form>');
});

let composer: RunningComposer;
let trust: (level: 'full' | 'isolated', app?: string) => Promise<void>;
beforeAll(async () => {
  const store = await storeWithHome(GUEST);
  await writeRelease(store, 'mf-careers', '1.0.0', GUEST);
  const { releaseKeys } = await exportPins(join(process.env.DATA_DIR ?? '', 'release-keys'));
  const pins = JSON.parse(releaseKeys);
  const file = join(store, 'release-keys.json');
  trust = (level, app = 'mf-blog') => {
    Object.assign(pins.apps[app], { trust: level });
    return writeFile(file, JSON.stringify(pins));
  };
  await trust('isolated');
  process.env.RELEASE_KEYS = file;
  await writeRelease(store, 'mf-blog', '1.1.0', GUEST, { entry: ALONE });
  await new Promise<void>((resolve) => backEnd.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`;
  composer = await runComposer(store, { API_PORT: '1', API_ORIGINS: JSON.stringify({ 'mf-blog': origin }) });
});
afterAll(async () => {
  delete process.env.RELEASE_KEYS;
  await composer.close();
  backEnd.close();
});

const get = async (path: string) => {
  const response = await fetch(composer.origin + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('a page of an isolated remote holds a sandboxed frame, and of the remote nothing but its words', async () => {
  const { text, headers } = await get('/blog');
  expect(text).toContain(
    '<iframe src="/_isolated/mf-blog/blog" sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox" title="Guest page"',
  );
  expect(text).toContain(
    '<div hidden><h1>Guest</h1><p>2 &lt; 3: <a href="/more" rel="nofollow">more</a>, <a rel="nofollow">that</a>, <a rel="nofollow">this</a>.</p></div>',
  );
  expect(text).not.toContain('_releases/mf-blog');
  expect(text).not.toContain('of the guest');
  expect(text).toContain('"entry":"/_isolated/mf-blog/_entry.js"');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("frame-src 'self';");
  expect(policy).not.toContain('scripts.example');
});

test('very many elements side by side cost the composer no more than others', () => {
  const began = process.cpuUsage();
  const content = { head: { title: '' }, rendered: { html: '<p></p>'.repeat(200_000), data: null } } as PageContent;
  expect(isolatedSlot({ name: 'mf-blog' } as Owner, new URL('http://site.test/'), content)).toContain('<p></p></div>');
  // In µs: the parser alone took twelve seconds.
  expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
});

test('the frame has the remote whole, in an origin of its own that reaches nothing', async () => {
  const { text, headers } = await get('/_isolated/mf-blog/blog?page=2');
  expect(text).toContain('<html lang="en-IE" dir="ltr">');
  expect(text).toContain(`<div id="slot">${HTML}</div>`);
  expect(text).toContain('of the guest');
  expect(text).toContain('"address":"http://site.test/blog');
  expect(headers.get('content-security-policy')).toBe(
    "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'self' http://site.test; style-src 'self' http://site.test; img-src 'self' http://site.test data:; font-src 'self' http://site.test; media-src 'self' http://site.test; connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'",
  );
  expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['SAMEORIGIN', 'private, no-cache']);
  expect(text).toMatch(/<link rel="stylesheet" crossorigin="anonymous" [^>]*integrity="sha384-/);
});

test('a release of it alone does not run: it would have the origin of the site', async () => {
  const { status, text } = await get('/_standalone/mf-blog/1.1.0/');
  expect([status, text]).toEqual([404, 'mf-blog is isolated: its code runs in frames alone.\n']);
});

test('a form that its back end shows acts for no visitor elsewhere on the site', async () => {
  const { status, headers } = await get('/api/mf-blog/win');
  expect([status, headers.get('content-security-policy')]).toEqual([200, expect.stringMatching(/; sandbox$/)]);
});

test('a window of its own shows no frame, which would have the address of the site and nothing of its layout', async () => {
  const ask = (dest: string) =>
    fetch(`${composer.origin}/_isolated/mf-blog/blog`, { headers: { 'sec-fetch-dest': dest } });
  expect([(await ask('document')).status, (await ask('iframe')).status]).toEqual([404, 200]);
});

test.each([
  '/_isolated/mf-marketing/',
  '/_isolated/mf-blog/',
  '/_isolated/mf-blog/contact',
  '/_isolated/nobody/blog',
  '/_isolated/mf-blog//other.example/blog',
  '/_isolated/mf-blog//[/blog',
  '/_isolated/',
])('%s is not a frame', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('a page learns without an error whether a visit leads to another page of the isolated remote', async () => {
  const ask = (path: string) => fetch(`${composer.origin}/_isolated/mf-blog${path}`, { method: 'HEAD' });
  const [own, others] = [await ask('/blog/none'), await ask('/contact')];
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect([others.status, others.headers.get('content-length')]).toEqual([204, null]);
});

test('pages of trusted remotes are what they were', async () => {
  expect((await get('/')).text).not.toContain('<iframe');
  expect((await get('/_isolated/mf-marketing/_entry.js')).status).toBe(404);
});

test('a remote that is trusted again stands in the page again, without a restart', async () => {
  await trust('full');
  const page = await eventually(
    async () => (await get('/blog')).text,
    (text) => !text.includes('<iframe'),
  );
  expect(page).toContain('<h1 onclick="x()">Guest</h1>');
  expect((await get('/_standalone/mf-blog/1.1.0/')).status).toBe(200);
  expect((await get('/')).headers.get('content-security-policy')).toContain("frame-src 'none'");
});

test('files come to an opaque origin while one is isolated, also one that only a preview shows', async () => {
  const access = async () => {
    const { headers } = await get('/_releases/shell/1.0.0/app.css');
    return [headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')];
  };
  expect(await access()).toEqual([null, 'same-origin']);
  await trust('isolated', 'mf-careers');
  expect(await access()).toEqual(['*', 'cross-origin']);
});
