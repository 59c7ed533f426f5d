import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Metadata that must not survive: a place and a name. */
export const SECRET = 'GPS 13.0827N 80.2707E by A. Person';

const crc = (bytes: Buffer): number => {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc(body))]);
};

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const EDGE = 16;
const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array(EDGE).fill([200, 30, 60]).flat())]);
/** End of the PNG header: bit depth, colour type, and three zeros. */
const COLOURS = Buffer.from('0802000000', 'hex');
const BLACK_AND_WHITE = Buffer.from('0100000000', 'hex');
const pngOf = (width: number, data: Buffer, depth = COLOURS, height = width) =>
  [
    chunk('IHDR', Buffer.concat([u32(width), u32(height), depth])),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ] as const;
const square = pngOf(EDGE, deflateSync(Buffer.concat(Array(EDGE).fill(row))));

/** A red square, and the same with a text chunk, Exif and trailing bytes. */
export const cleanPng = Buffer.concat([PNG_SIGNATURE, ...square]);
export const tellingPng = Buffer.concat([
  PNG_SIGNATURE,
  square[0],
  chunk('tEXt', Buffer.from(`Author\0${SECRET}`)),
  chunk('eXIf', Buffer.from(SECRET)),
  square[1],
  square[2],
  Buffer.from(SECRET),
]);
/** A picture of one row or column of pixels, and one whose header claims 9000 by 9000 pixels. */
export const thinPng = (width: number, height: number) =>
  Buffer.concat([PNG_SIGNATURE, ...pngOf(width, deflateSync(Buffer.alloc(height * (1 + 3 * width))), COLOURS, height)]);
export const hugePng = () =>
  Buffer.concat([PNG_SIGNATURE, ...pngOf(9000, deflateSync(Buffer.alloc(9000 * 1126)), BLACK_AND_WHITE)]);

const exif = { IFD0: { Copyright: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 0/1 0/1' } };
const wide = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#c81e3c' } });

/** A photo from a camera on its side (orientation 6): 24 by 16 pixels, shown as 16 by 24. */
export const tellingJpeg = async () =>
  Buffer.concat([
    await wide().withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer(),
    Buffer.from(SECRET),
  ]);
/** Its length has a byte that text takes for a line break. */
export const tellingWebp = async () => {
  const bytes = await wide().withExif(exif).webp().toBuffer();
  const more = Buffer.concat([Buffer.from('MORE'), Buffer.alloc(4 + ((10 - bytes.length) & 255))]);
  more.writeUInt32LE(more.length - 8, 4);
  bytes.writeUInt32LE(bytes.length + more.length - 8, 4);
  return Buffer.concat([bytes, more]);
};
/** An animation of two frames, followed by the metadata as trailing bytes. */
export const tellingGif = async () => {
  const colours = ['#c81e3c', '#263a78'];
  const stills = colours.map((background) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const frames = await sharp(await Promise.all(stills), { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer();
  return Buffer.concat([frames, Buffer.from(SECRET)]);
};

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n', 'latin1');
