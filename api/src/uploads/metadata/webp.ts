import { DamagedImageError, type FileWindow, keep, type Piece } from './pieces';

const NEEDED = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_AND_XMP_FLAGS = 0b0000_1100;

const lengthOf = (piece: Piece): number => (Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start);

/** Leaves out Exif, XMP and unknown chunks, and says so in the header. */
export async function webpPieces(window: FileWindow): Promise<Piece[]> {
  const body: Piece[] = [];
  const end = Math.min(window.size, 8 + (await window.bytes(4, 4)).readUInt32LE());
  let at = 12;
  while (at + 8 <= end) {
    const head = await window.bytes(at, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const next = at + 8 + length + (length % 2);
    if (at + 8 + length > end) throw new DamagedImageError('A WebP chunk is too long.');
    if (type === 'VP8X') {
      const chunk = Buffer.from(await window.bytes(at, 8 + length));
      chunk[8] = (chunk[8] ?? 0) & ~EXIF_AND_XMP_FLAGS;
      body.push(chunk);
    } else if (NEEDED.has(type)) keep(body, at, Math.min(next, end));
    at = next;
  }
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(4 + body.reduce((sum, piece) => sum + lengthOf(piece), 0), 4);
  return [header, ...body];
}
