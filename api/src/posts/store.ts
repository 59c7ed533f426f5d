import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { type PostSnapshot, postRedirects, postRevisions, posts } from '../db/tables/schema';
import { RefusedError } from '../errors';

/*
 * Posts as they are kept: one address each, with the addresses that they had, and every version. All of it in the caller's
 * transaction.
 */

export type Post = typeof posts.$inferSelect;

export type PostValues = Omit<Post, 'id' | 'version' | 'updatedAt' | 'updatedBy'>;

const { content: _content, markdown: _markdown, ...listed } = getTableColumns(posts);
/** Columns of a post in a list: not its whole text. */
export const LISTED = listed;

/** Who changes posts by command, for the office. */
export const BY = 'posts publish';

/** Of two writers at once, the second waits here, and sees what the first has taken. */
export const lockAddress = (tx: Queries, slug: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('post ' || ${slug}))`);

/** An address is that of the post that has it now, before that of one that had it. @throws RefusedError 409 */
async function takeAddress(tx: Queries, slug: string): Promise<void> {
  await lockAddress(tx, slug);
  const [there] = await tx.select().from(posts).where(eq(posts.slug, slug));
  if (there) throw new RefusedError(409, `“${there.title}” has the address /blog/${slug} already. Choose another.`);
  await tx.delete(postRedirects).where(eq(postRedirects.slug, slug));
}

/** @throws RefusedError 409 when its address is taken */
export async function addPost(tx: Queries, values: PostValues, by: string): Promise<Post> {
  await takeAddress(tx, values.slug);
  const [added] = await tx
    .insert(posts)
    .values({ ...values, updatedBy: by })
    .returning();
  return keepRevision(tx, added, by);
}

/** Changes a post that is locked. An address that visitors may know leads to the new one. @throws RefusedError 409 when that is taken */
export async function changePost(tx: Queries, before: Post, values: Partial<PostValues>, by: string): Promise<Post> {
  const { id, slug, version } = before;
  // What earlier programs published has no revision yet.
  await keepRevision(tx, before, before.updatedBy ?? BY);
  if (values.slug !== undefined && values.slug !== slug) {
    await takeAddress(tx, values.slug);
    await tx
      .insert(postRedirects)
      .values({ slug, postId: id })
      // Earlier programs gave a post the earlier address of another.
      .onConflictDoUpdate({ target: postRedirects.slug, set: { postId: id } });
  }
  const [changed] = await tx
    .update(posts)
    .set({ ...values, version: version + 1, updatedBy: by, updatedAt: sql`now()` })
    .where(eq(posts.id, id))
    .returning();
  return keepRevision(tx, changed, by);
}

/** Keeps a version of a post, once. @returns the post */
async function keepRevision(tx: Queries, post: Post | undefined, by: string): Promise<Post> {
  if (!post) throw new Error('A post was gone while it was written.');
  await tx
    .insert(postRevisions)
    .values({ id: randomUUID(), postId: post.id, version: post.version, snapshot: snapshotOf(post), by })
    .onConflictDoNothing();
  return post;
}

export const snapshotOf = (post: Post): PostSnapshot => {
  const { id: _id, version: _version, updatedAt: _at, updatedBy: _by, content, markdown, publishedAt, ...rest } = post;
  // Posts of earlier releases have HTML alone, which is Markdown as well.
  return { ...rest, publishedAt: publishedAt.toISOString(), markdown: markdown ?? content };
};
