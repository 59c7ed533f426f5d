import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, StartError } from '../errors';

const KINDS = new Set(['.svg', '.jpg', '.jpeg', '.png', '.webp', '.avif']);

export const coversDirOf = (dataDir: string): string => path.join(dataDir, 'covers');

/**
 * Copies a cover to where it is served from. Its name carries a hash of its bytes, so that browsers may keep it for ever.
 * @returns its path below the blog host
 * @throws StartError when it cannot be read or is no picture
 */
export async function publishCover(dataDir: string, slug: string, file: string): Promise<string> {
  const kind = path.extname(file).toLowerCase();
  if (!KINDS.has(kind)) throw new StartError(`The cover ${file} must be one of ${[...KINDS].join(', ')}.`);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new StartError(`The cover ${file} cannot be read (${messageOf(error)}).`);
  }
  const name = `${slug}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}${kind}`;
  const folder = coversDirOf(dataDir);
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.${name}.${process.pid}`);
  await copyFile(file, draft);
  await rename(draft, path.join(folder, name));
  return `/covers/${name}`;
}
