import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readExternal } from './read-external';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'guest-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** What a bundler writes: the type of its entry, the entry, and a chunk by the name that it has there. */
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
    // The library's runtime is in it, which knows webpack.
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

/** A fault of a build: what of it is otherwise. */
interface Fault {
  /** Undefined: there is none. */
  manifest?(manifest: Manifest): object | undefined;
  entry?(entry: string): string;
  file?: string;
  /** What is exposed as `./app`. */
  chunk?: string;
}

const CHUNK = 'export const mount = () => {}; export const unmount = () => {};';

function write(build: Build, { manifest = (same) => same, entry = (same) => same, file, chunk = CHUNK }: Fault): void {
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

/** What a build is refused with. */
async function refusalOf(config: string, fault: Fault): Promise<string> {
  const build = BUILDS[config];
  if (!build) throw new Error(`No bundler is set by ${config}.`);
  write(build, fault);
  return readExternal(dir).then(
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
  // A library's root has one of that name.
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

test.each(SCRIPTS)('a build set by %s whose container is named as a part of the browser is refused', async (config) => {
  const refusal = await refusalOf(config, {
    manifest: ({ metaData, ...rest }) => ({ ...rest, metaData: { ...metaData, globalName: 'location' } }),
    entry: (entry) => entry.replace('var guest', 'var location'),
  });
  expect(refusal).toContain(`leaves "location", which is the browser's own: set another "name" in`);
  expect(refusal).toContain(config);
});

test.each(SCRIPTS)(
  'a build set by %s whose policy has another name than remote.json says is refused with both names',
  async (config) => {
    for (const quote of ['"', "'", '`']) {
      const named = (entry: string) => entry.replace('"guest"', `${quote}other${quote}`);
      const refusal = await refusalOf(config, { entry: named });
      expect(refusal).toMatch(
        /^It makes the Trusted Types policy "other", and "policies" of remote\.json names "guest":/,
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
  await expect(readExternal(dir)).rejects.toThrow(`remote.json: ${says}.`);
});
