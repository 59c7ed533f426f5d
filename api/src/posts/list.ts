import { count, desc } from 'drizzle-orm';
import type { BlogListItem } from '../../wire/blog';
import type { Db } from '../db/database';
import { posts } from '../db/tables/schema';
import { localTime } from '../support/site-zone';
import { shown } from './shown';

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
    created_at: localTime(publishedAt),
  }));
  return { items, total: totals[0]?.total ?? 0 };
}
