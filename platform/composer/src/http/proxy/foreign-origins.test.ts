import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import type { AppName } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/manifest';
import { promote } from '@wholepage/releases/steps';
import { SettingsError } from '../../errors';
import { readSettings } from '../../settings/settings';
import { fixtureSite } from '../../testing/fixture-site';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';

const FRIEND = 'https://intranet.test';
const STRANGER = 'https://stranger.test';

const MANIFEST = JSON.stringify({
  id: 'mf-careers',
  name: 'mf-careers',
  metaData: {
    globalName: 'mf_careers',
    remoteEntry: { path: '', name: 'remoteEntry.js', type: 'global' },
    types: { path: '', name: '', zip: '@mf-types.zip', api: '@mf-types.d.ts' },
    publicPath: 'auto',
  },
  shared: [],
  exposes: [
    {
      name: 'app',
      path: './app',
      assets: { js: { sync: ['entry.js', '../assets/a.js'], async: [] }, css: { sync: [], async: [] } },
    },
  ],
});

/** A manifest as Vite and Rsbuild write it, with files for shared packages. */
const EXTERNAL_MANIFEST = JSON.stringify({
  id: 'guest',
  name: 'guest',
  metaData: {
    globalName: 'guest',
    remoteEntry: { path: '', name: 'remoteEntry.js', type: 'module' },
    types: { path: '', name: '', zip: '', api: '' },
    publicPath: 'auto',
  },
  shared: [{ name: 'react', version: '19.3.1', assets: { js: { sync: ['assets/react.js'], async: [] } } }],
  exposes: [{ name: 'app', path: './app', assets: { js: { sync: ['assets/app.js'], async: [] } } }],
});

let store: string;
let api: Server;
let apiOrigin: string;
let asked: { cookie: string | undefined }[];
/** Running composers by their `FEDERATION_ORIGINS`. */
const running = new Map<string, Promise<RunningComposer>>();

const open = (FEDERATION_ORIGINS: string): Promise<RunningComposer> => {
  const composer = running.get(FEDERATION_ORIGINS) ?? runComposer(store, { FEDERATION_ORIGINS, API_ORIGIN: apiOrigin });
  running.set(FEDERATION_ORIGINS, composer);
  return composer;
};

/** Makes a release live whose manifest lets other hosts load it. */
async function goLive(app: AppName, version: string, file: string, manifest: string): Promise<void> {
  const page = SERVER_ENTRIES.says('Here');
  await writeRelease(store, app, version, page, {
    files: {
      [file]: { integrity: integrityOf(manifest), bytes: manifest.length },
      'node/render.mjs': { integrity: integrityOf(page), bytes: page.length },
    },
    entry: { browser: file, node: 'node/render.mjs', js: [], css: [] },
  });
  const path = join(store, app, version, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, manifest);
  await promote(store, app, version);
}

beforeAll(async () => {
  store = await fixtureStore();
  await goLive('mf-careers', '2.0.0', 'mf-manifest.json', MANIFEST);
  await goLive('mf-courses', '3.0.0', 'external/mf-manifest.json', EXTERNAL_MANIFEST);
  api = createServer((request, response) => {
    asked.push({ cookie: request.headers.cookie });
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'mine=1' }).end('{}');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  apiOrigin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  for (const composer of running.values()) await (await composer).close();
  await new Promise((resolve) => api.close(resolve));
  await rm(store, { recursive: true });
});

const OPENED = [
  '/_releases/mf-blog/1.0.0/remoteEntry.js',
  '/_settings/live.json',
  '/_releases/mf-careers/mf-manifest.json',
];

const ask = (composer: RunningComposer, path: string, origin: string, init: RequestInit = {}) =>
  fetch(composer.origin + path, { ...init, headers: { origin, ...init.headers } });

test('by default nothing is open to pages of other origins', async () => {
  const composer = await open('');
  for (const path of [...OPENED, '/api/formdata/api_blog_list.php', '/blog']) {
    const { status, headers } = await ask(composer, path, FRIEND);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).not.toBe('cross-origin');
  }
});

