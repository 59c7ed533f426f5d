import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from './whole-files';

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('only the folder itself is private: the database account passes the data folder above it', async () => {
  const data = join(await mkdtemp(join(tmpdir(), 'private-')), 'data');
  await makePrivateFolder(join(data, 'release-keys'));
  await makePrivateFolder(join(data, 'release-keys'));
  expect(await modeOf(join(data, 'release-keys'))).toBe(0o700);
  expect((await modeOf(data)) & 0o055).toBe(0o055);
});
