import type { BlogListItem, BlogPost } from 'contracts/blog';
import { and, count, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { posts } from '../db/schema';

/** Drafts and posts of the future do not show. */
const shown = () => and(eq(posts.status, 'published'), lte(posts.publishedAt, sql`now()`));

/** A page of the list, newest first, and how many posts there are in all. */
export async function listShown(
  db: Db,
  page: number,
  limit: number,
): Promise<{ items: BlogListItem[]; total: number }> {
  const [rows, totals] = await Promise.all([
    db
      .select({
        id: posts.id,
        slug: posts.slug,
        title: posts.title,
        excerpt: posts.excerpt,
        author: posts.author,
        coverPath: posts.coverPath,
        publishedAt: posts.publishedAt,
      })
      .from(posts)
      .where(shown())
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(posts).where(shown()),
  ]);
  const items = rows.map(({ coverPath, publishedAt, ...row }) => ({
    ...row,
    image: null,
    cover_path: coverPath,
    created_at: publishedAt.toISOString(),
  }));
  return { items, total: totals[0]?.total ?? 0 };
}

/** A post that is shown now; undefined when there is none with this slug. */
export async function findShown(db: Db, slug: string): Promise<BlogPost | undefined> {
  if (/\p{Cc}|\p{Surrogate}/u.test(slug)) return undefined;
  const [row] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.slug, slug), shown()))
    .limit(1);
  if (!row) return undefined;
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    author: row.author,
    cover_path: row.coverPath,
    created_at: row.publishedAt.toISOString(),
    content: row.content,
    meta_title: row.metaTitle,
    meta_description: row.metaDescription,
    meta_keywords: row.metaKeywords,
  };
}
