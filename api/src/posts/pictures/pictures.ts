import sharp from 'sharp';
import { MOST_PIXELS } from '../../uploads/inspect/picture-size';
import { PictureError } from './picture-error';

/** What may be sent for one picture of a post. */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
const MOST_DRAWING_BYTES = 1024 * 1024;
/** What a visitor loads for one picture. */
const MOST_SERVED_BYTES = 500 * 1024;

/** From the best to the smallest: the first that is small enough is served. */
const SIZES = [
  { width: 1600, quality: 82 },
  { width: 1280, quality: 70 },
  { width: 960, quality: 55 },
] as const;

/** A picture as it is served. */
export interface ServedPicture {
  bytes: Buffer;
  extension: '.webp' | '.svg';
  mediaType: string;
  width?: number;
  height?: number;
}

const isDrawing = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*<(\?xml|!--|!doctype svg|svg)/i.test(bytes.toString('utf8', 0, 200));

/** True for what {@link shrink} made before: it is not re-encoded, so that a post that is exported and published stays the same. */
const isServed = async (bytes: Buffer): Promise<boolean> => {
  if (bytes.length > MOST_SERVED_BYTES || bytes.toString('latin1', 0, 4) !== 'RIFF') return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  const { format, width, pages = 1, exif, xmp, icc, iptc } = await sharp(bytes).metadata();
  return format === 'webp' && width <= SIZES[0].width && pages === 1 && !exif && !xmp && !icc && !iptc;
};

const shrink = async (bytes: Buffer): Promise<ServedPicture> => {
  if (await isServed(bytes)) {
    const { width, height } = await sharp(bytes, { failOn: 'truncated' })
      .stats()
      .then(() => sharp(bytes).metadata());
    return { bytes, extension: '.webp', mediaType: 'image/webp', width, height };
  }
  for (const { width, quality } of SIZES) {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= MOST_SERVED_BYTES)
      return { bytes: data, extension: '.webp', mediaType: 'image/webp', width: info.width, height: info.height };
  }
  throw new PictureError('has too much fine detail to be served in 500 kB; blur it or choose another');
};

/**
 * Makes the file that visitors load of a picture. A photograph becomes WebP of at most 1600 pixels and 500 kB. A
 * drawing (SVG) stays as it is.
 * @param drawings whether an SVG is taken
 * @throws PictureError with the rest of a sentence that begins with the picture's name
 */
export async function servedPicture(bytes: Buffer, { drawings }: { drawings: boolean }): Promise<ServedPicture> {
  if (bytes.length > MOST_PICTURE_BYTES) throw new PictureError('is larger than 10 MB; choose a smaller one');
  if (isDrawing(bytes)) {
    if (!drawings) throw new PictureError('is a drawing (SVG); save it as PNG or WebP');
    if (bytes.length > MOST_DRAWING_BYTES) throw new PictureError('is a drawing of more than 1 MB; simplify it');
    return { bytes, extension: '.svg', mediaType: 'image/svg+xml' };
  }
  try {
    return await shrink(bytes);
  } catch (error) {
    if (error instanceof PictureError) throw error;
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new PictureError(
      tooLarge
        ? `has more than ${MOST_PIXELS / 1_000_000} million pixels; choose a smaller one`
        : 'is damaged, or not a JPEG, PNG, WebP, AVIF or SVG picture',
      { cause: error },
    );
  }
}
