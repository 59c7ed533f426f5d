import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releaseManifestSchema } from '@wholepage/contracts/release';
import { buildExternal } from './build-external';
import { readExternal } from './read-external';

describe('a build of another bundler', () => {
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

  const build = () => buildExternal('guest', from, join(folder, 'out'));

  test('a folder of another bundler becomes a release like any', async () => {
    write(MANIFEST, REMOTE);
    const { manifest, dir, scriptBytes } = await build();
    expect(releaseManifestSchema.parse(manifest)).toMatchObject({
      app: 'guest',
      contract: 4,
      policies: ['external-guest'],
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
    // The entry lists the digest of every importable module.
    const entry = readFileSync(join(dir, 'entry.js'), 'utf8');
    expect(entry).toContain(manifest.files['external/assets/app.js']?.integrity);
    expect(entry).toContain('"react":{"react":"^19.0.0","react-dom/client":"^19.0.0"}');
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
    const other = (await build()).manifest.version;
    write(MANIFEST, { ...REMOTE, render: 'render.mjs' });
    const rendered = async (text: string) => {
      writeFileSync(join(from, 'render.mjs'), `export const render = () => ({ html: '${text}' });`);
      return (await build()).manifest.version;
    };
    expect(new Set([version, other, await rendered('one'), await rendered('two')]).size).toBe(4);
  });

  test('a page whose address has a part that is open is in no map of the site', async () => {
    write(MANIFEST, { ...REMOTE, routes: [...REMOTE.routes, { path: '/guest/:id', title: 'One' }] });
    expect((await build()).manifest.routes.map(({ sitemap }) => sitemap)).toEqual([['/guest'], []]);
  });

  test('a package that is shared in any version is asked for in no range', async () => {
    write({ ...MANIFEST, shared: [{ name: 'react', version: '19.3.1', requiredVersion: false }] }, REMOTE);
    expect((await build()).manifest.shares).toEqual([{ name: 'react', version: '19.3.1', range: '*' }]);
  });

  test('a folder that is no output of a build is refused: too much in it, or a link', async () => {
    write(MANIFEST, REMOTE);
    symlinkSync(from, join(from, 'assets', 'elsewhere'));
    await expect(build()).rejects.toThrow('assets/elsewhere is neither a file nor a folder: leave links out.');
    rmSync(join(from, 'assets', 'elsewhere'));
    const large = join(from, 'assets', 'large.bin');
    writeFileSync(large, '');
    truncateSync(large, 51 * 1024 * 1024);
    await expect(build()).rejects.toThrow("holds more than 2000 files or 50 MB: is it the build's output?");
    rmSync(large);
    for (let index = 0; index < 2_000; index += 1) writeFileSync(join(from, `${index}.txt`), '');
    await expect(build()).rejects.toThrow('holds more than 2000 files or 50 MB');
  });

  const { policies: _policies, ...withoutPolicies } = REMOTE;
  const [exposed] = MANIFEST.exposes;

  test.each<[string, object, object, RegExp]>([
    ['names no policies', MANIFEST, withoutPolicies, /^remote\.json: "policies" /],
    ['is of a contract that is not hosted', MANIFEST, { ...REMOTE, contract: 99 }, /^remote\.json: "contract" /],
    ['has no routes', MANIFEST, { ...REMOTE, routes: [] }, /^remote\.json: "routes" /],
    ['has a key that nobody knows', MANIFEST, { ...REMOTE, shell: true }, /"shell"\. docs\/federation\.md .+ keys\.$/],
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
        exposes: [
          { ...exposed, assets: { js: { sync: ['assets/lost.js'], async: [] }, css: { sync: [], async: [] } } },
        ],
      },
      REMOTE,
      /names assets\/lost\.js, which is not in /,
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

  test.each([
    ['is not there', undefined, 'names server.mjs in "render", which is not in '],
    ['exports another name', 'export default () => {}', 'server.mjs exports no "render": write `export async'],
    [
      'cannot be read',
      'export const render = {',
      'server.mjs is not JavaScript: Expected identifier but found end of file in line 1.',
    ],
    ['needs another file', 'export { render } from "./page.js"', 'server.mjs imports ./page.js, and a server has'],
  ])('a server entry that %s is refused in a sentence', async (_what, text, says) => {
    write(MANIFEST, { ...REMOTE, render: 'server.mjs' });
    if (text !== undefined) writeFileSync(join(from, 'server.mjs'), text);
    await expect(build()).rejects.toThrow(says);
  });

  test('a server entry that uses parts of Node is the release’s own', async () => {
    write(MANIFEST, { ...REMOTE, render: 'server.mjs' });
    const text = 'import "node:util"; const a = () => {}; export { a as render };';
    writeFileSync(join(from, 'server.mjs'), text);
    expect(readFileSync(join((await build()).dir, 'node/render.mjs'), 'utf8')).toBe(text);
  });

  test('a folder that is not there is said', async () => {
    await expect(buildExternal('guest', join(folder, 'lost'), join(folder, 'out'))).rejects.toThrow(
      /lost is not a folder: name the one that the bundler writes to/,
    );
  });

  const SCRIPT = {
    ...MANIFEST,
    metaData: { ...MANIFEST.metaData, remoteEntry: { path: '', name: 'remoteEntry.js', type: 'global' } },
  };
  const SAFE = 'var guest; trustedTypes.createPolicy("guest"); "sha384-x"; /* rspack */';

  /** Writes a script remote with this entry. */
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
      /makes the Trusted Types policy "guest", and "policies" of remote\.json does not name it: write "guest" there/,
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
    [
      'says that a script is a module',
      MANIFEST,
      'var guest;',
      /remoteEntry\.js is an ES module, and it exports nothing/,
    ],
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
    expect((await build()).manifest.policies).toEqual(['external-guest', 'guest']);
  });

  test('what remote.json says is part of the version', async () => {
    write(MANIFEST, REMOTE);
    const { manifest } = await build();
    write(MANIFEST, { ...REMOTE, policies: ['other'] });
    expect((await build()).manifest.version).not.toBe(manifest.version);
  });

  test('a module whose framework makes a policy names it', async () => {
    write(MANIFEST, REMOTE);
    writeFileSync(join(from, 'assets/app.js'), 'trustedTypes.createPolicy(`svelte`); export const unmount = () => {};');
    await expect(build()).rejects.toThrow('write "svelte" there');
  });

  test('what the build has for a page of its own is left out', async () => {
    write(MANIFEST, REMOTE);
    const add = (file: string, text: string) => writeFileSync(join(from, file), text);
    add('index.html', '<script src="/assets/index-1a2b3c4d.js"></script><link href="/assets/shared-9f8e7d6c.js">');
    add('assets/index-1a2b3c4d.js', 'own page');
    add('assets/shared-9f8e7d6c.js', 'shared');
    for (const file of ['mf-stats.json', 'assets/app.js.map']) add(file, '{}');
    // The hash identifies a chunk whose name is assembled in the browser.
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
    expect((await build()).manifest.actions).toEqual([]);
    write(MANIFEST, { ...REMOTE, actions: ['/guest/subscribe/:list'] });
    const { manifest } = await build();
    expect(releaseManifestSchema.parse(manifest).actions).toEqual(['/guest/subscribe/:list']);
    write(MANIFEST, { ...REMOTE, actions: ['https://elsewhere.example/subscribe'] });
    await expect(build()).rejects.toThrow('must be a path of segments');
  });
});

describe('refusals', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'guest-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** A bundler's output: type and text of the entry, and the name of a chunk. */
  interface Build {
    type: string;
    entry: string;
    chunk: string;
    policies: string[];
  }

  const script = (bundler: string, chunk: string): Build => ({
    type: 'global',
    entry: `var guest; /* ${bundler} */ trustedTypes.createPolicy("guest"); "sha384-x";`,
    chunk,
    policies: ['guest'],
  });

  const BUILDS: Record<string, Build> = {
    'vite.config': {
      type: 'module',
      // The entry contains the library's runtime, which mentions webpack.
      entry: 'export const init = () => {}; export const get = () => "__webpack_require__";',
      chunk: 'assets/app-1a2b3c4d.js',
      policies: [],
    },
    'rsbuild.config': script('rspack', 'static/js/async/app.1a2b3c4d.js'),
    'rspack.config': script('rspack', 'app.js'),
    'webpack.config': script('webpack', 'app.js'),
  };

  function manifestOf({ type, chunk }: Build) {
    return {
      id: 'guest',
      name: 'guest',
      metaData: {
        globalName: 'guest',
        remoteEntry: { path: '', name: 'remoteEntry.js', type },
        publicPath: 'auto',
      },
      shared: [{ name: 'react', version: '19.3.1', requiredVersion: '^19.0.0' }],
      exposes: [{ name: 'app', path: './app', assets: { js: { sync: [chunk], async: [] } } }],
    };
  }

  type Manifest = ReturnType<typeof manifestOf>;

  /** Changes that make a build faulty. */
  interface Fault {
    /** Changes the manifest; undefined removes it. */
    manifest?(manifest: Manifest): object | undefined;
    entry?(entry: string): string;
    file?: string;
    /** Source of the module exposed as `./app`. */
    chunk?: string;
  }

  const CHUNK = 'export const mount = () => {}; export const unmount = () => {};';

  function write(
    build: Build,
    { manifest = (same) => same, entry = (same) => same, file, chunk = CHUNK }: Fault,
  ): void {
    const described = manifest(manifestOf(build));
    const files: Record<string, string> = {
      'remoteEntry.js': entry(build.entry),
      [build.chunk]: chunk,
      ...(described !== undefined && { 'mf-manifest.json': JSON.stringify(described) }),
      'remote.json': JSON.stringify({
        contract: 4,
        routes: [{ path: '/guest', title: 'A guest' }],
        policies: build.policies,
      }),
      ...(file && { [file]: '' }),
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
  }

  const asks = (requiredVersion: string) => (manifest: Manifest) => ({
    ...manifest,
    shared: [{ ...manifest.shared[0], requiredVersion }],
  });

  const FAULTS: Record<string, Fault & { says: string }> = {
    'without a manifest': { manifest: () => undefined, says: 'holds no mf-manifest.json' },
    'that exposes another module': {
      manifest: (manifest) => ({ ...manifest, exposes: [{ ...manifest.exposes[0], path: './button' }] }),
      says: 'It exposes ./button',
    },
    'that exposes nothing': { manifest: (manifest) => ({ ...manifest, exposes: [] }), says: 'It exposes nothing' },
    'for another address': {
      manifest: ({ metaData, ...rest }) => ({ ...rest, metaData: { ...metaData, publicPath: 'https://cdn.example/' } }),
      says: 'Its files are looked for at "https://cdn.example/"',
    },
    'for Node': {
      manifest: ({ metaData, ...rest }) => ({
        ...rest,
        metaData: { ...metaData, remoteEntry: { ...metaData.remoteEntry, type: 'commonjs2' } },
      }),
      says: 'Its entry is of type "commonjs2"',
    },
    'with a range that means nothing': { manifest: asks('banana'), says: 'react in "banana", which is not a range' },
    'with a range that its own copy is not in': {
      manifest: asks('^99.0.0'),
      says: 'react in "^99.0.0", and was built with 19.3.1',
    },
    'with names that no address holds': { file: 'a chunk.js', says: 'a chunk.js: names of files' },
  };

  const BUNDLERS = Object.keys(BUILDS);
  const SCRIPTS = BUNDLERS.filter((config) => config !== 'vite.config');

  /** Builds with a fault. @returns the message of the refusal, or `nothing` */
  async function refusalOf(config: string, fault: Fault): Promise<string> {
    const build = BUILDS[config];
    if (!build) throw new Error(`No bundler is set by ${config}.`);
    write(build, fault);
    return readExternal('guest', dir).then(
      () => 'nothing',
      ({ message }: Error) => message,
    );
  }

  describe.each(BUNDLERS)('a build set by %s', (config) => {
    test('is taken as it should be', async () => {
      expect(await refusalOf(config, {})).toBe('nothing');
    });

    test.each(Object.entries(FAULTS))(
      '%s is refused by the setting to change there',
      async (_what, { says, ...fault }) => {
        const refusal = await refusalOf(config, fault);
        expect(refusal).toContain(says);
        expect(refusal).toContain(config);
        for (const other of BUNDLERS.filter((other) => other !== config)) expect(refusal).not.toContain(other);
      },
    );
  });

  test.each(BUNDLERS)('a build set by %s that can be mounted and never taken away is refused', async (config) => {
    const refusal = 'Its ./app exports no "unmount"';
    // Code may call a method named `unmount`, such as that of a React root.
    expect(await refusalOf(config, { chunk: 'export const mount = (root) => root.unmount();' })).toContain(refusal);
    expect(await refusalOf(config, { chunk: 'let a, b; export { a as mount, b as unmount };' })).toBe('nothing');
    expect(await refusalOf(config, { chunk: 'd(t, { mount: () => a, unmount: () => b });' })).toBe('nothing');
  });

  test.each(SCRIPTS)(
    'chunks of a build set by %s have a policy and digests, or are refused by their settings',
    async (config) => {
      const withoutPolicy = await refusalOf(config, { entry: (entry) => entry.replace('createPolicy', '') });
      expect(withoutPolicy).toMatch(/^It loads chunks without a Trusted Types policy/);
      expect(withoutPolicy).toContain(config);
      const withoutDigests = await refusalOf(config, { entry: (entry) => entry.replace('sha384-x', '') });
      expect(withoutDigests).toMatch(/^It loads chunks without digests/);
      expect(withoutDigests).toContain(config);
    },
  );

  test.each(SCRIPTS)('a build set by %s that has the name of another remote in a page is refused', async (config) => {
    const named = await refusalOf(config, {
      manifest: ({ metaData, ...rest }) => ({ ...rest, metaData: { ...metaData, globalName: 'location' } }),
      entry: (entry) => entry.replace('var guest', 'var location'),
    });
    expect(named).toMatch(/leaves "location", and in a page each remote has its own name.+"guest", and build it again/);
    expect(named).toContain(config);
    const chunks = await refusalOf(config, { entry: (entry) => `${entry} self.rspackChunkother = [];` });
    expect(chunks).toMatch(/leaves "other".+"uniqueName" if it is set, to "guest"/);
    expect(await refusalOf(config, { entry: (entry) => `${entry} self.chunk_guest = [];` })).toBe('nothing');
  });

  test.each(SCRIPTS)(
    'a build set by %s whose policy has not the name of its remote is refused with both names',
    async (config) => {
      for (const quote of ['"', "'", '`']) {
        const named = (entry: string) => entry.replace('"guest"', `${quote}other${quote}`);
        const refusal = await refusalOf(config, { entry: named });
        expect(refusal).toMatch(
          /^It makes the Trusted Types policy "other", and in a page each remote makes its own: set .+ to "guest"/,
        );
        expect(refusal).toContain(config);
      }
    },
  );

  const remoteJson = { contract: 4, routes: [{ path: '/guest', title: 'A guest' }], policies: [] };

  test.each([
    [
      'no policies',
      { policies: undefined },
      '"policies" must list the Trusted Types policies that its code creates, or be []',
    ],
    ['a policy for all', { policies: ['*'] }, '"policies.0" must be a name of letters, digits, "_" and "-"'],
    ['no pages', { routes: undefined }, '"routes" must list its pages'],
    [
      'a page that no address reaches',
      { routes: ['/guest/:id', '/guest/new'].map((path) => ({ path, title: 'A guest' })) },
      '"routes" must have each page before one whose pattern takes all its addresses',
    ],
    ['a contract of another time', { contract: 99 }, '"contract" must be a version that this platform hosts: 4'],
    ['a key that means nothing', { polices: [] }, 'Unrecognized key: "polices"'],
  ])('a remote.json with %s is refused in words', async (_what, change, says) => {
    write(BUILDS['vite.config'] as Build, {});
    writeFileSync(join(dir, 'remote.json'), JSON.stringify({ ...remoteJson, ...change }));
    await expect(readExternal('guest', dir)).rejects.toThrow(`remote.json: ${says}.`);
  });
});
