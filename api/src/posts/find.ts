import { and, eq } from 'drizzle-orm';
import type { BlogPost } from '../../wire/blog';
import type { Db } from '../db/database';
import { postPreviews, postRedirects } from '../db/tables/posts-schema';
import { posts } from '../db/tables/schema';
import { localTime } from '../support/site-zone';
import { readPreviewSlug } from './preview';
import { shown } from './shown';

type Shown = Omit<
  typeof posts.$inferSelect,
  'status' | 'markdown' | 'version' | 'updatedAt' | 'updatedBy' | 'createdAt'
>;

/** Browsers and the database cannot have these in an address. */
const isUnusable = (slug: string): boolean => /\p{Cc}|\p{Surrogate}/u.test(slug);

const wireOf = (row: Shown): BlogPost => ({
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
  return moved && { ...wireOf(moved.post), moved_to: moved.post.slug };
}

/** What an address of a preview shows; undefined when it is none, or over. */
export async function findPreview(db: Db, slug: string, secret: string): Promise<BlogPost | undefined> {
  const id = readPreviewSlug(slug, secret);
  if (id === undefined) return undefined;
  const [row] = await db.select().from(postPreviews).where(eq(postPreviews.id, id));
  return row && { ...wireOf({ ...row.post, id, publishedAt: new Date(row.post.publishedAt) }), slug, preview: true };
}
