import { createHmac, timingSafeEqual } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { type PreviewedPost, postPreviews } from '../db/tables/posts-schema';

const LIFE_MS = 3_600_000;
const TOKEN = /^preview-([a-z0-9]{1,8})-([a-z0-9]{1,10})-([0-9a-f]{32})$/;

const mark = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(`post-preview:${payload}`).digest('hex').slice(0, 32);

/** An address under which the site shows a stored preview for an hour. */
export function previewSlug(id: number, secret: string, now = Date.now()): string {
  const payload = [id, now + LIFE_MS].map((part) => part.toString(36)).join('-');
  return `preview-${payload}-${mark(payload, secret)}`;
}

/** Which preview an address shows; undefined when it is not one of ours, or over. */
export function readPreviewSlug(slug: string, secret: string, now = Date.now()): number | undefined {
  const match = TOKEN.exec(slug);
  if (!match) return undefined;
  const [, id = '', until = '', given = ''] = match;
  const wanted = mark(`${id}-${until}`, secret);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(wanted)) || Number.parseInt(until, 36) < now) return undefined;
  return Number.parseInt(id, 36);
}

/** Stores what a preview shows, and removes what is over. @returns its id */
export async function storePreview(db: Db, post: PreviewedPost): Promise<number> {
  await db.delete(postPreviews).where(lt(postPreviews.createdAt, sql`now() - ${LIFE_MS} * interval '1 millisecond'`));
  const [row] = await db.insert(postPreviews).values({ post }).returning({ id: postPreviews.id });
  if (!row) throw new Error('The preview was not stored.');
  return row.id;
}
