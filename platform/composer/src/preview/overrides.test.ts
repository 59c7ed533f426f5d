import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

const NEXT = 'mf-blog@1.1.0';
const DEVELOPED = 'http://localhost:3003';

/** Parts of a manifest by which a blog can be seen alone. */
const alone = (version: string) => ({
  entry: {
    browser: 'remoteEntry.js',
    node: 'node/render.mjs',
    js: ['remoteEntry.js'],
    css: ['app.css'],
    standalone: { js: [`${version}.js`], css: [] },
  },
});

let store: string;
let composer: RunningComposer;
const start = async (env: NodeJS.ProcessEnv = {}) => {
  store = await fixtureStore();
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'), alone('1.1.0'));
  composer = await runComposer(store, { API_PORT: '1', ...env });
};
const get = (path: string, cookie = '') => fetch(composer.origin + path, { headers: { cookie }, redirect: 'manual' });
const text = async (path: string, cookie = '') => (await get(path, cookie)).text();

describe('for the visitor who requests it', () => {
  beforeAll(() => start());
  afterAll(() => composer.close());

  test('a version that was published and not promoted is seen in the whole site, by who asked and by nobody else', async () => {
    const entered = await get(`/blog?page=2&override=${NEXT}`);
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe('/blog?page=2');
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await get('/blog', cookie);
    const html = await page.text();
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(html).toContain('<h1>The next journal</h1>');
    expect(html).toMatch(/<aside class="preview-bar".*mf-blog 1\.1\.0, in place of 1\.0\.0/);
    expect(await text('/contact', cookie)).toContain('preview-bar');
    const { id } = JSON.parse(await text('/_sets/live.json', cookie));
    expect(await text(`/_sets/${id}.json`, cookie)).toContain('/_releases/mf-blog/1.1.0/remoteEntry.js');
    const others = await text('/blog');
    expect(others).toContain('<h1>The journal</h1>');
    expect(others).not.toContain('override');
    expect(html).toMatch(/<script src="\/_devtools\.js\?options=[^"]+mf-blog%401\.1\.0[^"]+" defer/);
    expect(others).not.toContain('devtools');
  });

  test('a page of a remote that was never promoted is there for the visitor who requests it', async () => {
    await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
    expect(await text('/careers', 'preview=mf-careers@1.0.0')).toContain('Come and work with us');
    expect((await get('/careers')).status).toBe(404);
  });

  test.each([
    ['mf-blog', 400, /^"mf-blog" is not an override: say \?override=articles@/],
    ['mf-blog@../../etc', 400, /is not an override/],
    ['mf-blog@1.1.0@2', 400, /is not an override/],
    ['mf-blog@9.9.9', 404, /^mf-blog 9\.9\.9 cannot be shown: .*is not in/],
  ])('?override=%s is answered in one sentence', async (value, status, sentence) => {
    const response = await get(`/blog?override=${encodeURIComponent(value)}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await response.text()).trim()).toMatch(sentence);
  });

  test('a release that the live shell does not host is refused by name', async () => {
    await writeRelease(store, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('Tomorrow'), { contract: 7 });
    expect(await text('/blog?override=mf-blog@2.0.0')).toMatch(
      /: mf-blog 2\.0\.0 speaks contract 7, which shell 1\.0\.0 does not host\./,
    );
  });

  test('what is developed on the own machine takes the place of the live code, for who asked, and nothing is asked of it', async () => {
    const entered = await get(`/blog?override=${encodeURIComponent(`mf-blog@${DEVELOPED}`)}`);
    expect(entered.status).toBe(303);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const [page, html] = await get('/blog', cookie).then(
      async (response) => [response, await response.text()] as const,
    );
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(html).toContain(`"entry":"${DEVELOPED}/_remote/entry.js"`);
    expect(html).toContain('<title>The journal');
    expect(html).not.toContain('<h1>The journal</h1>');
    expect(html).toMatch(/<aside class="preview-bar".*mf-blog http:\/\/localhost:3003, in place of 1\.0\.0/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' ${DEVELOPED};`);
    expect(policy).toContain(`connect-src 'self' ${DEVELOPED} ws://localhost:3003;`);
    expect(policy).not.toContain('trusted-types');
    // Whoever goes there from another page needs the same policy.
    expect((await get('/contact', cookie)).headers.get('content-security-policy')).toContain(DEVELOPED);
    const { id } = JSON.parse(await text('/_sets/live.json', cookie));
    expect(await text(`/_sets/${id}.json`, cookie)).toContain(`${DEVELOPED}/_remote/entry.js`);

    const others = await get('/blog');
    expect(others.headers.get('content-security-policy')).not.toContain(DEVELOPED);
    expect(await others.text()).toContain('<h1>The journal</h1>');
    expect(JSON.parse(await text('/_sets/live.json')).id).not.toBe(id);
  });

  test.each([
    'mf-blog@http://169.254.169.254:80',
    'mf-blog@https://localhost:3003',
    'mf-blog@http://localhost:3003/_remote/',
    'mf-blog@http://localhost:3003@evil.example:80',
    'mf-blog@http://localhost.evil.example:3003',
    'mf-blog@//localhost:3003',
  ])('scripts of elsewhere are not an override: %s', async (value) => {
    expect((await get(`/blog?override=${encodeURIComponent(value)}`)).status).toBe(400);
    const page = await get('/blog', `preview=${value}`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(await page.text()).toContain('<h1>The journal</h1>');
  });

  test.each(['shell', 'mf-careers'])('%s in development has no live remote to be laid over', async (app) => {
    const response = await get(`/blog?override=${encodeURIComponent(`${app}@${DEVELOPED}`)}`);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining(`there is no live remote ${app} to lay it over`),
    ]);
  });
});

