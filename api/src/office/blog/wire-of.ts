import type { NewPost, Post, PostRow } from '../../../wire/office/posts';
import type { PostSnapshot } from '../../db/tables/posts-schema';
import type { posts } from '../../db/tables/schema';
import { snapshotOf } from '../../posts/revisions';
import { localTime } from '../../support/site-zone';

type Row = typeof posts.$inferSelect;

const isShown = ({ status, publishedAt }: Pick<Row, 'status' | 'publishedAt'>): boolean =>
  status === 'published' && publishedAt.getTime() <= Date.now();

/** A post in a list. */
export const rowOf = (row: Omit<Row, 'content' | 'markdown'>): PostRow => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  status: row.status,
  published_at: row.publishedAt.toISOString(),
  shown: isShown(row),
  updated_at: row.updatedAt.toISOString(),
  updated_by: row.updatedBy,
  version: row.version,
});

/** A version of a post, as a writer writes it. */
export const writtenOf = (snapshot: PostSnapshot): NewPost => ({
  slug: snapshot.slug,
  title: snapshot.title,
  excerpt: snapshot.excerpt,
  author: snapshot.author,
  cover_path: snapshot.coverPath,
  status: snapshot.status,
  publish_at: localTime(new Date(snapshot.publishedAt)).replace(' ', 'T'),
  markdown: snapshot.markdown,
  meta_title: snapshot.metaTitle,
  meta_description: snapshot.metaDescription,
  meta_keywords: snapshot.metaKeywords,
});

/** A post with all that a writer writes. */
export const postOf = (row: Row): Post => {
  const { published_at: _moment, ...rest } = rowOf(row);
  return { ...rest, ...writtenOf(snapshotOf(row)) };
};
