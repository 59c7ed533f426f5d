import { randomUUID } from 'node:crypto';
import type { Queries } from '../db/database';
import { type PostSnapshot, postRevisions } from '../db/tables/posts-schema';
import type { posts } from '../db/tables/schema';

type Row = typeof posts.$inferSelect;

/** What a version of a post holds. */
export const snapshotOf = (row: Row): PostSnapshot => ({
  slug: row.slug,
  title: row.title,
  excerpt: row.excerpt,
  author: row.author,
  coverPath: row.coverPath,
  status: row.status,
  publishedAt: row.publishedAt.toISOString(),
  // Posts of earlier releases have HTML alone, which is Markdown as well.
  markdown: row.markdown ?? row.content,
  metaTitle: row.metaTitle,
  metaDescription: row.metaDescription,
  metaKeywords: row.metaKeywords,
});

/** Keeps a version of a post, once. */
export const keepRevision = async (queries: Queries, row: Row, by: string): Promise<void> => {
  await queries
    .insert(postRevisions)
    .values({ id: randomUUID(), postId: row.id, version: row.version, snapshot: snapshotOf(row), by })
    .onConflictDoNothing();
};
