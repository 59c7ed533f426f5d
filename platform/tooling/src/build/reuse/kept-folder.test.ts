import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder, removeUnlessSound, sealFolder, untilWritten } from './reuse';

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
