import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { type PostSnapshot, postRedirects, postRevisions, posts } from '../db/tables/schema';
import { RefusedError } from '../errors';

/* Storage of posts: one address each, former addresses, and every version; within the caller's transaction. */

export type Post = typeof posts.$inferSelect;

export type PostValues = Omit<Post, 'id' | 'version' | 'updatedAt' | 'updatedBy'>;

const { content: _content, markdown: _markdown, ...listed } = getTableColumns(posts);
/** Columns of a post in a list, without its text. */
export const LISTED = listed;

/** Author of changes by command. */
export const BY = 'posts publish';

/** Locks an address, so that the second of two writers sees the first one's post. */
export const lockAddress = (tx: Queries, slug: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('post ' || ${slug}))`);

/** Claims an address; one that is only another post's former address is taken over. @throws RefusedError 409 when it is in use */
async function takeAddress(tx: Queries, slug: string): Promise<void> {
  await lockAddress(tx, slug);
  const [there] = await tx.select().from(posts).where(eq(posts.slug, slug));
  if (there) throw new RefusedError(409, `“${there.title}” has the address /blog/${slug} already. Choose another.`);
  await tx.delete(postRedirects).where(eq(postRedirects.slug, slug));
}

/** Adds a post. @throws RefusedError 409 when its address is taken */
export async function addPost(tx: Queries, values: PostValues, by: string): Promise<Post> {
  await takeAddress(tx, values.slug);
  const [added] = await tx
    .insert(posts)
    .values({ ...values, updatedBy: by })
    .returning();
  return keepRevision(tx, added, by);
}

/** Changes a locked post. Its former address redirects to the new one. @throws RefusedError 409 when that is taken */
export async function changePost(tx: Queries, before: Post, values: Partial<PostValues>, by: string): Promise<Post> {
  const { id, slug, version } = before;
  // Posts of earlier programs have no revision yet.
  await keepRevision(tx, before, before.updatedBy ?? BY);
  if (values.slug !== undefined && values.slug !== slug) {
    await takeAddress(tx, values.slug);
    await tx
      .insert(postRedirects)
      .values({ slug, postId: id })
      // Earlier programs could give a post another one's former address.
      .onConflictDoUpdate({ target: postRedirects.slug, set: { postId: id } });
  }
  const [changed] = await tx
    .update(posts)
    .set({ ...values, version: version + 1, updatedBy: by, updatedAt: sql`now()` })
    .where(eq(posts.id, id))
    .returning();
  return keepRevision(tx, changed, by);
}

/** Stores a version of a post once. @returns the post */
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
  // Posts of earlier releases have only HTML, which is valid Markdown, too.
  return { ...rest, publishedAt: publishedAt.toISOString(), markdown: markdown ?? content };
};
