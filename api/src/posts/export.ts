import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asc } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { posts } from '../db/tables/schema';
import { StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { COVERS } from '../files/folders';
import { written } from './post-file';

/** The pictures of a post's text. */
const picturesOf = (html: string): string[] =>
  [...html.matchAll(/<img src="(\/covers\/[\w.-]+)"/g)].map(([, address = '']) => address);

async function copyCover(files: FileStore, coverPath: string, folder: string): Promise<void> {
  const name = path.basename(coverPath);
  const found = await files.read(`${COVERS}/${name}`);
  if (!found) throw new StartError(`${files.locate(`${COVERS}/${name}`)} is not there.`);
  await pipeline(found.stream, createWriteStream(path.join(folder, name)));
}

/**
 * Writes every post, drafts too, as a file that can be published elsewhere: `posts/{slug}.md` and `covers/`.
 * @returns how many
 * @throws StartError when a cover is not there
 */
export async function exportPosts(db: Queries, files: FileStore, folder: string): Promise<number> {
  const [texts, covers] = [path.join(folder, 'posts'), path.join(folder, 'covers')];
  await Promise.all([texts, covers].map((each) => mkdir(each, { recursive: true })));
  const rows = await db.select().from(posts).orderBy(asc(posts.publishedAt));
  for (const post of rows) {
    await writeFile(path.join(texts, `${post.slug}.md`), written(post));
    const pictures = [...(post.coverPath ? [post.coverPath] : []), ...picturesOf(post.content)];
    for (const picture of pictures) await copyCover(files, picture, covers);
  }
  return rows.length;
}
