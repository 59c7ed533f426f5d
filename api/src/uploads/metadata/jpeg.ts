import { DamagedImageError, type FileWindow, keep, type Piece } from './pieces';

const SOS = 0xda;
const EOI = 0xd9;
const COMMENT = 0xfe;
const EXIF = 'Exif\0\0';
/** Application data that belongs to the picture: JFIF, colour profile, Adobe's colour transform. */
const NEEDED = [
  { marker: 0xe0, name: 'JFIF\0' },
  { marker: 0xe2, name: 'ICC_PROFILE\0' },
  { marker: 0xee, name: 'Adobe' },
];

const isNeeded = (marker: number, head: Buffer): boolean =>
  (marker < 0xe0 || marker > 0xef) && marker !== COMMENT
    ? true
    : NEEDED.some((entry) => entry.marker === marker && head.toString('latin1').startsWith(entry.name));

/** How the camera was held (2 to 8), or undefined when it was upright. */
const orientationOf = (tiff: Buffer): number | undefined => {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  for (let index = 0; index < Math.min(u16(directory), 200); index += 1) {
    const entry = directory + 2 + index * 12;
    if (u16(entry) !== 0x0112) continue;
    const value = u16(entry + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
};

/** Exif with nothing but the orientation: without it the picture would lie on its side. */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0x00, 0x22]),
    Buffer.from(EXIF, 'latin1'),
    Buffer.from([
      0x4d,
      0x4d,
      0x00,
      0x2a,
      0,
      0,
      0,
      8,
      0,
      1,
      0x01,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      orientation,
      0,
      0,
      0,
      0,
      0,
      0,
    ]),
  ]);

/** Where the next marker stands after compressed data: a 0xFF that is neither stuffed nor a restart. */
const endOfScan = async (window: FileWindow, from: number): Promise<number> => {
  let at = from;
  while (at + 1 < window.size) {
    const view = await window.from(at, 2);
    for (
      let index = view.indexOf(0xff);
      index !== -1 && index + 1 < view.length;
      index = view.indexOf(0xff, index + 1)
    ) {
      const next = view[index + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at + index;
    }
    at += Math.max(1, view.length - 1);
  }
  return window.size;
};

/** Leaves out Exif, XMP, IPTC, comments, previews, and whatever follows the picture's end. */
export async function jpegPieces(window: FileWindow): Promise<Piece[]> {
  const pieces: Piece[] = [];
  keep(pieces, 0, 2);
  let at = 2;
  while (at < window.size) {
    const [mark, marker] = await window.bytes(at, 2);
    if (mark !== 0xff || marker === undefined) throw new DamagedImageError('A JPEG marker is missing.');
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      keep(pieces, at, at + 2);
      return pieces;
    }
    const length = (await window.bytes(at + 2, 2)).readUInt16BE();
    const end = at + 2 + length;
    if (length < 2 || end > window.size) throw new DamagedImageError('A JPEG segment is too long.');
    const body = await window.bytes(at + 4, length - 2);
    if (isNeeded(marker, body.subarray(0, 16))) keep(pieces, at, end);
    else if (marker === 0xe1 && body.toString('latin1', 0, 6) === EXIF) {
      const orientation = orientationOf(body.subarray(6));
      if (orientation) pieces.push(orientationSegment(orientation));
    }
    at = end;
    if (marker === SOS) {
      at = await endOfScan(window, end);
      keep(pieces, end, at);
    }
  }
  // Cameras that were switched off too early leave no end marker; viewers show such pictures.
  return pieces;
}
