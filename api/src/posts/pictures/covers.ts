import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, StartError } from '../../errors';
import type { FileStore } from '../../files/file-store';
import { COVERS } from '../../files/folders';
import { fromMemory } from '../../files/open-files';
import { PictureError } from './picture-error';
import { servedPicture } from './pictures';

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
export interface PublishedPicture {
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
