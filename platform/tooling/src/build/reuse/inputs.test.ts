import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilation } from 'webpack';
import { packageDir } from '../../paths';
import { areUnchanged, inputHash, inputsOf, readLockfile } from './reuse';

const compilation = (...files: string[]) => ({ fileDependencies: new Set(files) }) as unknown as Compilation;

const HEAD = join(packageDir('contracts'), 'src', 'page', 'head.ts');
const CONTRACTS = join(packageDir('contracts'), 'package.json');
const REACT = realpathSync(join(packageDir('mf-blog'), 'node_modules', 'react', 'index.js'));

test('inputs are what the builds read: sources by content, packages by version', () => {
  const { sources, packages } = inputsOf([compilation(HEAD, REACT), compilation(HEAD, packageDir('contracts'))]);
  expect(Object.keys(sources)).toEqual(['platform/contracts/src/page/head.ts']);
  expect(packages).toEqual([expect.stringMatching(/^react@\d+\.\d+\.\d+$/)]);
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
    inputHash({ ...inputs, sources: { ...inputs.sources, 'platform/contracts/src/page/head.ts': 'edited' } }, lockfile),
  ).not.toBe(hash);
});
