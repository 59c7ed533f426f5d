import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { FileStore } from '../../files/file-store';
import { COVERS } from '../../files/folders';
import { type Pictures, picturesIn } from '../html';

/** More than any post has; each is read from the store. */
const MOST_PICTURES = 60;

/** The measures of the served pictures that a post names: a page that knows them does not shift. */
export async function servedSizes(files: FileStore, markdown: string): Promise<Pictures> {
  const sources = [...new Set(picturesIn(markdown).map(({ source }) => source))];
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
