import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readLines, writeLines } from './service-backup';

test('two back-ups that are written to one name at once are each whole', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lines-'));
  const target = path.join(folder, 'site.gz');
  const lines = async function* (of: string) {
    for (let at = 0; at < 2000; at += 1) yield { of, at, text: `${at}`.repeat(9) };
  };
  await Promise.all([writeLines(target, lines('one')), writeLines(target, lines('other'))]);
  const read: string[] = [];
  for await (const line of readLines(target)) read.push((JSON.parse(line) as { of: string }).of);
  expect([new Set(read).size, read.length]).toEqual([1, 2000]);
  expect(await readdir(folder)).toEqual(['site.gz']);
  await rm(folder, { recursive: true });
});
