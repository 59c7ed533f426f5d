import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileKind } from './file-kind';
import { FileWindow, type Piece } from './metadata/pieces';

async function* contentOf(file: string, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else if (piece.end > piece.start) yield* createReadStream(file, { start: piece.start, end: piece.end - 1 });
  }
}

/**
 * Copies a picture without its metadata. @returns the size of the copy in bytes
 * @throws DamagedImageError when it cannot be taken apart
 */
export const writeClean = async (
  source: string,
  target: string,
  piecesOf: NonNullable<FileKind['pieces']>,
): Promise<number> => {
  const handle = await open(source, 'r');
  try {
    const pieces = await piecesOf(new FileWindow(handle, (await handle.stat()).size));
    await pipeline(contentOf(source, pieces), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
    return (await stat(target)).size;
  } finally {
    await handle.close();
  }
};
