import { Readable } from 'node:stream';
import { brotliDecompressSync } from 'node:zlib';
import { BrotliOnce } from './blog';

const TEXT = 'a drawing '.repeat(100);
const read = jest.fn(async (path: string) => {
  if (path === 'none') return undefined;
  const text = path === 'large' ? TEXT.repeat(200) : TEXT;
  return { stream: Readable.from([Buffer.from(text)]), bytes: text.length };
});

let drawings: BrotliOnce;
beforeEach(() => {
  read.mockClear();
  drawings = new BrotliOnce({ read });
});

test('a file is read and compressed once for all who ask', async () => {
  const [one, other] = await Promise.all([drawings.get('drawing'), drawings.get('drawing')]);
  expect(brotliDecompressSync(one as Buffer).toString()).toBe(TEXT);
  expect(other).toBe(one);
  expect(read).toHaveBeenCalledTimes(1);
});

test.each(['none', 'large'])('a file that is %s is not kept', async (path) => {
  expect(await drawings.get(path)).toBeUndefined();
  expect(await drawings.get(path)).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(2);
});

test('a file that is large is closed, and not read', async () => {
  await drawings.get('large');
  const found = await read.mock.results[0]?.value;
  expect(found.stream.destroyed).toBe(true);
});

test('a file that could not be read is read when it is asked for again', async () => {
  read.mockRejectedValueOnce(new Error('the folder is away'));
  await expect(drawings.get('drawing')).rejects.toThrow('the folder is away');
  expect(await drawings.get('drawing')).toBeDefined();
});

test('of many files the first is forgotten', async () => {
  await drawings.get('first');
  for (let index = 0; index < 100; index += 1) await drawings.get(String(index));
  await drawings.get('99');
  expect(read).toHaveBeenCalledTimes(101);
  await drawings.get('first');
  expect(read).toHaveBeenCalledTimes(102);
});
