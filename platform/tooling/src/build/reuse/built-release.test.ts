import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtRelease as makeRelease } from '@wholepage/releases/testing/built-release';
import type { Compilation } from 'webpack';
import { SITE_ROOT } from '../../paths';
import { makeSourceFolder } from '../../testing/source-folder';
import { builtRelease, inputHash, inputsOf, keepRecord, readLockfile } from './reuse';

let folder: string;
beforeEach(() => {
  folder = makeSourceFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const raise = (version: string): void => writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));

/** What the app's folder has of the present sources. */
const found = async (): Promise<string | undefined> =>
  (await builtRelease(relative(SITE_ROOT, folder)))?.manifest.version;

/** Lays a release of the present sources down, as a build does. */
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
