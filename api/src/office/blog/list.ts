import { and, asc, desc, eq, gt, ilike, lte, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PostRow, postListQuery } from '../../../wire/office/posts';
import type { Db } from '../../db/database';
import { posts } from '../../db/tables/schema';
import { type Total, totalOfTable } from '../lists/total';
import { rowOf } from './wire-of';

type Query = z.output<typeof postListQuery>;

const SORTS: Readonly<Record<string, typeof posts.publishedAt | typeof posts.title | typeof posts.updatedAt>> = {
  published_at: posts.publishedAt,
  title: posts.title,
  updated_at: posts.updatedAt,
};

const STATES: Readonly<Record<NonNullable<Query['state']>, () => SQL | undefined>> = {
  draft: () => eq(posts.status, 'draft'),
  scheduled: () => and(eq(posts.status, 'published'), gt(posts.publishedAt, sql`now()`)),
  shown: () => and(eq(posts.status, 'published'), lte(posts.publishedAt, sql`now()`)),
};

/** A page of the posts, drafts too, and how many there are in all. */
export async function listPosts(
  db: Db,
  { page, perPage, sort, order, q, state }: Query,
): Promise<{ data: PostRow[] } & Total> {
  const like = q && `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const where = and(state && STATES[state](), like ? or(ilike(posts.title, like), ilike(posts.slug, like)) : undefined);
  const direction = order === 'asc' ? asc : desc;
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(posts)
      .where(where)
      .orderBy(direction(SORTS[sort] ?? posts.publishedAt), direction(posts.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    totalOfTable(db, posts, where, { page, perPage }),
  ]);
  return { data: rows.map(rowOf), ...total };
}
