import { spawnSync } from 'node:child_process';
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { builtRelease as makeRelease } from '@wholepage/releases/testing/built-release';
import { build as bundle } from 'esbuild';
import type { Compilation } from 'webpack';
import { packageDir, ROOT, SITE_ROOT } from '../../paths';
import { makeSourceFolder } from '../../testing/source-folder';
import {
  areUnchanged,
  builtRelease,
  builtVersion,
  claimFolder,
  inputHash,
  inputsOf,
  keepRecord,
  lockedEntries,
  presetHash,
  readLockfile,
  removeUnlessSound,
  runtimeOf,
  sealFolder,
  untilWritten,
} from './reuse';

describe('records of builds', () => {
  const lockfile = readLockfile();

  let folder: string;
  let source: string;
  beforeEach(() => {
    folder = makeSourceFolder();
    source = join(folder, 'page.ts');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (text: string): void => writeFileSync(source, text);

  /** Records a build of the present source. */
  const build = async (version: string): Promise<void> => {
    const inputs = inputsOf([{ fileDependencies: new Set([source]) } as unknown as Compilation]);
    expect(Object.keys(inputs.sources)).toEqual([relative(ROOT, source)]);
    await keepRecord(folder, { version, hash: inputHash(inputs, lockfile), inputs });
  };
  const known = (isWanted = (_version: string) => true) => builtVersion(folder, lockfile, isWanted);

  test('an edit that is undone is the build from before it, and not the last one', async () => {
    write('before');
    await build('1.0.0-before');
    write('edited');
    expect(await known()).toBeUndefined();
    await build('1.0.0-edited');
    expect(await known()).toBe('1.0.0-edited');
    write('before');
    expect(await known()).toBe('1.0.0-before');
  });

  test('the last eight builds are recorded', async () => {
    for (let edit = 0; edit < 9; edit += 1) {
      write(`edit ${edit}`);
      await build(`1.0.0-${edit}`);
      utimesSync(join(folder, 'inputs', `1.0.0-${edit}.json`), edit, edit);
    }
    expect(readdirSync(join(folder, 'inputs'))).toHaveLength(8);
  });

  test('a runtime that is none is refused', () => {
    expect(() => runtimeOf({ FEDERATION: 'other' })).toThrow('leave it empty, or set it to stock');
    expect([runtimeOf({ FEDERATION: '' }), runtimeOf({ FEDERATION: 'stock' })]).toEqual(['own', 'stock']);
  });

  test.each([
    ['contract', '@wholepage/contracts/release', { CONTRACT_VERSION: 99 }],
    ['range of hosted contracts', '@wholepage/contracts/release', { HOSTED_CONTRACTS: [99] }],
    ['bundler', '../../paths', { readPackage: () => ({ dependencies: { webpack: '99.0.0' } }) }],
  ])('another %s makes other releases', (_what, from, changed) => {
    const before = presetHash();
    jest.isolateModules(() => {
      jest.doMock(from, () => ({ ...jest.requireActual<object>(from), ...changed }));
      expect(jest.requireActual<typeof import('./reuse')>('./reuse').presetHash()).not.toBe(before);
      jest.dontMock(from);
    });
  });

  test('a change of any module that makes releases makes others, but of where they lie', async () => {
    const read = jest.spyOn(fs, 'readFileSync');
    presetHash();
    const hashed = read.mock.calls.map(([file]) => relative(ROOT, String(file)));
    read.mockRestore();
    const { metafile } = await bundle({
      absWorkingDir: ROOT,
      entryPoints: [join(packageDir('tooling'), 'src', 'build', 'build-app.ts')],
      ...({ bundle: true, write: false, metafile: true, outdir: '.', format: 'esm', packages: 'external' } as const),
    });
    const others = Object.keys(metafile.inputs).filter((file) => !hashed.includes(file));
    expect(others).toEqual(['paths', 'site/definition'].map((name) => `platform/tooling/src/${name}.ts`));
  });

  test.each([
    ['the definition of an app', 'webpack.config.ts'],
    ['a file more in a folder that is shipped whole', join('files', 'more.txt')],
  ])('%s makes another build', (_what, file) => {
    write('the same');
    mkdirSync(join(folder, 'files'));
    const beside = [join(folder, 'webpack.config.ts'), join(folder, 'files')];
    const inputs = inputsOf([{ fileDependencies: new Set([source]) } as unknown as Compilation], beside);
    expect(areUnchanged(inputs)).toBe(true);
    writeFileSync(join(folder, file), 'another');
    expect(areUnchanged(inputs)).toBe(false);
  });

  test('a build for development stands for no release', async () => {
    write('before');
    await build('1.0.0-before.dev');
    expect(await known((version) => !version.endsWith('.dev'))).toBeUndefined();
  });
});

describe('a release that was built before', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeSourceFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const raise = (version: string): void => writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));

  /** Version of the release in the app's folder that fits the present sources; undefined without one. */
  const found = async (): Promise<string | undefined> =>
    (await builtRelease(relative(SITE_ROOT, folder)))?.manifest.version;

  /** Writes a release of the present sources, as a build does. */
  async function build(own: string): Promise<string> {
    const source = join(folder, 'page.ts');
    writeFileSync(source, 'the same');
    const inputs = inputsOf([{ fileDependencies: new Set([source]) } as unknown as Compilation]);
    const hash = inputHash(inputs, readLockfile());
    const version = `${own}-${hash}`;
    await keepRecord(join(folder, 'dist'), { version, hash, inputs });
    cpSync(await makeRelease(version), join(folder, 'dist', version), { recursive: true });
    return version;
  }

  test('the same sources make another release under another version of the package', async () => {
    raise('1.0.0');
    const first = await build('1.0.0');
    expect(await found()).toBe(first);
    raise('1.0.1');
    expect(await found()).toBeUndefined();
    const second = await build('1.0.1');
    expect(await found()).toBe(second);
    raise('1.0.0');
    expect(await found()).toBe(first);
  });

  test('a package.json that is no JSON is named', async () => {
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.0.0", }');
    await expect(found()).rejects.toThrow(/\/package\.json cannot be read: .*JSON/);
  });

  test.each(['', '1.0', 'v1.0.0', '1.0.0-rc.1', '1.0.0+5', undefined])(
    'a version to which no hash can be added is refused before a build: %j',
    async (version) => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
      await expect(found()).rejects.toThrow(
        /package\.json has the version .*: write three numbers, such as 1\.0\.0\.$/,
      );
    },
  );
});

