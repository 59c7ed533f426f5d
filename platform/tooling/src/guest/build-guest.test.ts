import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releaseManifestSchema } from 'contracts/release';
import { buildGuest } from './build-guest';

let folder: string;
let from: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guest-'));
  from = join(folder, 'dist');
});
afterEach(() => rmSync(folder, { recursive: true }));

const FILES = { sync: ['assets/app.js'], async: [] };
const MANIFEST = {
  id: 'guest',
  name: 'guest',
  metaData: {
    globalName: 'guest',
    remoteEntry: { path: '', name: 'remoteEntry.js', type: 'module' },
    publicPath: 'auto',
  },
  shared: [{ name: 'react', version: '19.3.1', requiredVersion: '^19.0.0' }],
  exposes: [{ name: 'app', path: './app', assets: { js: FILES, css: { sync: ['assets/app.css'], async: [] } } }],
};
const REMOTE = {
  contract: 4,
  routes: [{ path: '/guest', title: 'A guest', menu: 'Guest', html: '<h1>Guest</h1>' }],
  policies: [],
};

function write(manifest: object, remote: object, entry = 'remoteEntry.js'): void {
  const files = {
    [entry]: 'export const init = () => {}; export const get = () => {};',
    'assets/app.js': 'export const mount = () => {};',
    'assets/app.css': '.guest { color: red }',
    'mf-manifest.json': JSON.stringify(manifest),
    'remote.json': JSON.stringify(remote),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, file)), { recursive: true });
    writeFileSync(join(from, file), text);
  }
}

const build = () => buildGuest('mf-guest', from, join(folder, 'out'));

test('a folder of another bundler becomes a release like any', async () => {
  write(MANIFEST, REMOTE);
  const { manifest, dir, scriptBytes } = await build();
  expect(releaseManifestSchema.parse(manifest)).toMatchObject({
    app: 'mf-guest',
    contract: 4,
    policies: ['guest-mf-guest'],
    shares: [{ name: 'react', version: '19.3.1', range: '^19.0.0' }],
    routes: [{ path: '/guest', menu: 'Guest' }],
    entry: { browser: 'entry.js', node: 'node/render.mjs', js: ['entry.js'], css: ['guest/assets/app.css'] },
  });
  expect(manifest.version).toMatch(/^1\.0\.0-[0-9a-f]{8}$/);
  expect(Object.keys(manifest.files).sort()).toEqual([
    'entry.js',
    'guest/assets/app.css',
    'guest/assets/app.js',
    'guest/mf-manifest.json',
    'guest/remoteEntry.js',
    'node/render.mjs',
  ]);
  // Every module that may be imported is named with its digest.
  const entry = readFileSync(join(dir, 'entry.js'), 'utf8');
  expect(entry).toContain(manifest.files['guest/assets/app.js']?.integrity);
  expect(scriptBytes).toBeGreaterThan(0);
  expect((await build()).manifest.version).toBe(manifest.version);
});

test('a change of any file is another version', async () => {
  write(MANIFEST, REMOTE);
  const { version } = (await build()).manifest;
  writeFileSync(join(from, 'assets', 'app.js'), 'export const mount = () => {}; // other');
  expect((await build()).manifest.version).not.toBe(version);
});

const { policies: _policies, ...withoutPolicies } = REMOTE;
const [exposed] = MANIFEST.exposes;

test.each<[string, object, object, RegExp]>([
  ['names no policies', MANIFEST, withoutPolicies, /^remote\.json: "policies" /],
  ['is of a contract that is not hosted', MANIFEST, { ...REMOTE, contract: 99 }, /^remote\.json: "contract" /],
  ['has no routes', MANIFEST, { ...REMOTE, routes: [] }, /^remote\.json: "routes" /],
  ['has a key that nobody knows', MANIFEST, { ...REMOTE, shell: true }, /^remote\.json: /],
  [
    'exposes no "./app"',
    { ...MANIFEST, exposes: [{ ...exposed, path: './page' }] },
    REMOTE,
    /^It exposes \.\/page: expose its pages as "\.\/app"/,
  ],
  ['exposes nothing', { ...MANIFEST, exposes: [] }, REMOTE, /^It exposes nothing: /],
  [
    'names a file that is not there',
    {
      ...MANIFEST,
      exposes: [{ ...exposed, assets: { js: { sync: ['assets/lost.js'], async: [] }, css: { sync: [], async: [] } } }],
    },
    REMOTE,
    /name assets\/lost\.js, which is not in /,
  ],
  [
    'has an entry of a type that no browser runs',
    {
      ...MANIFEST,
      metaData: { ...MANIFEST.metaData, remoteEntry: { path: '', name: 'remoteEntry.js', type: 'commonjs2' } },
    },
    REMOTE,
    /^Its entry is of type "commonjs2": set "library\.type"/,
  ],
])('a guest that %s is refused in a sentence', async (_what, manifest, remote, sentence) => {
  write(manifest, remote);
  await expect(build()).rejects.toThrow(sentence);
});

test('a folder without a manifest is told how to get one', async () => {
  write(MANIFEST, REMOTE);
  rmSync(join(from, 'mf-manifest.json'));
  await expect(build()).rejects.toThrow('switch the manifest on in the bundler');
});
