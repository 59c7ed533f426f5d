import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ApiError, messageOf, StartError } from '../errors';
import { COVERS, type FileStore } from '../files/file-store';
import { fromMemory } from '../files/open-files';
import { MOST_PIXELS } from '../uploads/inspect';
import type { NamedPicture, Pictures } from './html';

/** A picture of a post cannot be served. The message completes a sentence that begins with the picture's name. */
export class PictureError extends ApiError {
  override readonly name = 'PictureError';
}

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
interface ServedPicture {
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
async function servedPicture(bytes: Buffer, { drawings }: { drawings: boolean }): Promise<ServedPicture> {
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

/** Earlier releases served covers in the form in which they came. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Media type of a picture of a post by its name; undefined for anything else. */
export const coverType = (name: string): string | undefined => MEDIA_TYPES[path.extname(name).toLowerCase()];

/** A picture that visitors can load. */
interface PublishedPicture {
  /** Below the blog host. */
  path: string;
  width?: number | undefined;
  height?: number | undefined;
}

/**
 * Keeps a picture where it is served from. Its name carries a hash of its bytes, so that browsers may keep it for ever.
 * @throws PictureError when it cannot be served
 */
export async function keepPicture(
  files: FileStore,
  slug: string,
  bytes: Buffer,
  options = { drawings: true },
): Promise<PublishedPicture> {
  const picture = await servedPicture(bytes, options);
  const hash = createHash('sha256').update(picture.bytes).digest('hex').slice(0, 12);
  const name = `${slug}-${hash}${picture.extension}`;
  await files.write(`${COVERS}/${name}`, fromMemory(picture.bytes, picture.mediaType));
  return { path: `/covers/${name}`, width: picture.width, height: picture.height };
}

/**
 * Puts a picture's file to where it is served from.
 * @param what the picture is, for the sentence: `cover` or `picture`
 * @throws StartError when it cannot be read or served
 */
export async function publishPicture(
  files: FileStore,
  slug: string,
  file: string,
  what: 'cover' | 'picture',
): Promise<PublishedPicture> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new StartError(`The ${what} ${file} cannot be read (${messageOf(error)}).`);
  }
  return keepPicture(files, slug, bytes).catch((error: unknown) => {
    throw error instanceof PictureError ? new StartError(`The ${what} ${file} ${error.message}.`) : error;
  });
}

/** More than any post has; each is read from the store. */
const MOST_PICTURES = 60;

/** The measures of the served pictures of a post: a page that knows them does not shift. */
export async function servedSizes(files: FileStore, pictures: readonly NamedPicture[]): Promise<Pictures> {
  const sources = [...new Set(pictures.map(({ source }) => source))];
  const named = sources.filter((source) => /^\/covers\/[\w-]+\.webp$/.test(source)).slice(0, MOST_PICTURES);
  const sizes = new Map<string, { path: string; width: number; height: number }>();
  for (const source of named) {
    const found = await files.read(`${COVERS}/${source.slice('/covers/'.length)}`);
    if (!found) continue;
    const { width, height } = await sharp(await buffer(found.stream)).metadata();
    sizes.set(source, { path: source, width, height });
  }
  return sizes;
}
