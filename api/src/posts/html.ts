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

/*
 * What a writer wrote, as pages show it: Markdown as HTML, and the pictures that it names.
 */

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
 * Markdown to HTML that is safe to put into a page as it is, and that the page's own checker takes.
 * @param pictures those that the post names; others are left out unless this API serves them already
 * @throws RefusedError 422 when no page can show it, or finding out takes too long
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

/** What may be sent for one picture of a post. */
const MOST_DRAWING_BYTES = 1024 * 1024;
/** What a visitor loads for one picture. */
const MOST_SERVED_BYTES = 500 * 1024;

/** From the best to the smallest: the first that is small enough is served. */
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

/** Where a picture is decoded, nothing that it holds can hold up or end the server. */
const shrunk = async (source: Buffer, sizes: readonly (typeof SIZES)[number][]) => {
  const task = { source, sizes, mostBytes: MOST_SERVED_BYTES, mostPixels: MOST_PIXELS };
  const result = await decoded(task, '').catch((error: unknown) => {
    throw error instanceof RefusedError ? new PictureError('takes too long to be read; choose a smaller one') : error;
  });
  if ('problem' in result) throw new PictureError(PROBLEMS[result.problem]);
  return result;
};

/**
 * Makes the file that visitors load of a picture. A photograph becomes WebP of at most 1600 pixels and 500 kB. A
 * drawing (SVG) stays as it is.
 * @param drawings whether an SVG is taken
 * @throws PictureError with the rest of a sentence that begins with the picture's name
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

/**
 * Keeps a picture where it is served from. Its name carries a hash of its bytes, so that browsers may keep it for ever.
 * @returns its path below the blog host, and its measures
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
 * Puts a picture's file to where it is served from.
 * @param what the picture is, for the sentence: `cover` or `picture`
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

/** More than any post has; each is read from the store. */
const MOST_PICTURES = 60;

/** The measures of the served pictures of a post: a page that knows them does not shift. */
async function servedSizes(files: FileStore, pictures: readonly NamedPicture[]): Promise<Pictures> {
  const sources = [...new Set(pictures.map(({ source }) => source))];
  const named = sources.filter((source) => /^\/covers\/[\w-]+\.webp$/.test(source)).slice(0, MOST_PICTURES);
  const sizes = new Map<string, { path: string; width: number; height: number }>();
  for (const source of named) {
    const found = await files.read(`${COVERS}/${source.slice('/covers/'.length)}`);
    // A damaged one keeps nobody from writing.
    const measured = found && (await shrunk(await buffer(found.stream), []).catch(() => undefined));
    if (measured) sizes.set(source, { path: source, width: measured.width, height: measured.height });
  }
  return sizes;
}

/** As {@link writePost}, with the measures of the pictures that this API serves. */
export async function writeWithSizes(files: FileStore, markdown: string) {
  const post = await writePost(markdown);
  const sizes = await servedSizes(files, post.pictures);
  return sizes.size > 0 ? writePost(markdown, sizes) : post;
}
