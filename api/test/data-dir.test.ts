import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { prepareDataDir } from '../src/db/data-dir';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'api-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('many commands in one process prepare a folder at once without taking the probe of another', async () => {
  const commands = Array.from({ length: 50 }, () => prepareDataDir(folder));
  await expect(Promise.all(commands)).resolves.toHaveLength(50);
  expect(await readdir(folder)).toEqual([]);
});
