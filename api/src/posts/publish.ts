import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Db, Queries } from '../db/database';
import { posts } from '../db/schema';
import type { FileStore } from '../files/file-store';
import { publishCover } from './covers';
import { readPost } from './parse';

/** Keeps concurrent first starts from publishing the samples twice over. */
const SAMPLES_LOCK = 7_301_004;

/**
 * Publishes a Markdown file: a new post, or a new version of the one with its slug.
 * @throws StartError when the file or its cover is wrong; then the post is as it was before
 */
export async function publishPost(db: Queries, files: FileStore, file: string) {
  const post = await readPost(file);
  const coverPath = post.coverFile ? await publishCover(files, post.slug, post.coverFile) : null;
  const values = {
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt ?? null,
    author: post.author ?? null,
    coverPath,
    status: post.status,
    publishedAt: post.date,
    content: post.content,
    metaTitle: post.meta_title ?? null,
    metaDescription: post.meta_description ?? null,
    metaKeywords: post.meta_keywords ?? null,
  };
  await db
    .insert(posts)
    .values(values)
    .onConflictDoUpdate({ target: posts.slug, set: { ...values, updatedAt: sql`now()` } });
  return { slug: post.slug, status: post.status, publishedAt: post.date };
}

/** Takes a post off the site; it stays as a draft. @returns false when there is none with this slug */
export async function unpublishPost(db: Queries, slug: string): Promise<boolean> {
  const rows = await db
    .update(posts)
    .set({ status: 'draft', updatedAt: sql`now()` })
    .where(eq(posts.slug, slug))
    .returning({ id: posts.id });
  return rows.length > 0;
}

/**
 * Gives a site without any post the sample posts: a fresh site has a blog.
 * A sample that is wrong is reported and left out; it must not keep the site from starting.
 * @returns how many were published
 */
export async function publishSamples(
  db: Db,
  files: FileStore,
  folder: string,
  onTrouble: (text: string) => void,
): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md')).sort();
  if (names.length === 0) return 0;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SAMPLES_LOCK})`);
    if ((await tx.$count(posts)) > 0) return 0;
    let published = 0;
    for (const name of names) {
      try {
        await publishPost(tx, files, path.join(folder, name));
        published += 1;
      } catch (error) {
        onTrouble(`A sample post was left out: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return published;
  });
}
