import { join } from 'node:path';
import { carryOut, planPrune } from '../prune/prune';
import { readHistory } from '../registry/registry';
import { promote, publishedVersions } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import { builtRelease, live, newStore, release } from '../testing/built-release';
import { integrityOf } from './manifest';
import { publish } from './publish';

jest.mock('node:fs/promises', () => ({ ...jest.requireActual('node:fs/promises') }));
const fs = jest.requireMock<typeof import('node:fs/promises')>('node:fs/promises');

const APP = 'mf-blog';

/** Makes writes to the store fail from the given one on. */
function fillDisk(place: string, after: number, code: string): void {
  const write = fs.writeFile;
  let count = 0;
  jest.spyOn(fs, 'writeFile').mockImplementation(async (file, ...rest) => {
    if (String(file).startsWith(place) && count++ >= after) throw Object.assign(new Error(code), { code });
    return write(file, ...rest);
  });
}

afterEach(() => jest.restoreAllMocks());

test.each([
  [0, 'ENOSPC', 'the disk is full'],
  [1, 'ENOSPC', 'the disk is full'],
  [2, 'EDQUOT', 'its quota is used up'],
  [0, 'EROFS', 'it can only be read'],
])('after %s writes, %s is said in one sentence, and nothing is published', async (after, code, words) => {
  const place = await newStore();
  const built = await builtRelease('1.0.0');
  fillDisk(place, after, code);
  const attempt = publish(place, APP, '1.0.0', built);
  await expect(attempt).rejects.toThrow(`${place} cannot be written: ${words} (${code}). Nothing was changed.`);
  await expect(attempt).rejects.toMatchObject({ refusal: 'store' });
  jest.restoreAllMocks();
  expect(await publishedVersions(folderStore(place), APP)).toEqual([]);
  expect(await publish(place, APP, '1.0.0', built)).toBe(true);
});

/** Makes builds of these versions with one shared asset. @returns their folder */
async function builtBeside(...versions: string[]): Promise<string> {
  const folder = await newStore();
  const asset = 'assets/shared.0123456789ab.js';
  await fs.mkdir(join(folder, 'assets'));
  await fs.writeFile(join(folder, asset), 'shared');
  for (const version of versions) {
    const built = await builtRelease(version);
    const manifest = JSON.parse(await fs.readFile(join(built, 'release.json'), 'utf8'));
    manifest.files[asset] = { integrity: integrityOf('shared'), bytes: 6 };
    await fs.writeFile(join(built, 'release.json'), JSON.stringify(manifest));
    await fs.rename(built, join(folder, version));
  }
  return folder;
}

test('of two publications beside each other, one that fails takes no file from the other', async () => {
  const place = await newStore();
  const built = await builtBeside('1.0.0', '1.1.0');
  const write = fs.writeFile;
  let other: Promise<unknown> | undefined;
  jest.spyOn(fs, 'writeFile').mockImplementation(async (file, ...rest) => {
    if (!String(file).startsWith(join(place, APP, '1.0.0'))) return write(file, ...rest);
    other ??= publish(place, APP, '1.1.0', join(built, '1.1.0'));
    await other;
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  await expect(publish(place, APP, '1.0.0', join(built, '1.0.0'))).rejects.toThrow('the disk is full');
  jest.restoreAllMocks();
  await promote(place, APP, '1.1.0');
  expect(await live(place)).toBe('1.1.0');
});

test('what prune takes of an old release while one with the same files is published is there again', async () => {
  const place = await newStore();
  const built = await builtBeside('1.0.0', '1.1.0');
  await publish(place, APP, '1.0.0', join(built, '1.0.0'));
  await fs.rm(join(place, APP, '1.0.0'), { recursive: true });
  await release(place, '0.9.0');
  const later = Date.now() + 2 * 24 * 3_600_000;
  const write = fs.writeFile;
  let pruned: Promise<unknown> | undefined;
  jest.spyOn(fs, 'writeFile').mockImplementation(async (file, ...rest) => {
    const store = folderStore(place);
    if (String(file).startsWith(join(place, APP, '1.1.0')))
      pruned ??= planPrune(store, later).then((plan) => carryOut(store, plan, later));
    await pruned;
    return write(file, ...rest);
  });
  await publish(place, APP, '1.1.0', join(built, '1.1.0'));
  jest.restoreAllMocks();
  await promote(place, APP, '1.1.0');
  expect(await live(place)).toBe('1.1.0');
});

test('a folder in which nothing can be written is named at once', async () => {
  const kernel = folderStore('/sys/kernel');
  const started = performance.now();
  await expect(kernel.replace('registry.json', Buffer.from('{}'), undefined)).rejects.toThrow(
    /^\/sys\/kernel cannot be written: (this account may not write there|it can only be read)/,
  );
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('a writer that pauses in the middle undoes nothing that others do meanwhile, and is not undone', async () => {
  const store = folderStore(await newStore());
  await store.create('a.json', Buffer.from('zero'));
  const revision = async () => (await store.find('a.json'))?.revision;
  const before = await revision();
  const { rename } = fs;
  let goOn = (): void => {};
  const paused = new Promise<void>((resolve) => {
    jest.spyOn(fs, 'rename').mockImplementationOnce(async (...names) => {
      const going = new Promise<void>((go) => {
        goOn = go;
      });
      resolve();
      await going;
      return rename(...names);
    });
  });
  const first = store.replace('a.json', Buffer.from('one'), before);
  await paused;
  expect(await store.replace('a.json', Buffer.from('other'), before)).toBe(false);
  expect((await store.read('a.json')).toString()).toBe('one');
  expect(await store.replace('a.json', Buffer.from('two'), await revision())).toBe(true);
  goOn();
  expect(await first).toBe(true);
  expect((await store.read('a.json')).toString()).toBe('two');
  expect(await fs.readdir(store.place)).toEqual(['a.json']);
});

test('a step that the disk refuses is not taken; one whose history alone it refuses is', async () => {
  const place = await newStore();
  await release(place, '1.0.0');
  await publish(place, APP, '1.1.0', await builtRelease('1.1.0'));
  fillDisk(place, 0, 'ENOSPC');
  await expect(promote(place, APP, '1.1.0')).rejects.toThrow('the disk is full');
  jest.restoreAllMocks();
  expect(await live(place)).toBe('1.0.0');
  fillDisk(place, 1, 'ENOSPC');
  await promote(place, APP, '1.1.0');
  jest.restoreAllMocks();
  expect(await live(place)).toBe('1.1.0');
  expect((await readHistory(folderStore(place)))[0]).toMatchObject({ version: '1.1.0' });
});
