import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSourceFolder } from '../../testing/source-folder';
import { lockedEntries, readLockfile } from './reuse';

let folder: string;
beforeEach(() => {
  folder = makeSourceFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As a repository of its own has it, whose platform lies beside it as tarballs. */
const lockfileWith = (integrity: string) => {
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

  '@wholepage/remote-kit@file:packages/wholepage-remote-kit-1.1.2.tgz(react@19.3.1)':
    dependencies:
      react: 19.3.1

  react@19.3.1: {}
`,
  );
  return readLockfile(file);
};

/** As the package manager names the folder of a tarball. */
const REMOTE_KIT = '@wholepage/remote-kit@file+packages+wholepage-remote-kit-1.1.2.tgz';

test('another tarball of the platform is another entry, though its name and version are the same', () => {
  const before = lockedEntries(lockfileWith('sha512-before'), [REMOTE_KIT]);
  expect(before.join()).toContain('sha512-before');
  expect(before.join()).toContain('react: 19.3.1');
  expect(lockedEntries(lockfileWith('sha512-after'), [REMOTE_KIT])).not.toEqual(before);
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
