import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { prepareDataDir } from './embedded';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'api-folder-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

test('commands in one process that prepare a folder at once share no probe, and leave none', async () => {
  const seen = new Set<string>();
  const watching = new AbortController();
  const watch = (async () => {
    for await (const { filename } of fs.watch(folder, { signal: watching.signal })) seen.add(String(filename));
  })().catch(() => undefined);
  await Promise.all([prepareDataDir(folder), prepareDataDir(folder), prepareDataDir(folder)]);
  expect(await fs.readdir(folder)).toEqual([]);
  await fs.writeFile(path.join(folder, 'last'), '');
  while (!seen.has('last')) await new Promise((resolve) => setTimeout(resolve, 5));
  watching.abort();
  await watch;
  expect([...seen].filter((name) => name.startsWith('.probe-'))).toHaveLength(3);
});
