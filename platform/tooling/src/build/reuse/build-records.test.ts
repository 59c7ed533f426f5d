import { rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Compilation } from 'webpack';
import { ROOT } from '../../paths';
import { makeSourceFolder } from '../../testing/source-folder';
import { builtVersion, inputHash, inputsOf, keepRecord, readLockfile } from './reuse';

const lockfile = readLockfile();

let folder: string;
let source: string;
beforeEach(() => {
  folder = makeSourceFolder();
  source = join(folder, 'page.ts');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string): void => writeFileSync(source, text);

/** Remembers a build of what the source is now. */
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

test('a build for development stands for no release', async () => {
  write('before');
  await build('1.0.0-before.dev');
  expect(await known((version) => !version.endsWith('.dev'))).toBeUndefined();
});