test('named origins read release files and settings, others do not, and no cache mixes them up', async () => {
  const composer = await open(FRIEND);
  for (const path of OPENED) {
    const friend = await ask(composer, path, FRIEND);
    expect(friend.status).toBe(200);
    expect(friend.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(friend.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(friend.headers.get('vary')).toContain('origin');
    const stranger = await ask(composer, path, STRANGER);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    expect(stranger.headers.get('vary')).toContain('origin');
  }
});

test('pages, sets and reports of the site stay its own, whoever is let in', async () => {
  const composer = await open('*');
  for (const path of ['/blog', '/_sets/live.json', '/robots.txt']) {
    expect((await ask(composer, path, STRANGER)).headers.get('access-control-allow-origin')).toBeNull();
  }
  expect((await ask(composer, OPENED[0] ?? '', STRANGER)).headers.get('access-control-allow-origin')).toBe('*');
});

test('what the API says to everybody can be read, without cookies; nothing can be sent', async () => {
  const composer = await open(FRIEND);
  const read = await ask(composer, '/api/formdata/api_blog_list.php', FRIEND, { headers: { cookie: 'mine=1' } });
  expect(read.headers.get('access-control-allow-origin')).toBe(FRIEND);
  expect(read.headers.get('set-cookie')).toBeNull();
  expect(asked).toEqual([{ cookie: undefined }]);
  const sent = await ask(composer, '/api/save_form.php', FRIEND, { method: 'POST', body: 'a=b' });
  expect(sent.headers.get('access-control-allow-origin')).toBeNull();
  for (const { headers } of [read, sent]) expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('the settings name the site in every address', async () => {
  const composer = await open('*');
  const { config } = (await (await ask(composer, '/_settings/live.json', STRANGER)).json()) as {
    config: { siteOrigin: string; hosts: object };
  };
  expect(config.siteOrigin).toBe('http://site.test');
  expect(config.hosts).toEqual({ articles: 'http://site.test/api', mail: 'http://site.test' });
});

test('the manifest of an app is that of its live release, with paths from where it was read', async () => {
  const composer = await open('*');
  const response = await ask(composer, '/_releases/mf-careers/mf-manifest.json', STRANGER);
  const manifest = federationManifestSchema.parse(await response.json());
  expect(manifest.metaData.remoteEntry).toEqual({ path: '2.0.0', name: 'remoteEntry.js', type: 'global' });
  expect(manifest.exposes[0]?.assets.js.sync).toEqual(['2.0.0/entry.js', 'assets/a.js']);
  // The library's plugin requests both files next to the manifest.
  const types = { path: '', zip: '2.0.0/@mf-types.zip', api: '2.0.0/@mf-types.d.ts' };
  expect(manifest.metaData.types).toMatchObject(types);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const none = await ask(composer, '/_releases/mf-blog/mf-manifest.json', STRANGER);
  expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  expect(await none.text()).toContain('No release of this app that other hosts can load is live.');
});

test('a remote of another bundler is open by its live manifest as ours are', async () => {
  const composer = await open(FRIEND);
  const response = await ask(composer, '/_releases/mf-courses/mf-manifest.json', FRIEND);
  expect(response.headers.get('access-control-allow-origin')).toBe(FRIEND);
  const manifest = federationManifestSchema.parse(await response.json());
  expect(manifest.metaData.remoteEntry).toEqual({ path: '3.0.0/external', name: 'remoteEntry.js', type: 'module' });
  expect(manifest.metaData.types?.zip).toBe('');
  expect(manifest.shared[0]?.assets.js.sync).toEqual(['3.0.0/external/assets/react.js']);
  expect(manifest.exposes[0]?.assets.js.sync).toEqual(['3.0.0/external/assets/app.js']);
});

test.each(['everybody', 'ftp://files.test'])(
  'FEDERATION_ORIGINS=%s is refused in a sentence that names it',
  (value) => {
    expect(() => readSettings({ FEDERATION_ORIGINS: value }, process.cwd(), fixtureSite)).toThrow(SettingsError);
    expect(() => readSettings({ FEDERATION_ORIGINS: value }, process.cwd(), fixtureSite)).toThrow(
      /^FEDERATION_ORIGINS is not usable/,
    );
  },
);
