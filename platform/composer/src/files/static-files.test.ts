import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { integrityOf, readRelease } from '@wholepage/releases/manifest';
import { planPrune } from '@wholepage/releases/prune';
import { promote, rollback } from '@wholepage/releases/steps';
import { openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { Visitors } from '../canary/visitors';
import { ForeignOrigins } from '../http/proxy/api-proxy';
import type { Encoding } from '../http/response/send';
import type { ReleaseSet } from '../releases/release-set';
import { fixtureStore, SERVER_ENTRIES, writeManifest, writeRelease } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';
import { FileBodies, StaticFiles } from './static-files';

describe('static files', () => {
  const SCRIPT = 'export const linen = 1;'.repeat(5_000);
  const FILM = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
  const ASSET = '/_releases/mf-blog/assets/page-list.0123456789ab.js';
  const MOVIE = '/_releases/mf-blog/assets/reel.0123456789ab.mp4';

  /** Adds content-addressed files to a release, as a build does. */
  async function addAssets(store: string, version: string, script = SCRIPT): Promise<void> {
    const manifestFile = join(store, 'mf-blog', version, 'release.json');
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
    const bytes = Buffer.from(script);
    const [brotli, gzip] = [brotliCompressSync(bytes), gzipSync(bytes)];
    const folder = join(store, 'mf-blog', 'assets');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'page-list.0123456789ab.js'), bytes);
    await writeFile(join(folder, 'page-list.0123456789ab.js.br'), brotli);
    await writeFile(join(folder, 'page-list.0123456789ab.js.gz'), gzip);
    await writeFile(join(folder, 'reel.0123456789ab.mp4'), FILM);
    Object.assign(manifest.files, {
      'assets/page-list.0123456789ab.js': {
        integrity: integrityOf(bytes),
        bytes: bytes.length,
        brotli: brotli.length,
        gzip: gzip.length,
      },
      'assets/reel.0123456789ab.mp4': { integrity: integrityOf(FILM), bytes: FILM.length },
    });
    await writeManifest(store, manifest);
  }

  /** A store whose blog has assets. */
  async function storeWithAssets(): Promise<string> {
    const store = await fixtureStore();
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The journal'));
    await addAssets(store, '1.1.0');
    await promote(store, 'mf-blog', '1.1.0');
    return store;
  }

  let store: string;
  let composer: RunningComposer;

  beforeAll(async () => {
    store = await storeWithAssets();
    composer = await runComposer(store, { API_PORT: '1' });
  });
  afterAll(() => composer.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(composer.origin + path, { headers });

  /** Requests a path without decompression, which `fetch` would do. */
  const raw = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const asked = request(composer.origin + path, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
      });
      asked.on('error', reject).end();
    });

  test.each(['constructor', '__proto__', 'toString'])(
    'the name %s, which every object has, is no file, and nothing to be told of the store',
    async (name) => {
      expect((await get(`/_releases/mf-blog/1.1.0/${name}`)).status).toBe(404);
      expect(composer.events.filter(({ event }) => event === 'release file refused')).toEqual([]);
    },
  );

  test('files travel as the build compressed them', async () => {
    const { headers, body } = await raw(ASSET, { 'accept-encoding': 'gzip, deflate, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(body).toEqual(brotliCompressSync(Buffer.from(SCRIPT)));
  });

  test('a script is sent with what protects it, and without what governs documents', async () => {
    for (const status of [200, 304]) {
      const etag = status === 304 ? ((await get(ASSET)).headers.get('etag') ?? '') : '';
      const response = await get(ASSET, { 'if-none-match': etag });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(response.headers.get('content-security-policy')).toBe('sandbox');
      expect(response.headers.get('permissions-policy')).toBeNull();
    }
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['deflate', undefined],
  ])('who accepts %s gets %s', async (accepted, encoding) => {
    expect((await raw(ASSET, { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  test('each encoding is an entity of its own, known by its own tag', async () => {
    const tags = new Map<string, string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await raw(ASSET, { 'accept-encoding': encoding });
      expect(headers.vary).toBe('accept-encoding');
      tags.set(encoding, String(headers.etag));
    }
    expect(new Set(tags.values()).size).toBe(3);
    const brotli = { 'accept-encoding': 'br', 'if-none-match': tags.get('br') ?? '' };
    expect((await get(ASSET, brotli)).status).toBe(304);
    expect((await get(ASSET, { ...brotli, 'accept-encoding': 'gzip' })).status).toBe(200);
  });

  test('a compressed form that is not the file, or is lost, is not sent: the file itself is', async () => {
    const spoilt = await storeWithAssets();
    const script = join(spoilt, 'mf-blog', 'assets', 'page-list.0123456789ab.js');
    await writeFile(`${script}.br`, brotliCompressSync(Buffer.from('alert(1)')));
    await rm(`${script}.gz`);
    const fresh = await runComposer(spoilt, { API_PORT: '1' });
    try {
      for (const encoding of ['br', 'gzip']) {
        const answer = await fetch(fresh.origin + ASSET, { headers: { 'accept-encoding': encoding } });
        const { headers } = answer;
        expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'accept-encoding']);
        expect(await answer.text()).toBe(SCRIPT);
      }
      expect(fresh.events.filter(({ event }) => event === 'release file refused')).toHaveLength(2);
    } finally {
      await fresh.close();
    }
  });

  test('a file that the store cannot give just now is not said to be none', async () => {
    const place = await storeWithAssets();
    await rm(join(place, 'mf-blog', 'assets'), { recursive: true });
    const fresh = await runComposer(place, { API_PORT: '1' });
    const answer = await fetch(fresh.origin + ASSET).finally(() => fresh.close());
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
  });

  test('a file of a release that was pruned meanwhile is said to be none', async () => {
    const place = await storeWithAssets();
    await writeRelease(place, 'mf-blog', '1.9.0', SERVER_ENTRIES.says('Not yet'));
    const fresh = await runComposer(place, { API_PORT: '1' });
    try {
      expect((await fetch(`${fresh.origin}/_releases/mf-blog/1.9.0/app.css`)).status).toBe(200);
      await rm(join(place, 'mf-blog', '1.9.0'), { recursive: true });
      for (let times = 0; times < 2; times += 1)
        expect((await fetch(`${fresh.origin}/_releases/mf-blog/1.9.0/remoteEntry.js`)).status).toBe(404);
    } finally {
      await fresh.close();
    }
  });

  test('a live release that the store has lost is told of, and its files are not said to be none', async () => {
    const place = await storeWithAssets();
    const fresh = await runComposer(place, { API_PORT: '1' });
    try {
      await rm(join(place, 'mf-blog', '1.1.0'), { recursive: true });
      expect((await fetch(`${fresh.origin}/_releases/mf-blog/1.1.0/remoteEntry.js`)).status).toBe(503);
      expect(fresh.events.some(({ event }) => event === 'release file refused')).toBe(true);
    } finally {
      await fresh.close();
    }
  });

  test('a film is sent in pieces', async () => {
    const piece = await get(MOVIE, { range: 'bytes=10-19' });
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
    expect(Buffer.from(await piece.arrayBuffer())).toEqual(FILM.subarray(10, 20));
    expect((await get(MOVIE, { range: 'bytes=-5' })).headers.get('content-range')).toBe('bytes 995-999/1000');
    expect((await get(MOVIE, { range: 'bytes=5000-' })).status).toBe(416);
    expect((await get(MOVIE, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
    expect((await raw(MOVIE, { range: 'bytes=0-1' }, 'HEAD')).headers['content-length']).toBe('1000');
  });

  test('a file that only a former release had goes on being served to old tabs', async () => {
    const store = await storeWithAssets();
    for (const version of ['1.2.0', '1.3.0', '1.4.0']) {
      await writeRelease(store, 'mf-blog', version, SERVER_ENTRIES.says(version));
      await promote(store, 'mf-blog', version);
    }
    const fresh = await runComposer(store, { API_PORT: '1' });
    try {
      expect((await fetch(fresh.origin + ASSET)).status).toBe(200);
      expect((await fetch(`${fresh.origin}/_releases/mf-blog/assets/made-up.0123456789ab.js`)).status).toBe(404);
    } finally {
      await fresh.close();
    }
  });

  test('a file that only a release had which was taken back goes on being served to its tabs', async () => {
    const store = await storeWithAssets();
    await rollback(store, 'mf-blog');
    const fresh = await runComposer(store, { API_PORT: '1' });
    try {
      expect((await fetch(fresh.origin + ASSET)).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  /** Checks that prune keeps the file, and that a newly started composer serves it. */
  const isServedAfresh = async (place: string): Promise<void> => {
    expect((await planPrune(openWritableStore(place))).apps).toEqual([]);
    const fresh = await runComposer(place, { API_PORT: '1' });
    try {
      expect((await fetch(fresh.origin + ASSET)).status).toBe(200);
    } finally {
      await fresh.close();
    }
  };

  test('a file that only a stopped canary had goes on being served to its tabs by a composer that has just started', async () => {
    const place = await fixtureStore();
    await writeRelease(place, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('Canary'));
    await addAssets(place, '1.1.0');
    await startCanary(place, 'mf-blog', '1.1.0', 10);
    await stopCanary(openWritableStore(place), 'mf-blog', {});
    await isServedAfresh(place);
  });

  test('a file of a release that was live thirty days ago at most is served to its tabs, however many followed', async () => {
    const place = await fixtureStore();
    await writeRelease(place, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('First'));
    await addAssets(place, '1.1.0');
    await promote(place, 'mf-blog', '1.1.0');
    for (let patch = 1; patch <= 45; patch += 1) {
      await writeRelease(place, 'mf-blog', `1.2.${patch}`, SERVER_ENTRIES.says(`Number ${patch}`));
      await promote(place, 'mf-blog', `1.2.${patch}`);
    }
    await isServedAfresh(place);
  });

  test('files that only a release has which was never live are there as soon as its page is', async () => {
    const unpromoted = await fixtureStore();
    await writeRelease(unpromoted, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'));
    await addAssets(unpromoted, '1.1.0');
    const fresh = await runComposer(unpromoted, { API_PORT: '1' });
    try {
      const page = await fetch(`${fresh.origin}/blog`, { headers: { cookie: 'preview=mf-blog@1.1.0' } });
      expect(await page.text()).toContain('The next journal');
      expect((await fetch(fresh.origin + ASSET)).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  test('a file is immutable under its own address and not under the site’s, whoever asks first', async () => {
    const store = await fixtureStore();
    const manifestFile = join(store, 'shell', '1.0.1', 'release.json');
    await writeRelease(store, 'shell', '1.0.1', SERVER_ENTRIES.shell);
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
    const picture = Buffer.from('a picture');
    await mkdir(join(store, 'shell', '1.0.1', 'site', 'icons'), { recursive: true });
    await writeFile(join(store, 'shell', '1.0.1', 'site', 'icons', 'og.png'), picture);
    manifest.files['site/icons/og.png'] = { integrity: integrityOf(picture), bytes: picture.length };
    await writeManifest(store, manifest);
    await promote(store, 'shell', '1.0.1');
    const addresses = ['/_releases/shell/1.0.1/site/icons/og.png', '/_site/icons/og.png'];
    for (const order of [addresses, [...addresses].reverse()]) {
      const own = await runComposer(store, { API_PORT: '1' });
      try {
        for (const address of order) {
          const caching = (await fetch(own.origin + address)).headers.get('cache-control');
          expect([address, caching?.includes('immutable')]).toEqual([address, address.startsWith('/_releases/')]);
        }
      } finally {
        await own.close();
      }
    }
  });

  test('whoever makes versions and apps up keeps the store from nobody, and an old tab gets its files', async () => {
    const place = await storeWithAssets();
    await writeRelease(place, 'mf-blog', '1.2.0', SERVER_ENTRIES.says('The next journal'));
    await promote(place, 'mf-blog', '1.2.0');
    const whole = openStore(place);
    const read = jest.fn(whole.read);
    const { manifest } = await readRelease(whole, 'mf-blog', '1.2.0');
    const set = { apps: { 'mf-blog': { manifest } }, canaries: [] } as unknown as ReleaseSet;
    const files = new StaticFiles({
      store: { ...whole, read },
      currentSet: () => set,
      log: () => undefined,
      foreign: new ForeignOrigins([]),
      visitors: { networkOf: ({ headers }) => String(headers['x-forwarded-for']) } as Visitors,
    });
    const statusOf = async (path: string, address = '') => {
      const response = { writeHead: jest.fn(), end: jest.fn() };
      const request = { headers: { 'x-forwarded-for': address } } as unknown as IncomingMessage;
      await files.serve(request, response as unknown as ServerResponse, path);
      return response.writeHead.mock.calls[0]?.[0];
    };
    const made = Array.from({ length: 1_000 }, (_, number) => number);
    await Promise.all(made.map((number) => statusOf(`/_releases/mf-blog/9.0.${number}/remoteEntry.js`)));
    await Promise.all(made.map((number) => statusOf(`/_releases/mf-${number}/assets/page.0123456789ab.js`)));
    expect(read.mock.calls.length).toBeLessThan(700);
    expect(await statusOf(ASSET)).toBe(200);
    expect(await statusOf('/_releases/mf-blog/1.1.0/remoteEntry.js')).toBe(200);
    const none = '/_releases/mf-blog/assets/none.0123456789ab.js';
    await statusOf(none);
    const reads = read.mock.calls.length;
    await statusOf(none);
    expect(read).toHaveBeenCalledTimes(reads);
    await writeRelease(place, 'mf-blog', '1.3.0', SERVER_ENTRIES.says('A journal that waits'));
    expect(await statusOf('/_releases/mf-blog/1.3.0/remoteEntry.js', '203.0.113.9')).toBe(200);
  });

  test('the version of npm run dev, which pages report, is looked for in no store', async () => {
    expect((await get('/_releases/mf-blog/0.0.0-development/entry.js')).status).toBe(404);
    expect(composer.events.filter(({ event }) => event === 'release not found')).toEqual([]);
  });

  test('a release that was never promoted can be opened by who knows its version', async () => {
    await writeRelease(store, 'mf-blog', '1.9.0', SERVER_ENTRIES.says('Not yet'));
    expect((await get('/_releases/mf-blog/1.9.0/remoteEntry.js')).status).toBe(200);
    expect((await get('/_releases/mf-blog/1.9.0/node/render.mjs')).status).toBe(404);
    await rm(join(store, 'mf-blog', '1.9.0'), { recursive: true });
  });
});

describe('bodies of files', () => {
  const FILE = 'assets/page-list.0123456789ab.js';
  const SCRIPT = Buffer.from('export const linen = 1;'.repeat(5_000));
  const STORED: Record<string, Buffer> = { [FILE]: SCRIPT, [`${FILE}.br`]: brotliCompressSync(SCRIPT) };

  const manifest = {
    app: 'mf-blog',
    version: '1.1.0',
    files: { [FILE]: { integrity: integrityOf(SCRIPT), bytes: SCRIPT.length } },
  } as unknown as ReleaseManifest;

  /** A store that answers asynchronously and records its requests. */
  function countingStore() {
    const asked: string[] = [];
    const read = async (path: string) => {
      const file = path.replace('mf-blog/', '');
      asked.push(file);
      await new Promise(setImmediate);
      return STORED[file];
    };
    return { asked, store: { read } as unknown as ReleaseStore };
  }

  test.each<[Encoding, string]>([
    ['br', `${FILE}.br`],
    ['identity', FILE],
  ])('forty at once for one file (%s), and forty after them, are answered from one reading', async (encoding, file) => {
    const { asked, store } = countingStore();
    const bodies = new FileBodies(store);
    for (const _round of ['at once', 'later']) {
      const all = await Promise.all(Array.from({ length: 40 }, () => bodies.get(manifest, FILE, encoding)));
      for (const body of all) expect(body).toEqual(STORED[file]);
    }
    expect(asked).toEqual([file]);
  });

  test('of a compressed body no more is unpacked than its file has', async () => {
    const files = { [FILE]: { integrity: integrityOf(SCRIPT), bytes: SCRIPT.length - 1 } };
    const larger = new FileBodies(countingStore().store).get({ ...manifest, files }, FILE, 'br');
    await expect(larger).rejects.toThrow('is not what was published');
  });
});
