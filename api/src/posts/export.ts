import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asc } from 'drizzle-orm';
import { stringify } from 'yaml';
import type { Queries } from '../db/database';
import { posts } from '../db/schema';
import { StartError } from '../errors';
import { COVERS, type FileStore } from '../files/file-store';

type Post = typeof posts.$inferSelect;

/** A blank line would end the HTML for Markdown, which it may not within a `pre`. */
const withoutBlankLines = (html: string): string => html.replaceAll(/(?<=\n)\n/g, '&#10;');

/** What {@link readPost} reads back as the same post: HTML is Markdown, too. */
function written({ coverPath, publishedAt, content, metaTitle, metaDescription, metaKeywords, ...post }: Post): string {
  const matter = {
    title: post.title,
    slug: post.slug,
    date: publishedAt.toISOString(),
    status: post.status,
    ...(post.excerpt && { excerpt: post.excerpt }),
    ...(post.author && { author: post.author }),
    ...(coverPath && { cover: path.basename(coverPath) }),
    ...(metaTitle && { meta_title: metaTitle }),
    ...(metaDescription && { meta_description: metaDescription }),
    ...(metaKeywords && { meta_keywords: metaKeywords }),
  };
  return `---\n${stringify(matter)}---\n${withoutBlankLines(content)}\n`;
}

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
    if (post.coverPath) await copyCover(files, post.coverPath, covers);
  }
  return rows.length;
}
