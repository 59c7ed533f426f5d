import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releaseManifestSchema } from '@wholepage/contracts/release';
import { buildExternal } from './build-external';

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
    'assets/app.js': 'export const mount = () => {}; export const unmount = () => {};',
    'assets/app.css': '.guest { color: red }',
    'mf-manifest.json': JSON.stringify(manifest),
    'remote.json': JSON.stringify(remote),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, file)), { recursive: true });
    writeFileSync(join(from, file), text);
  }
}

const build = () => buildExternal('mf-partner', from, join(folder, 'out'));

test('a folder of another bundler becomes a release like any', async () => {
  write(MANIFEST, REMOTE);
  const { manifest, dir, scriptBytes } = await build();
  expect(releaseManifestSchema.parse(manifest)).toMatchObject({
    app: 'mf-partner',
    contract: 4,
    policies: ['external-mf-partner'],
    shares: [{ name: 'react', version: '19.3.1', range: '^19.0.0' }],
    routes: [{ path: '/guest', menu: 'Guest' }],
    entry: { browser: 'entry.js', node: 'node/render.mjs', js: ['entry.js'], css: ['external/assets/app.css'] },
  });
  expect(manifest.version).toMatch(/^1\.0\.0-[0-9a-f]{8}$/);
  expect(Object.keys(manifest.files).sort()).toEqual([
    'entry.js',
    'external/assets/app.css',
    'external/assets/app.js',
    'external/mf-manifest.json',
    'external/remoteEntry.js',
    'node/render.mjs',
  ]);
  // Every module that may be imported is named with its digest.
  const entry = readFileSync(join(dir, 'entry.js'), 'utf8');
  expect(entry).toContain(manifest.files['external/assets/app.js']?.integrity);
  expect(scriptBytes).toBeGreaterThan(0);
  expect((await build()).manifest.version).toBe(manifest.version);
});

test('a copy of what the page may share is known as one, unless the external remote imports it anyway', async () => {
  const js = { sync: [], async: ['assets/react.js', 'assets/jsx.js'] };
  const shared = [{ name: 'react', version: '19.3.1', requiredVersion: '^19.0.0', assets: { js } }];
  write({ ...MANIFEST, shared }, REMOTE);
  writeFileSync(join(from, 'assets', 'react.js'), 'export const version = 1;');
  writeFileSync(join(from, 'assets', 'jsx.js'), 'export const jsx = () => {};');
  const app = "import './jsx.js'; const own = () => import('./react.js'); export const mount = own, unmount = own;";
  writeFileSync(join(from, 'assets', 'app.js'), app);
  const { dir } = await build();
  const entry = readFileSync(join(dir, 'entry.js'), 'utf8');
  const copies = [...entry.matchAll(/"external\/assets\/(\w+)\.js","integrity":"[^"]+","copyOf"/g)];
  expect(copies.map(([, name]) => name)).toEqual(['react']);
});

test('a change of any file is another version', async () => {
  write(MANIFEST, REMOTE);
  const { version } = (await build()).manifest;
  writeFileSync(join(from, 'assets', 'app.js'), 'export const mount = () => {}, unmount = () => {}; // other');
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
    /^It exposes \.\/page: expose its pages as "\.\/app" in "exposes" of federation\(\) in vite\.config/,
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
    'asks for an impossible range',
    { ...MANIFEST, shared: [{ name: 'react', version: '19.3.1', requiredVersion: '19.x || banana' }] },
    REMOTE,
    /^It asks for react in "19\.x \|\| banana", .+ in "shared" of federation\(\) in vite\.config/,
  ],
  [
    'looks for its files elsewhere',
    { ...MANIFEST, metaData: { ...MANIFEST.metaData, publicPath: 'https://cdn.example/' } },
    REMOTE,
    /^Its files are looked for at "https:\/\/cdn\.example\/".+set base: '\.\/' in vite\.config/,
  ],
  [
    'has an entry of a type that no browser runs',
    {
      ...MANIFEST,
      metaData: { ...MANIFEST.metaData, remoteEntry: { path: '', name: 'remoteEntry.js', type: 'commonjs2' } },
    },
    REMOTE,
    /^Its entry is of type "commonjs2".+set build\.rolldownOptions\.output\.format in vite\.config/,
  ],
])('an external remote that %s is refused in a sentence', async (_what, manifest, remote, sentence) => {
  write(manifest, remote);
  await expect(build()).rejects.toThrow(sentence);
});

