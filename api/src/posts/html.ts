import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isPlainFragment } from '@wholepage/composer/scan-fragment';
import { MOST_PICTURE_BYTES } from '../../wire/office/posts';
import { confine, type Limits } from '../confined/confine';
import type { NamedPicture, Pictures, PostTask, WrittenPost } from '../confined/post-html';
import { ApiError, messageOf, RefusedError, StartError } from '../errors';
import { COVERS, type FileStore, fromMemory } from '../files/file-store';
import { decoded, MOST_PIXELS } from '../uploads/inspect';

/* Posts for pages: Markdown to HTML, and their pictures. */

const TOO_MUCH =
  'This text cannot be shown: too many elements stand in each other, or in an order that no page holds. Simplify its HTML, or its nested quotes and lists.';

export const POST_LIMITS: Limits = {
  places: 1,
  mostMs: 5000,
  mostMsOfGroup: Number.POSITIVE_INFINITY,
  heapMb: 256,
  mostMb: 450,
  tooMuch: TOO_MUCH,
};
const written = confine<PostTask, WrittenPost>('post-html', POST_LIMITS);

/**
 * Converts Markdown to HTML that is safe in a page, and passes the composer's check.
 * @param pictures of the post; others are dropped unless this API serves them already
 * @throws RefusedError 422 when no page can show it, or the conversion takes too long
 */
export async function writePost(markdown: string, pictures: Pictures = new Map()) {
  const post = await written({ markdown, pictures }, '');
  const { html } = post;
  if (html === undefined || !isPlainFragment(html)) throw new RefusedError(422, TOO_MUCH);
  return { ...post, html };
}

/** A picture of a post cannot be served. The message completes a sentence that begins with the picture's name. */
export class PictureError extends ApiError {
  override readonly name = 'PictureError';
}

/** Largest upload for a post's picture. */
const MOST_DRAWING_BYTES = 1024 * 1024;
/** Largest served picture. */
const MOST_SERVED_BYTES = 500 * 1024;

/** Sizes from the best to the smallest; the first that is small enough is served. */
const SIZES = [
  { width: 1600, quality: 82 },
  { width: 1280, quality: 70 },
  { width: 960, quality: 55 },
] as const;

const isDrawing = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*<(\?xml|!--|!doctype svg|svg)/i.test(bytes.toString('utf8', 0, 200));

const PROBLEMS = {
  damaged: 'is damaged, or not a JPEG, PNG, WebP, AVIF or SVG picture',
  small: 'is too small to show anything',
  large: `has more than ${MOST_PIXELS / 1_000_000} million pixels; choose a smaller one`,
  fine: 'has too much fine detail to be served in 500 kB; blur it or choose another',
} as const;

/** Converts a picture in a confined process, so that no content can block or end the server. */
const shrunk = async (source: Buffer, sizes: readonly (typeof SIZES)[number][]) => {
  const task = { source, sizes, mostBytes: MOST_SERVED_BYTES, mostPixels: MOST_PIXELS };
  const result = await decoded(task, '').catch((error: unknown) => {
    throw error instanceof RefusedError ? new PictureError('takes too long to be read; choose a smaller one') : error;
  });
  if ('problem' in result) throw new PictureError(PROBLEMS[result.problem]);
  return result;
};

/**
 * Converts a picture for visitors. A photograph becomes WebP of at most 1600 pixels and 500 kB; an SVG stays as it is.
 * @param drawings whether SVG is accepted
 * @throws PictureError whose message continues the picture's name
 */
async function servedPicture(bytes: Buffer, { drawings }: { drawings: boolean }) {
  if (bytes.length > MOST_PICTURE_BYTES) throw new PictureError('is larger than 10 MB; choose a smaller one');
  if (isDrawing(bytes)) {
    if (!drawings) throw new PictureError('is a drawing (SVG); save it as PNG or WebP');
    if (bytes.length > MOST_DRAWING_BYTES) throw new PictureError('is a drawing of more than 1 MB; simplify it');
    return { bytes, extension: '.svg', mediaType: 'image/svg+xml', width: undefined, height: undefined };
  }
  const { data = bytes, width, height } = await shrunk(bytes, SIZES);
  return { bytes: Buffer.from(data), extension: '.webp', mediaType: 'image/webp', width, height };
}

/** Media types by extension; earlier releases served covers unconverted. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Returns the media type of a post's picture by its name; undefined for anything else. */
export const coverType = (name: string): string | undefined => MEDIA_TYPES[path.extname(name).toLowerCase()];

/**
 * Stores a picture under a name with a hash of its bytes, so that browsers may cache it for ever.
 * @returns its path below the blog host, and its size
 * @throws PictureError when it cannot be served
 */
export async function keepPicture(files: FileStore, slug: string, bytes: Buffer, options = { drawings: true }) {
  const picture = await servedPicture(bytes, options);
  const hash = createHash('sha256').update(picture.bytes).digest('hex').slice(0, 12);
  const name = `${slug}-${hash}${picture.extension}`;
  await files.write(`${COVERS}/${name}`, fromMemory(picture.bytes, picture.mediaType));
  return { path: `/covers/${name}`, width: picture.width, height: picture.height };
}

/**
 * Stores a picture's file for serving.
 * @param what `cover` or `picture`, for the message
 * @throws StartError when it cannot be read or served
 */
export async function publishPicture(files: FileStore, slug: string, file: string, what: 'cover' | 'picture') {
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

/** Most pictures measured of a post; each is read from the store. */
const MOST_PICTURES = 60;

/** Returns the sizes of a post's served pictures, so that pages reserve their space. */
async function servedSizes(files: FileStore, pictures: readonly NamedPicture[]): Promise<Pictures> {
  const sources = [...new Set(pictures.map(({ source }) => source))];
  const named = sources.filter((source) => /^\/covers\/[\w-]+\.webp$/.test(source)).slice(0, MOST_PICTURES);
  const sizes = new Map<string, { path: string; width: number; height: number }>();
  for (const source of named) {
    const found = await files.read(`${COVERS}/${source.slice('/covers/'.length)}`);
    // A damaged picture must not prevent saving.
    const measured = found && (await shrunk(await buffer(found.stream), []).catch(() => undefined));
    if (measured) sizes.set(source, { path: source, width: measured.width, height: measured.height });
  }
  return sizes;
}

/** As {@link writePost}, with the sizes of served pictures. */
export async function writeWithSizes(files: FileStore, markdown: string) {
  const post = await writePost(markdown);
  const sizes = await servedSizes(files, post.pictures);
  return sizes.size > 0 ? writePost(markdown, sizes) : post;
}
