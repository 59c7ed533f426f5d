import { mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startCanary } from '@wholepage/releases/canary/canary';
import { createPreview, withdrawPreview } from '@wholepage/releases/preview/preview';
import { promote } from '@wholepage/releases/steps';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import type { Parts } from '../parts';
import { fixtureStore, SERVER_ENTRIES, storeWithHome, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { Previews } from './previews';

test('one network that has very many releases looked up keeps nobody else from learning what was reviewed', async () => {
  const find = jest.fn().mockRejectedValue(new Error('on purpose'));
  const previews = new Previews({
    settings: {},
    shared: { find },
    currentSet: () => ({ apps: {} }),
    visitors: { networkOf: ({ url }: IncomingMessage) => url },
  } as unknown as Parts);
  const asks = (url: string, count: number) =>
    previews.isReviewed({ url } as IncomingMessage, 'mf-blog', `1.0.${count}`);
  for (let count = 0; count < 700; count += 1) await asks('10.0.0.1', count);
  expect(find).toHaveBeenCalledTimes(600);
  await asks('10.0.0.2', 999);
  expect(find).toHaveBeenCalledTimes(601);
});

describe('previews', () => {
  let store: string;
  let composer: RunningComposer;
  const makeStore = async () => {
    store = await fixtureStore();
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'));
    await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
  };
  const start = async () => {
    await makeStore();
    composer = await runComposer(store, { API_PORT: '1', NODE_ENV: 'production', BEHIND_PROXY: '1' });
  };

  /** Writes a release with a standalone page. */
  const writeStandalone = (app: string, version: string) =>
    writeRelease(store, app, version, SERVER_ENTRIES.says('Alone'), {
      entry: {
        ...{ browser: 'remoteEntry.js', node: 'node/render.mjs', js: ['remoteEntry.js'], css: ['app.css'] },
        standalone: { js: ['remoteEntry.js'], css: [] },
      },
    });

  const get = (path: string, cookie = '') => fetch(composer.origin + path, { headers: { cookie }, redirect: 'manual' });
  const text = async (path: string, cookie = '') => (await get(path, cookie)).text();

  /** Opens a preview's address. @returns the cookie that it leaves */
  const open = async (id: string, path = '/blog') => {
    const entered = await get(`${path}?preview=${id}`);
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe(path);
    return entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  };

  describe('beside live releases that stay', () => {
    beforeAll(start);
    afterAll(() => composer.close());

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
      expect(html).toContain('<li>mf-blog 1.1.0, in place of 1.0.0</li><li>mf-careers 1.0.0, not live yet</li>');
      expect(await text('/careers', cookie)).toContain('Come and work with us');
      expect(await text('/blog')).not.toMatch(/The next journal|Preview/);
      expect((await get('/careers')).status).toBe(404);
    });

    test('while it cannot be read, the live page says so, and the browser keeps it', async () => {
      const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
      const file = join(store, 'previews', `${id}.json`);
      await rm(file);
      await mkdir(file);
      const page = await get('/blog', `preview=${id}`);
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(await page.text()).toContain('Previews cannot be read just now: try again soon. This is the live site.');
    });

    test('one that is withdrawn ends soon for who has it open', async () => {
      const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
      const cookie = await open(id);
      expect(await text('/blog', cookie)).toContain('<h1>The next journal</h1>');
      await withdrawPreview(store, id);
      const page = () => text('/blog', cookie);
      expect(await eventually(page, (html) => html.includes('it was withdrawn'))).toContain('<h1>The journal</h1>');
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
          await writeRelease(store, 'mf-blog', '1.3.0', SERVER_ENTRIES.says('A journal that went'));
          const { id } = await createPreview(store, { 'mf-blog': '1.3.0' });
          await rm(join(store, 'mf-blog', '1.3.0'), { recursive: true });
          return id;
        },
        'This preview shows mf-blog 1.3.0, which is no longer available.',
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

    test('edited content is shown before it is saved, to who has its address, and to nobody once it is over', async () => {
      const id = '00000000-0000-4000-8000-000000000001';
      const edits = { owner: { name: 'Not saved yet' }, preview: { by: 'Asha', until: '2026-11-24T14:00:00.000Z' } };
      const office = createServer((asked, answer) => {
        answer.writeHead(asked.url === `/site?preview=${id}` ? 200 : 404, { 'content-type': 'application/json' });
        answer.end(JSON.stringify(edits));
      });
      await new Promise<void>((resolve) => office.listen(0, '127.0.0.1', resolve));
      const { port } = office.address() as AddressInfo;
      const edited = await runComposer(store, { API_PORT: '1', API_PRIVATE_ORIGIN: `http://127.0.0.1:${port}` });
      try {
        const page = async (cookie: string) => {
          const html = await (await fetch(`${edited.origin}/blog`, { headers: { cookie } })).text();
          const settings = /\/_settings\/[\w-]+\.json/.exec(html)?.[0];
          return html + (await (await fetch(edited.origin + settings)).text());
        };
        const shown = await page(`preview=content-${id}`);
        expect(shown).toContain('"name":"Not saved yet"');
        expect(shown).toMatch(/A preview by Asha.*<li>edited content, not saved yet<\/li>/);
        expect(await page('')).not.toMatch(/Not saved yet|A preview/);
        const over = await page(`preview=content-${id.replace('1', '2')}`);
        expect(over).toContain('This preview is over. This is the live site.');
        expect(over).not.toContain('Not saved yet');
      } finally {
        await edited.close();
        office.close();
      }
    });

    test('a release that visitors never got is alone for who has a preview of it only, and kept by no cache', async () => {
      await writeStandalone('mf-blog', '1.2.0');
      const path = '/_standalone/mf-blog/1.2.0/';
      expect((await get(path)).status).toBe(404);
      const { id } = await createPreview(store, { 'mf-blog': '1.2.0' });
      const cookie = await open(id, path);
      const alone = await get(path, cookie);
      expect(alone.status).toBe(200);
      expect(alone.headers.get('cache-control')).toBe('private, no-store');
      const other = await createPreview(store, { 'mf-careers': '1.0.0' });
      expect((await get(path, await open(other.id, path))).status).toBe(404);
    });

    test('the bar does not call a release the place of itself', async () => {
      const { id } = await createPreview(store, { 'mf-blog': '1.0.0' });
      expect(await text('/blog', await open(id))).toContain('<li>mf-blog 1.0.0, live as well</li>');
    });

    test('the bar outlines parts by styles alone, also by a key, and says how long the page took', async () => {
      const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
      const html = await text('/blog', await open(id));
      expect(html).toMatch(/<input type="checkbox" id="preview-parts" accesskey="o"> Whose part \(key O\)<\/label>/);
      expect(html).toMatch(/<li data-line="remote">mf-blog: page made in \d+ ms<\/li>/);
    });

    // The last test, because afterwards this network may open no further previews for a while.
    if (TAKES_ALL)
      test('whoever makes addresses up keeps the store from nobody for long', async () => {
        const made = Array.from({ length: 620 }, (_, index) => String(index).padStart(22, 'y'));
        const { id } = await createPreview(store, { 'mf-blog': '1.0.0' });
        const cookie = await open(id);
        await text('/blog', cookie);
        const pages: string[] = [];
        for (const id of made) pages.push(await text('/blog', `preview=${id}`));
        expect(pages.at(-1)).toContain('Previews are asked for too often');
        expect(await text('/blog')).toContain('<h1>The journal</h1>');
        // A preview that was opened before still works.
        expect(await text('/blog', cookie)).toContain('<li>mf-blog 1.0.0, live as well</li>');
        const other = await createPreview(store, { 'mf-blog': '1.1.0' });
        const later = await fetch(`${composer.origin}/blog`, { headers: { cookie: `preview=${other.id}` } });
        expect(later.headers.get('set-cookie')).toBeNull();
        const headers = { cookie: `preview=${other.id}`, 'x-forwarded-for': '203.0.113.9' };
        const shown = await fetch(`${composer.origin}/blog`, { headers });
        expect(await shown.text()).toContain('<h1>The next journal</h1>');
      });
  });

  describe('beside releases that go live', () => {
    beforeAll(start);
    afterAll(() => composer.close());

    test('a release that visitors got is alone for everybody', async () => {
      await writeStandalone('mf-blog', '1.4.0');
      await promote(store, 'mf-blog', '1.4.0');
      await promote(store, 'mf-blog', '1.1.0');
      expect((await get('/_standalone/mf-blog/1.4.0/')).status).toBe(200);
    });

    test('a file that a preview makes goes to no other visitor, even while theirs fails', async () => {
      const textFiles = [{ path: '/blog/feed.xml', type: 'application/atom+xml' }];
      const feed = (words: string) => `${SERVER_ENTRIES.says('The journal')}
      export const renderFile = async ({ config }) => { ${words} };`;
      await writeRelease(store, 'mf-blog', '1.2.0', feed("return '<feed>' + config.site.name + '</feed>'"), {
        textFiles,
      });
      await writeRelease(store, 'mf-blog', '1.3.0', feed("throw new Error('on purpose')"), { textFiles });
      await promote(store, 'mf-blog', '1.3.0');
      const FEED = '/blog/feed.xml';
      await eventually(
        () => get(FEED),
        ({ status }) => status === 503,
      );
      const cookie = await open((await createPreview(store, { 'mf-blog': '1.2.0' })).id);
      const seen = await get(FEED, cookie);
      expect([seen.headers.get('cache-control'), await seen.text()]).toEqual([
        'private, no-store',
        expect.stringContaining('<feed>'),
      ]);
      expect((await get(FEED)).status).toBe(503);
    });

    test('it counts in no canary, and brings no variant of one', async () => {
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
  });

  describe('with an address for previews alone', () => {
    let apart: RunningComposer;
    beforeAll(async () => {
      await makeStore();
      apart = await runComposer(store, {
        ...{ API_PORT: '1', NODE_ENV: 'production', PREVIEW_ORIGIN: 'https://preview.example' },
      });
    });
    afterAll(() => apart.close());

    /** Sends a request with a `Host` header, as a load balancer does. */
    const ask = (host: string, cookie: string, path = '/blog') =>
      new Promise<string>((resolve, reject) => {
        const { port } = new URL(apart.origin);
        request({ port, host: '127.0.0.1', path, headers: { host, cookie } }, (answer) => {
          let body = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => {
            body += part;
          });
          answer.on('end', () => resolve(body));
        })
          .on('error', reject)
          .end();
      });

    test('what nobody has reviewed is shown there, and refused on the site with that address', async () => {
      const cookie = `preview=${(await createPreview(store, { 'mf-blog': '1.1.0' })).id}`;
      expect(await ask('preview.example', cookie)).toContain('The next journal');
      const refused = await ask('site.test', cookie);
      expect(refused).toContain('which nobody has reviewed: open it at https://preview.example.');
      expect(refused).not.toContain('The next journal');
    });

    test('a release of another bundler says why it has no page alone', async () => {
      const cookie = `preview=${(await createPreview(store, { 'mf-blog': '1.1.0' })).id}`;
      const said = await ask('preview.example', cookie, '/_standalone/mf-blog/1.1.0/');
      expect(said).toContain('mf-blog 1.1.0 has no page alone: another bundler built it.');
    });

    test('what nobody has reviewed is alone there only', async () => {
      await writeStandalone('mf-blog', '1.2.0');
      const path = '/_standalone/mf-blog/1.2.0/';
      const cookie = `preview=${(await createPreview(store, { 'mf-blog': '1.2.0' })).id}`;
      expect(await ask('preview.example', cookie, path)).toContain('<div id="standalone">');
      expect(await ask('site.test', cookie, path)).toContain('There is no such release to show alone.');
      await promote(store, 'mf-blog', '1.2.0');
      const isStandalone = (page: string) => page.includes('<div id="standalone">');
      expect(await eventually(() => ask('site.test', '', path), isStandalone)).toContain('<div id="standalone">');
    });

    test('other bytes under the version that is live are no reviewed release: the live one is shown on the site', async () => {
      await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
      await promote(store, 'mf-careers', '1.0.0');
      const cookie = `preview=${(await createPreview(store, { 'mf-careers': '1.0.0' })).id}`;
      await eventually(
        () => ask('site.test', '', '/careers'),
        (page) => page.includes('Come and work'),
      );
      await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Exchanged'));
      expect(await ask('site.test', cookie, '/careers')).not.toContain('Exchanged');
    });

    test('what visitors got before is shown on the site, too', async () => {
      await writeRelease(store, 'mf-blog', '1.3.0', SERVER_ENTRIES.says('A journal that went'));
      await promote(store, 'mf-blog', '1.3.0');
      await promote(store, 'mf-blog', '1.0.0');
      const cookie = `preview=${(await createPreview(store, { 'mf-blog': '1.3.0' })).id}`;
      expect(await ask('site.test', cookie)).toContain('A journal that went');
    });
  });
});

describe('overrides', () => {
  const NEXT = 'mf-blog@1.1.0';
  const DEVELOPED = 'http://localhost:3003';

  /** Parts of a manifest with a standalone page. */
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
    store = await storeWithHome();
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
      // A page from which a visitor navigates there needs the same policy.
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

    test('a version that was never live, and one of the history, are seen alone as well as in the whole site', async () => {
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

    test('it ends by the bar, and for a version that is gone by itself', async () => {
      const left = await get('/blog?override=none', `preview=${NEXT}`);
      expect(left.headers.get('location')).toBe('/blog');
      expect(left.headers.get('set-cookie')).toMatch(/^preview=;.*Max-Age=0/);
      const gone = await get('/blog', 'preview=mf-blog@9.9.9');
      expect(gone.headers.get('set-cookie')).toMatch(/Max-Age=0/);
      // The composer may still be on its way through what the test before promoted.
      const live = () => text('/blog', 'preview=mf-blog@9.9.9');
      await eventually(live, (html) => html.includes('<h1>The journal</h1>'));
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

    test('in production there is no override, whatever a visitor brings', async () => {
      await start({ NODE_ENV: 'production' });
      const page = await get('/blog', `override=mf-blog@${DEVELOPED}`);
      expect(page.headers.get('content-security-policy')).not.toContain(DEVELOPED);
      expect(await page.text()).toContain('<h1>The journal</h1>');
      expect((await get(`/blog?override=${NEXT}`)).status).toBe(200);
      expect(await text('/blog', `preview=${NEXT}`)).toContain('<h1>The journal</h1>');
    });
  });
});