test('a folder without a manifest is refused with how to get one', async () => {
  write(MANIFEST, REMOTE);
  rmSync(join(from, 'mf-manifest.json'));
  await expect(build()).rejects.toThrow('set "manifest: true" in federation() in vite.config');
});

test('a folder that is not there is said', async () => {
  await expect(buildExternal('mf-partner', join(folder, 'lost'), join(folder, 'out'))).rejects.toThrow(
    /lost is not a folder: name the one that the bundler writes to/,
  );
});

const SCRIPT = {
  ...MANIFEST,
  metaData: { ...MANIFEST.metaData, remoteEntry: { path: '', name: 'remoteEntry.js', type: 'global' } },
};
const SAFE = 'var guest; trustedTypes.createPolicy("guest"); "sha384-x"; /* rspack */';

/** A script remote whose entry is this text. */
const writeScript = (entry: string, remote: object = { ...REMOTE, policies: ['guest'] }): void => {
  write(SCRIPT, remote);
  writeFileSync(join(from, 'remoteEntry.js'), entry);
};

test.each<[string, string, object, RegExp]>([
  [
    'no policy',
    'var guest; "webpack"; "sha384-x"',
    REMOTE,
    /without a Trusted Types policy.+output\.trustedTypes in webpack\.config/,
  ],
  [
    'a policy that is not named',
    SAFE,
    REMOTE,
    /"policies" of remote\.json is empty: name the one of .+ in rspack\.config/,
  ],
  [
    'no digests',
    'var guest; trustedTypes.createPolicy("guest"); /* rspack */',
    { ...REMOTE, policies: ['guest'] },
    /without digests.+add SubresourceIntegrityPlugin.+rspack\.config/,
  ],
])(
  'a script remote whose chunks have %s is refused in the words of its bundler',
  async (_what, entry, remote, says) => {
    writeScript(entry, remote);
    await expect(build()).rejects.toThrow(says);
  },
);

test.each([
  ['says that a script is a module', MANIFEST, 'var guest;', /remoteEntry\.js is an ES module, and it exports nothing/],
  ['has an empty entry', MANIFEST, '', /is an ES module, and it exports nothing/],
  [
    'names a container that its script does not leave',
    SCRIPT,
    'var other;',
    /leaves "guest", and it does not: set "name"/,
  ],
  [
    'names a container in code',
    { ...SCRIPT, metaData: { ...SCRIPT.metaData, globalName: 'a"];alert(1)//' } },
    'a"];alert(1)//',
    /set "name" in ModuleFederationPlugin/,
  ],
])('an external remote whose manifest %s is refused', async (_what, manifest, entry, says) => {
  write(manifest, REMOTE);
  writeFileSync(join(from, 'remoteEntry.js'), entry);
  await expect(build()).rejects.toThrow(says);
});

test('a script remote with policy and digests becomes a release', async () => {
  writeScript(SAFE);
  expect((await build()).manifest.policies).toEqual(['external-mf-partner', 'guest']);
});

test('what the build has for a page of its own is left out', async () => {
  write(MANIFEST, REMOTE);
  const add = (file: string, text: string) => writeFileSync(join(from, file), text);
  add('index.html', '<script src="/assets/index-1a2b3c4d.js"></script><link href="/assets/shared-9f8e7d6c.js">');
  add('assets/index-1a2b3c4d.js', 'own page');
  add('assets/shared-9f8e7d6c.js', 'shared');
  add('mf-stats.json', '{}');
  // A chunk whose name is put together in the browser is known by its hash.
  add('assets/app.js', 'const late = "assets/" + name + "-9f8e7d6c.js"; export { late as mount, late as unmount };');
  const names = Object.keys((await build()).manifest.files).filter((file) => file.startsWith('external/assets'));
  expect(names.sort()).toEqual([
    'external/assets/app.css',
    'external/assets/app.js',
    'external/assets/shared-9f8e7d6c.js',
  ]);
});

test('its forms without scripts go to its own back end, at the paths that remote.json names', async () => {
  write(MANIFEST, REMOTE);
  expect((await build()).manifest.actions).toBeUndefined();
  write(MANIFEST, { ...REMOTE, actions: ['/guest/subscribe/:list'] });
  const { manifest } = await build();
  expect(releaseManifestSchema.parse(manifest).actions).toEqual(['/guest/subscribe/:list']);
  write(MANIFEST, { ...REMOTE, actions: ['https://elsewhere.example/subscribe'] });
  await expect(build()).rejects.toThrow('must be a path of segments');
});
