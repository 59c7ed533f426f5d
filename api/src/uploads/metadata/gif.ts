import { DamagedImageError, type FileWindow, keep, type Piece } from './pieces';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Application blocks that say how often an animation repeats. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

const colourTable = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

const skipBlocks = async (window: FileWindow, from: number): Promise<number> => {
  let at = from;
  for (;;) {
    const length = (await window.bytes(at, 1))[0] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
};

/** Leaves out comments, XMP and other application data, and whatever follows the picture's end. */
export async function gifPieces(window: FileWindow): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let at = 13 + colourTable((await window.bytes(10, 1))[0] ?? 0);
  keep(pieces, 0, at);
  for (;;) {
    const kind = (await window.bytes(at, 1))[0];
    let end = at + 1;
    let needed = true;
    if (kind === IMAGE) {
      const packed = (await window.bytes(at + 9, 1))[0] ?? 0;
      end = await skipBlocks(window, at + 11 + colourTable(packed));
    } else if (kind === EXTENSION) {
      const label = (await window.bytes(at + 1, 1))[0];
      end = await skipBlocks(window, at + 2);
      needed =
        label === GRAPHIC_CONTROL ||
        (label === APPLICATION && LOOPS.has((await window.bytes(at + 3, 11)).toString('latin1')));
    } else if (kind !== TRAILER) throw new DamagedImageError('A GIF block is unknown.');
    if (needed) keep(pieces, at, end);
    if (kind === TRAILER) return pieces;
    at = end;
  }
}
