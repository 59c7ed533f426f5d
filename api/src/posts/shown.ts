import { and, eq, lte, sql } from 'drizzle-orm';
import { posts } from '../db/tables/schema';

/** Drafts and posts of the future do not show. */
export const shown = () => and(eq(posts.status, 'published'), lte(posts.publishedAt, sql`now()`));
