import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { posts } from '../db/schema';
import type { FileStore } from '../files/file-store';
import { publishCover } from './covers';
import { readPost } from './parse';

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
