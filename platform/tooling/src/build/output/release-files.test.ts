import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { integrityOf } from '@wholepage/releases/manifest';
import { describeFiles, takeSourceMaps } from './release-files';

const LONG = 'export const text = "whole";\n'.repeat(40);

let out: string;
let dist: string;
const write = async (folder: string, file: string, text: string | Buffer) => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
};
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'));
  out = join(dist, 'work');
});
afterEach(() => rm(dist, { recursive: true }));

test('what browsers fetch is compressed twice, where that is shorter', async () => {
  await write(out, 'entry.js', LONG);
  for (const file of ['node/render.mjs', 'assets/photo.webp']) await write(out, file, LONG);
  await write(out, 'assets/short.css', 'p {}\n'.repeat(60));
  await write(out, 'assets/noise.js', randomBytes(800));
  const { 'entry.js': entry, ...others } = await describeFiles(out, dist, true);
  const [brotli, gzip] = [await readFile(join(out, 'entry.js.br')), await readFile(join(out, 'entry.js.gz'))];
  expect([brotliDecompressSync(brotli), gunzipSync(gzip)].map(String)).toEqual([LONG, LONG]);
  expect(entry).toEqual({
    integrity: integrityOf(Buffer.from(LONG)),
    bytes: LONG.length,
    brotli: brotli.length,
    gzip: gzip.length,
  });
  for (const described of Object.values(others)) expect(Object.keys(described)).toEqual(['integrity', 'bytes']);
  expect(await readdir(join(out, 'assets'))).toEqual(['noise.js', 'photo.webp', 'short.css']);
});

test('nothing is compressed in development, and nothing again that an earlier build has', async () => {
  await write(out, 'assets/page.1.js', LONG);
  expect(await describeFiles(out, dist, false)).toHaveProperty(
    ['assets/page.1.js'],
    expect.not.objectContaining({ brotli: expect.anything() }),
  );
  await write(dist, 'assets/page.1.js.br', 'earlier');
  expect(await describeFiles(out, dist, true)).toHaveProperty(['assets/page.1.js', 'brotli'], 'earlier'.length);
});

test('no release has a source map; those of scripts are kept beside the releases, each once', async () => {
  const files = ['entry.js.map', 'node/render.mjs.map', 'assets/page.css.map'];
  const take = async () => {
    for (const file of files) await write(out, file, `{"file":"${file}"}`);
    return takeSourceMaps(out, dist);
  };
  const maps = await take();
  expect(Object.keys(maps)).toEqual(['entry.js', 'node/render.mjs']);
  const kept = await readdir(join(dist, 'maps'));
  expect(kept).toHaveLength(2);
  const [first = ''] = kept;
  expect(String(gunzipSync(await readFile(join(dist, 'maps', first))))).toMatch(/^\{"file":"(entry|node)/);
  await writeFile(join(dist, 'maps', first), 'in use');
  expect(await take()).toEqual(maps);
  expect(await readFile(join(dist, 'maps', first), 'utf8')).toBe('in use');
  expect(files.filter((file) => existsSync(join(out, file)))).toEqual([]);
});
