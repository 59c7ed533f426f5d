import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { COVERS } from '../files/folders';
import { fromMemory } from '../files/open-files';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Media type of a cover by its name; undefined for what is none. */
export const coverType = (name: string): string | undefined => MEDIA_TYPES[path.extname(name).toLowerCase()];

/**
 * Puts a cover to where it is served from. Its name carries a hash of its bytes, so that browsers may keep it for ever.
 * @returns its path below the blog host
 * @throws StartError when it cannot be read or is no picture
 */
export async function publishCover(files: FileStore, slug: string, file: string): Promise<string> {
  const kind = path.extname(file).toLowerCase();
  const mediaType = coverType(file);
  if (!mediaType) throw new StartError(`The cover ${file} must be one of ${Object.keys(MEDIA_TYPES).join(', ')}.`);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new StartError(`The cover ${file} cannot be read (${messageOf(error)}).`);
  }
  const name = `${slug}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}${kind}`;
  await files.write(`${COVERS}/${name}`, fromMemory(bytes, mediaType));
  return `/covers/${name}`;
}
