import fs, { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeRatioOf, makePrivateFolder } from './whole-files';

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('only the folder itself is private: the database account passes the data folder above it', async () => {
  const data = join(await mkdtemp(join(tmpdir(), 'private-')), 'data');
  await makePrivateFolder(join(data, 'release-keys'));
  await makePrivateFolder(join(data, 'release-keys'));
  expect(await modeOf(join(data, 'release-keys'))).toBe(0o700);
  expect((await modeOf(data)) & 0o055).toBe(0o055);
});

test.each([
  ['blocks', { bavail: 50, ffree: 900, files: 1000 }, 0.05],
  ['names for files', { bavail: 900, ffree: 5, files: 1000 }, 0.005],
  ['blocks, where names are not counted', { bavail: 500, ffree: 0, files: 0 }, 0.5],
])('a disk is as free as its %s', async (_what, left, ratio) => {
  const disk = await fs.statfs(tmpdir());
  jest.spyOn(fs, 'statfs').mockResolvedValueOnce({ ...disk, blocks: 1000, ...left });
  expect(await freeRatioOf(tmpdir())).toBe(ratio);
});
