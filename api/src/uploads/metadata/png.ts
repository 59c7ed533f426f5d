import { DamagedImageError, type FileWindow, keep, type Piece } from './pieces';

/** Chunks that make up the picture and its colours, animations included; all others are metadata. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD hIST pHYs sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

/** Leaves out texts, Exif, time, and whatever follows the picture's end. */
export async function pngPieces(window: FileWindow): Promise<Piece[]> {
  const pieces: Piece[] = [];
  keep(pieces, 0, 8);
  let at = 8;
  while (at < window.size) {
    const head = await window.bytes(at, 8);
    const end = at + 12 + head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (end > window.size) throw new DamagedImageError('A PNG chunk is too long.');
    if (NEEDED.has(type)) keep(pieces, at, end);
    if (type === 'IEND') return pieces;
    at = end;
  }
  throw new DamagedImageError('The PNG has no end.');
}
