import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
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

test('a back-up that was killed leaves no half of one for ever', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lines-'));
  const half = async (name: string, daysAgo: number) => {
    const written = new Date(Date.now() - daysAgo * 24 * 60 * 60_000);
    await writeFile(path.join(folder, name), 'half');
    await utimes(path.join(folder, name), written, written);
    return name;
  };
  await half(`monday.gz.${randomUUID()}.part`, 7);
  // A draft that is being written now, and another program's file.
  const stay = [await half(`sunday.gz.${randomUUID()}.part`, 0), await half('film.part', 7)];
  await writeLines(
    path.join(folder, 'tuesday.gz'),
    (async function* () {
      yield {};
    })(),
  );
  expect((await readdir(folder)).sort()).toEqual([...stay, 'tuesday.gz'].sort());
  await rm(folder, { recursive: true });
});

test('what another account left, or what is no file, keeps nobody from a back-up', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lines-'));
  const left = `monday.gz.${randomUUID()}.part`;
  await mkdir(path.join(folder, left));
  await utimes(path.join(folder, left), 1, 1);
  await writeLines(
    path.join(folder, 'tuesday.gz'),
    (async function* () {
      yield {};
    })(),
  );
  expect(await readdir(folder)).toEqual([left, 'tuesday.gz']);
  await rm(folder, { recursive: true });
});
