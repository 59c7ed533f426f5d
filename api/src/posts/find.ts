import { and, eq } from 'drizzle-orm';
import type { BlogPost } from '../../wire/blog';
import type { Db } from '../db/database';
import { posts } from '../db/schema';
import { localTime } from '../support/site-zone';
import { shown } from './shown';

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
    created_at: localTime(row.publishedAt),
    content: row.content,
    meta_title: row.metaTitle,
    meta_description: row.metaDescription,
    meta_keywords: row.metaKeywords,
  };
}
