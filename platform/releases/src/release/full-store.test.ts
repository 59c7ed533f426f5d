import { readHistory } from '../registry/registry';
import { promote } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import { builtRelease, live, newStore, release } from '../testing/built-release';
import { publish } from './publish';

jest.mock('node:fs/promises', () => ({ ...jest.requireActual('node:fs/promises') }));
const fs = jest.requireMock<typeof import('node:fs/promises')>('node:fs/promises');

const APP = 'mf-blog';

/** From the given write on, the disk takes nothing more of the store. */
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
  expect((await fs.readdir(place, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())).toEqual([]);
  expect(await publish(place, APP, '1.0.0', built)).toBe(true);
});

test('a folder in which no lock can be made is named at once', async () => {
  const kernel = folderStore('/sys/kernel');
  const started = performance.now();
  await expect(kernel.replace('registry.json', Buffer.from('{}'), undefined)).rejects.toThrow(
    /^\/sys\/kernel cannot be written: (this account may not write there|it can only be read)/,
  );
  expect(performance.now() - started).toBeLessThan(3_000);
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