describe('inputs', () => {
  const compilation = (...files: string[]) => ({ fileDependencies: new Set(files) }) as unknown as Compilation;

  const HEAD = join(packageDir('contracts'), 'src', 'page', 'head.ts');
  const CONTRACTS = join(packageDir('contracts'), 'package.json');
  const REACT = realpathSync(join(packageDir('mf-blog'), 'node_modules', 'react', 'index.js'));

  test('inputs are what the builds read: sources by content, packages by version', () => {
    const { sources, packages } = inputsOf([compilation(HEAD, REACT), compilation(HEAD, packageDir('contracts'))]);
    expect(Object.keys(sources)).toEqual(['platform/contracts/src/page/head.ts']);
    expect(packages).toEqual([expect.stringMatching(/^react@\d+\.\d+\.\d+$/)]);
  });

  test('a package that another one brings is read at its own place', () => {
    const beside = REACT.replace(/react@[^/]+/, 'scheduler@1.0.0');
    expect(inputsOf([compilation(beside)])).toEqual({ sources: {}, packages: [] });
  });

  test('another version of an app’s dependency is seen, though the lockfile keeps the former for another app', () => {
    const folder = makeSourceFolder();
    const installed = (version: string) => {
      const dir = join(folder, 'node_modules', '.pnpm', `valibot@${version}`, 'node_modules', 'valibot');
      mkdirSync(dir, { recursive: true });
      return dir;
    };
    const link = join(folder, 'node_modules', 'valibot');
    const [first, second] = [installed('1.4.0'), installed('1.5.0')];
    symlinkSync(first, link);
    const inputs = inputsOf([compilation(link, join(link, 'index.js'), join(first, 'index.js'))]);
    expect(inputs.packages).toEqual(['valibot@1.4.0']);
    expect(areUnchanged(inputs)).toBe(true);
    rmSync(link);
    symlinkSync(second, link);
    expect(areUnchanged(inputs)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('a source that changed is seen, and so is one that is gone', () => {
    const inputs = inputsOf([compilation(HEAD, CONTRACTS)]);
    expect(areUnchanged(inputs)).toBe(true);
    for (const source of Object.keys(inputs.sources)) {
      expect(areUnchanged({ ...inputs, sources: { ...inputs.sources, [source]: 'another' } })).toBe(false);
    }
    expect(
      areUnchanged({ ...inputs, sources: { ...inputs.sources, 'platform/contracts/src/gone.ts': 'something' } }),
    ).toBe(false);
  });

  test('of a package.json counts what leads to the sources', () => {
    const file = 'platform/contracts/package.json';
    const [alone, withHead] = [inputsOf([compilation(CONTRACTS)]), inputsOf([compilation(CONTRACTS, HEAD)])];
    expect(alone.sources[file]).not.toBe(withHead.sources[file]);
  });

  test('the version follows the sources and the lockfile’s entries of the packages used, and no others', () => {
    const lockfile = readLockfile();
    const inputs = inputsOf([compilation(HEAD, REACT)]);
    const [react = ''] = inputs.packages;
    const hash = inputHash(inputs, lockfile);
    expect(hash).toMatch(/^[0-9a-f]{8}$/);
    const locked = (name: string) => ({ ...lockfile, packages: { ...lockfile['packages'], [name]: 'other bytes' } });
    expect(inputHash(inputs, locked(react))).not.toBe(hash);
    expect(inputHash(inputs, locked('typescript@7.0.2'))).toBe(hash);
    expect(
      inputHash(
        { ...inputs, sources: { ...inputs.sources, 'platform/contracts/src/page/head.ts': 'edited' } },
        lockfile,
      ),
    ).not.toBe(hash);
  });
});

describe('the cache', () => {
  const ROOMY = 1000;

  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kept-'));
    folder = join(root, 'kept');
    mkdirSync(folder);
    writeFileSync(join(folder, 'one'), 'first');
    writeFileSync(join(folder, 'other'), 'second');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** True when the folder passes the check and stays. */
  const isTrusted = async () => {
    await removeUnlessSound(folder);
    return existsSync(folder);
  };

  test('what was sealed is there for as long as nothing touches it', async () => {
    await sealFolder(folder, ROOMY);
    expect(await isTrusted()).toBe(true);
    expect(await isTrusted()).toBe(true);
  });

  test.each([
    ['another byte', () => writeFileSync(join(folder, 'one'), 'fjrst')],
    ['a file more', () => writeFileSync(join(folder, 'third'), '')],
    ['a file less', () => rmSync(join(folder, 'other'))],
    ['checksums that are none', () => writeFileSync(join(folder, 'checksums.json'), '')],
  ])('%s, and all of it goes', async (_, damage) => {
    await sealFolder(folder, ROOMY);
    damage();
    expect(await isTrusted()).toBe(false);
  });

  test('what was never sealed goes: its writer was stopped', async () => {
    expect(await isTrusted()).toBe(false);
  });

  test('what has grown too large is not kept', async () => {
    await sealFolder(folder, 'first'.length);
    expect(existsSync(folder)).toBe(false);
  });

  test('who wants to read it waits for a writer that lives, and for no longer than it writes', async () => {
    writeFileSync(`${folder}.writer`, String(process.ppid));
    const pause = jest.fn(() => sealFolder(folder, ROOMY));
    await untilWritten(folder, pause);
    expect(pause).toHaveBeenCalledTimes(1);
    expect(await isTrusted()).toBe(true);
  });

  test('nobody waits for a writer that has ended, or for oneself', async () => {
    const pause = jest.fn(() => Promise.resolve());
    writeFileSync(`${folder}.writer`, String(spawnSync(process.execPath, ['--version']).pid));
    await untilWritten(folder, pause);
    await claimFolder(folder);
    await untilWritten(folder, pause);
    expect(pause).not.toHaveBeenCalled();
  });
});

describe('the lockfile', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeSourceFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Writes the lockfile of a remote's own repository, whose platform is in tarballs beside it. */
  const lockfileWith = (integrity: string, peers = '(react@19.3.1)') => {
    const file = join(folder, 'pnpm-lock.yaml');
    writeFileSync(
      file,
      `lockfileVersion: '9.0'

packages:

  '@wholepage/remote-kit@file:packages/wholepage-remote-kit-1.1.2.tgz':
    resolution: {integrity: ${integrity}, tarball: file:packages/wholepage-remote-kit-1.1.2.tgz}
    version: 1.1.2

  react@19.3.1:
    resolution: {integrity: sha512-react}

snapshots:

  '@wholepage/remote-kit@file:packages/wholepage-remote-kit-1.1.2.tgz${peers}':
    dependencies:
      react: 19.3.1
      react-dom: 19.3.1${peers}

  react@19.3.1: {}
`,
    );
    return readLockfile(file);
  };

  /** Folder of an installed tarball, as the package manager names it. */
  const REMOTE_KIT = '@wholepage/remote-kit@file+packages+wholepage-remote-kit-1.1.2.tgz';

  test('another tarball of the platform is another entry, though its name and version are the same', () => {
    const before = lockedEntries(lockfileWith('sha512-before'), [REMOTE_KIT]);
    expect(before.join()).toContain('sha512-before');
    expect(before.join()).toContain('react: 19.3.1');
    expect(lockedEntries(lockfileWith('sha512-after'), [REMOTE_KIT])).not.toEqual(before);
  });

  test('a dependency of another app, with which peers are paired anew, leaves an entry as it is', () => {
    const before = lockedEntries(lockfileWith('sha512-same'), [REMOTE_KIT]);
    expect(lockedEntries(lockfileWith('sha512-same', '(postcss@8.5.33(x@1.0.0))(react@19.3.1)'), [REMOTE_KIT])).toEqual(
      before,
    );
  });

  test('an upgrade of the platform leaves nothing locked of what builds were made with', () => {
    const gone = REMOTE_KIT.replace('1.1.2', '1.1.1');
    expect(lockedEntries(lockfileWith('sha512-after'), [gone])).toEqual([`${gone} not locked`]);
  });

  test('packages of a registry go by their version', () => {
    expect(lockedEntries(lockfileWith('sha512-any'), ['react@19.3.1'])).toEqual([
      'react@19.3.1 react@19.3.1:\n    resolution: {integrity: sha512-react}',
      'react@19.3.1: {}',
    ]);
  });
});
