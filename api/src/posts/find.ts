import { and, eq } from 'drizzle-orm';
import type { BlogPost } from '../../wire/blog';
import type { Db } from '../db/database';
import { postRedirects } from '../db/posts-schema';
import { posts } from '../db/schema';
import { localTime } from '../support/site-zone';
import { readPreviewSlug } from './preview';
import { shown } from './shown';

type Row = typeof posts.$inferSelect;

/** Browsers and the database cannot have these in an address. */
const isUnusable = (slug: string): boolean => /\p{Cc}|\p{Surrogate}/u.test(slug);

const wireOf = (row: Row): BlogPost => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  excerpt: row.excerpt,
  author: row.author,
  cover_path: row.coverPath,
  created_at: localTime(row.publishedAt),
  content: row.content,
  meta_title: row.metaTitle,
  meta_description: row.metaDescription,
  meta_keywords: row.metaKeywords,
});

/** A post that is shown now, also by an address that it had before; undefined when there is none. */
export async function findShown(db: Db, slug: string): Promise<BlogPost | undefined> {
  if (isUnusable(slug)) return undefined;
  const [row] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.slug, slug), shown()))
    .limit(1);
  if (row) return wireOf(row);
  const [moved] = await db
    .select({ post: posts })
    .from(postRedirects)
    .innerJoin(posts, eq(posts.id, postRedirects.postId))
    .where(and(eq(postRedirects.slug, slug), shown()))
    .limit(1);
  return moved && wireOf(moved.post);
}

/** The version of a post that an address of a preview names, a draft too; undefined when it is none, over, or out of date. */
export async function findPreview(db: Db, slug: string, secret: string): Promise<BlogPost | undefined> {
  const named = readPreviewSlug(slug, secret);
  if (!named) return undefined;
  const [row] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.id, named.id), eq(posts.version, named.version)));
  return row && { ...wireOf(row), slug };
}