describe('of a composer', () => {
  afterEach(() => composer.close());

  test('all pages of npm run dev are made whole, and have their scripts from the development server of their remote', async () => {
    await start({ DEV_SERVERS: JSON.stringify({ 'mf-blog': DEVELOPED }) });
    const page = await get('/blog');
    const html = await page.text();
    expect(html).toContain(`"entry":"${DEVELOPED}/_remote/entry.js"`);
    expect(html).toContain('<h1>The journal</h1>');
    expect(html).toMatch(/<link rel="stylesheet" href="\/_releases\/mf-blog\//);
    expect(html).not.toMatch(/<(script|link)[^>]+\/_releases\/mf-blog\/[^>]+\.js"/);
    expect(html).toContain('/_dev/reload.js');
    expect(html).not.toContain('preview-bar');
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' ${DEVELOPED};`);
    const setOf = async (): Promise<string> => JSON.parse(await text('/_sets/live.json')).id;
    const before = await setOf();
    await promote(store, 'mf-blog', '1.1.0');
    await eventually(
      () => text('/blog'),
      (now) => now.includes('The next journal'),
    );
    expect(await setOf()).toBe(before);
  });

  test('it ends by the bar, and for a version that is gone by itself', async () => {
    await start();
    const left = await get('/blog?override=none', `preview=${NEXT}`);
    expect(left.headers.get('location')).toBe('/blog');
    expect(left.headers.get('set-cookie')).toMatch(/^preview=;.*Max-Age=0/);
    await rm(join(store, 'mf-blog', '1.1.0'), { recursive: true });
    const gone = await get('/blog', `preview=${NEXT}`);
    expect(gone.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect(await gone.text()).toContain('<h1>The journal</h1>');
  });

  test('a version that was never live, and one of the history, are seen alone as well as in the whole site', async () => {
    await start();
    await writeRelease(store, 'mf-blog', '1.2.0', SERVER_ENTRIES.says('The latest journal'), alone('1.2.0'));
    await promote(store, 'mf-blog', '1.1.0');
    await promote(store, 'mf-blog', '1.0.0');
    for (const [version, heading] of [
      ['1.1.0', 'The next journal'],
      ['1.2.0', 'The latest journal'],
    ]) {
      expect(await text('/blog', `preview=mf-blog@${version}`)).toContain(`<h1>${heading}</h1>`);
      const alone = await get(`/_standalone/mf-blog/${version}/`);
      expect(alone.status).toBe(200);
      const html = await alone.text();
      expect(html).toContain(`"entry":"/_releases/mf-blog/${version}/remoteEntry.js"`);
      expect(html).toMatch(/<noscript>A remote alone is made by its scripts/);
    }
    const absent = await get('/_standalone/mf-blog/9.9.9/');
    expect([absent.status, await absent.text()]).toEqual([404, expect.stringContaining('There is no such release')]);
  });

  test('in production there is no override, whatever a visitor brings', async () => {
    await start({ NODE_ENV: 'production' });
    const page = await get('/blog', `override=mf-blog@${DEVELOPED}`);
    expect(page.headers.get('content-security-policy')).not.toContain(DEVELOPED);
    expect(await page.text()).toContain('<h1>The journal</h1>');
    expect((await get(`/blog?override=${NEXT}`)).status).toBe(200);
    expect(await text('/blog', `preview=${NEXT}`)).toContain('<h1>The journal</h1>');
  });
});
