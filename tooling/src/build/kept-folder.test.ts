import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeUnlessSound, sealFolder } from './kept-folder';

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

/** Whether it is still there for who wants to read it. */
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
