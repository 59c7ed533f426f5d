import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm';
import type { BlogPost } from '../../wire/blog';
import type { Db } from '../db/database';
import { type PreviewedPost, postPreviews, postRedirects, posts } from '../db/tables/schema';
import { RefusedError } from '../errors';
import { localTime } from '../support/site-zone';
import { wireOf } from '../support/wire-names';
import { LISTED } from './store';

/** Returns a page of the visible posts, newest first, with their total. */
export async function listShown(db: Db, page: number, limit: number) {
  const [rows, total] = await Promise.all([
    db
      .select(LISTED)
      .from(posts)
      .where(shown())
      .orderBy(desc(posts.publishedAt), desc(posts.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(posts, shown()),
  ]);
  const items = rows.map((row) => ({ ...wireOf(row), image: null, created_at: localTime(row.publishedAt) }));
  return { items, total };
}

type Shown = Omit<
  typeof posts.$inferSelect,
  'status' | 'markdown' | 'version' | 'updatedAt' | 'updatedBy' | 'createdAt'
>;

/** Whether a slug has characters that neither browsers nor the database allow. */
const isUnusable = (slug: string): boolean => /\p{Cc}|\p{Surrogate}/u.test(slug);

const postOf = (row: Shown): BlogPost => ({ ...wireOf(row), created_at: localTime(row.publishedAt) });

/** Returns a visible post by its present or a former slug; undefined when there is none. */
export async function findShown(db: Db, slug: string): Promise<BlogPost | undefined> {
  if (isUnusable(slug)) return undefined;
  const [row] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.slug, slug), shown()))
    .limit(1);
  if (row) return postOf(row);
  const [moved] = await db
    .select({ post: posts })
    .from(postRedirects)
    .innerJoin(posts, eq(posts.id, postRedirects.postId))
    .where(and(eq(postRedirects.slug, slug), shown()))
    .limit(1);
  return moved && { ...postOf(moved.post), moved_to: moved.post.slug };
}

/** Returns the post of a preview's slug; undefined when it is invalid or expired. */
export async function findPreview(db: Db, slug: string, secret: string): Promise<BlogPost | undefined> {
  const id = readPreviewSlug(slug, secret);
  if (id === undefined) return undefined;
  const [row] = await db.select().from(postPreviews).where(eq(postPreviews.id, id));
  return row && { ...postOf({ ...row.post, id, publishedAt: new Date(row.post.publishedAt) }), slug, preview: true };
}

const shown = () => and(eq(posts.status, 'published'), lte(posts.publishedAt, sql`now()`));

/** Lifetime of previews of posts and facts. */
export const PREVIEW_MS = 3_600_000;
const TOKEN = /^preview-([a-z0-9]{1,8})-([a-z0-9]{1,10})-([0-9a-f]{32})$/;

const mark = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(`post-preview:${payload}`).digest('hex').slice(0, 32);

/** Returns the signed slug of a stored preview. */
export function previewSlug(id: number, secret: string, until = Date.now() + PREVIEW_MS): string {
  const payload = [id, until].map((part) => part.toString(36)).join('-');
  return `preview-${payload}-${mark(payload, secret)}`;
}

/** Returns the id in a preview's slug; undefined when it is not signed by us, or expired. */
export function readPreviewSlug(slug: string, secret: string, now = Date.now()): number | undefined {
  const match = TOKEN.exec(slug);
  if (!match) return undefined;
  const [, id = '', until = '', given = ''] = match;
  const wanted = mark(`${id}-${until}`, secret);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(wanted)) || Number.parseInt(until, 36) < now) return undefined;
  return Number.parseInt(id, 36);
}

/** Stores a preview, and removes expired ones. @returns its id */
export async function storePreview(db: Db, post: PreviewedPost): Promise<number> {
  await db
    .delete(postPreviews)
    .where(lt(postPreviews.createdAt, sql`now() - ${PREVIEW_MS} * interval '1 millisecond'`));
  const [row] = await db.insert(postPreviews).values({ post }).returning({ id: postPreviews.id });
  if (!row) throw new Error('The preview was not stored.');
  return row.id;
}

/** The site that shows posts, and the secret of its previews. */
export interface Shower {
  db: Db;
  /** Origin of the site. */
  site: string;
  secret: string;
}

const TRY_MS = 5000;
/** A minimal post, which every site with a blog can show. */
const PLAIN: PreviewedPost = {
  slug: 'plain',
  title: 'Plain',
  excerpt: null,
  author: null,
  coverPath: null,
  publishedAt: '2026-01-01T00:00:00.000Z',
  content: '<p>Plain.</p>',
  metaTitle: null,
  metaDescription: null,
  metaKeywords: null,
};

/**
 * Renders a post's page on the site as a preview, before visitors see it. When the site renders no post at all now, the
 * HTML check alone decides, so that a writer need not wait for a restarting site.
 * @returns whether the site rendered it
 * @throws RefusedError 422 when the site renders other posts, but not this one
 */
export async function requirePage({ db, site, secret }: Shower, post: PreviewedPost): Promise<boolean> {
  const isMade = async (shown: PreviewedPost): Promise<boolean> => {
    const address = new URL(`/blog/${previewSlug(await storePreview(db, shown), secret)}`, site);
    try {
      const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TRY_MS) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  };
  if (await isMade(post)) return true;
  if (!(await isMade(PLAIN))) return false;
  throw new RefusedError(
    422,
    'The site makes no page of this post. Simplify its text, or take out what was added last.',
  );
}
