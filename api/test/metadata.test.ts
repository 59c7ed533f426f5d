import type { FileHandle } from 'node:fs/promises';
import { fileKindOf } from '../src/uploads/file-kind';
import { DamagedImageError, FileWindow, type Piece } from '../src/uploads/metadata/pieces';
import { cleanPng, SECRET, tellingGif, tellingJpeg, tellingPng, tellingWebp } from './helpers/pictures';

const handleOf = (bytes: Buffer) =>
  ({
    read: async (target: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: bytes.subarray(position, position + length).copy(target, offset),
      buffer: target,
    }),
  }) as unknown as FileHandle;

const clean = async (bytes: Buffer): Promise<Buffer | 'damaged'> => {
  const piecesOf = fileKindOf(bytes)?.pieces;
  if (!piecesOf) return 'damaged';
  try {
    const pieces: Piece[] = await piecesOf(new FileWindow(handleOf(bytes), bytes.length));
    return Buffer.concat(
      pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.start, piece.end))),
    );
  } catch (error) {
    if (error instanceof DamagedImageError) return 'damaged';
    throw error;
  }
};

const PICTURES = { jpeg: tellingJpeg, png: tellingPng, webp: tellingWebp, gif: tellingGif };

/** The same numbers in each run. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
};

test.each(Object.entries(PICTURES))('a clean %s stays as it is', async (_kind, picture) => {
  const once = await clean(picture);
  expect(once).not.toBe('damaged');
  expect(await clean(once as Buffer)).toEqual(once);
});

test.each(Object.entries(PICTURES))(
  'two thousand damaged %s are cleaned or refused, and nothing else',
  async (_kind, picture) => {
    const next = numbers(7);
    for (let round = 0; round < 2000; round += 1) {
      const bytes = Buffer.from(round % 3 === 0 ? picture.subarray(0, next(picture.length)) : picture);
      for (let change = 0; change <= round % 5 && bytes.length > 0; change += 1) bytes[next(bytes.length)] = next(256);
      const result = await clean(bytes);
      if (result !== 'damaged') expect(result.length).toBeLessThanOrEqual(bytes.length);
    }
  },
);

test('a picture larger than the window is read across its edges', async () => {
  const data = Buffer.alloc(200_000, 5);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write('IDAT', 4, 'latin1');
  const chunk = Buffer.concat([head, data, Buffer.alloc(4)]);
  const picture = Buffer.concat([tellingPng.subarray(0, 33), chunk, chunk, tellingPng.subarray(33)]);
  const result = await clean(picture);
  expect(result).toEqual(Buffer.concat([cleanPng.subarray(0, 33), chunk, chunk, cleanPng.subarray(33)]));
  expect((result as Buffer).includes(SECRET)).toBe(false);
});

test('a file in millions of pieces is refused before it keeps the server busy', async () => {
  const crumbs = Buffer.alloc(4 * 1024 * 1024);
  for (let index = 0; index < crumbs.length; index += 4) crumbs.writeUInt32BE(0xffdb0002, index);
  expect(await clean(Buffer.concat([Buffer.from('ffd8', 'hex'), crumbs]))).toBe('damaged');
});
