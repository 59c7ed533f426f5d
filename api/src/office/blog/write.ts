import { and, desc, eq, ne } from 'drizzle-orm';
import type { Caller } from '../../../wire/office/caller';
import type { NewPost, Post } from '../../../wire/office/posts';
import type { Db, Queries } from '../../db/database';
import { postRedirects, postRevisions } from '../../db/tables/posts-schema';
import { posts } from '../../db/tables/schema';
import { RefusedError } from '../../errors';
import type { FileStore } from '../../files/file-store';
import { embedIn, isServedPicture, picturesIn, toHtml } from '../../posts/html';
import { servedSizes } from '../../posts/pictures/served-sizes';
import { storePreview } from '../../posts/preview';
import { keepRevision } from '../../posts/revisions';
import { momentOf } from '../../support/site-zone';
import { audit } from '../audit/audit';
import { found } from '../lists/found';
import { postOf, writtenOf } from './wire-of';

const CHANGED =
  'Somebody else has saved this post meanwhile. Yours is still here: copy it, load theirs, and put both together.';
const MOST_REVISIONS = 200;

const valuesOf = async (files: FileStore, post: NewPost) => {
  const publishedAt = momentOf(post.publish_at);
  if (!publishedAt) throw new RefusedError(422, 'This is not a day and hour.');
  const pictures = picturesIn(post.markdown);
  const foreign = pictures.find(({ source }) => !isServedPicture(source));
  if (foreign && post.status === 'published')
    throw new RefusedError(422, `The picture ${foreign.source.slice(0, 100)} is of another place. Add it to the post.`);
  const embed = embedIn(post.markdown);
  if (embed && post.status === 'published')
    throw new RefusedError(422, `Posts do not show <${embed}>. Write a link to it.`);
  const mute = pictures.find(({ alt }) => alt.trim() === '');
  if (mute && post.status === 'published')
    throw new RefusedError(422, `Say what the picture ${mute.source} shows: ![what it shows](${mute.source}).`);
  return {
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    author: post.author,
    coverPath: post.cover_path,
    status: post.status,
    publishedAt,
    content: toHtml(post.markdown, await servedSizes(files, post.markdown)),
    markdown: post.markdown,
    metaTitle: post.meta_title,
    metaDescription: post.meta_description,
    metaKeywords: post.meta_keywords,
  };
};

/** An address is one post's: that of the one that has it now, before that of one that had it. */
async function takeAddress(tx: Queries, slug: string, id: number | undefined): Promise<void> {
  const [there] = await tx
    .select({ title: posts.title })
    .from(posts)
    .where(id === undefined ? eq(posts.slug, slug) : and(eq(posts.slug, slug), ne(posts.id, id)));
  if (there) throw new RefusedError(409, `“${there.title}” has the address /blog/${slug} already. Choose another.`);
  await tx.delete(postRedirects).where(eq(postRedirects.slug, slug));
}

/** What writing needs. */
export interface Desk {
  db: Db;
  files: FileStore;
}

/** Stores what is written for a preview; the post itself stays as it is. @returns the preview's id */
export async function previewPost({ db, files }: Desk, post: NewPost): Promise<number> {
  const {
    status: _status,
    markdown: _markdown,
    publishedAt,
    ...shown
  } = await valuesOf(files, { ...post, status: 'draft' });
  return storePreview(db, { ...shown, publishedAt: publishedAt.toISOString() });
}

/** Adds a post. @throws RefusedError when its address is taken, or what is written cannot be published */
export const addPost = ({ db, files }: Desk, caller: Caller, post: NewPost): Promise<Post> =>
  db.transaction(async (tx) => {
    await takeAddress(tx, post.slug, undefined);
    const [row] = await tx
      .insert(posts)
      .values({ ...(await valuesOf(files, post)), updatedBy: caller.name })
      .returning();
    const added = found(row);
    await keepRevision(tx, added, caller.name);
    await audit(tx, caller, { area: 'blog', action: 'add', record: String(added.id) });
    return postOf(added);
  });

/** Changes a post. An address that visitors may know leads to the new one. @throws RefusedError 409 for the second of two writers */
export const changePost = (
  { db, files }: Desk,
  caller: Caller,
  id: number,
  version: number,
  post: NewPost,
): Promise<Post> =>
  db.transaction(async (tx) => {
    const before = found((await tx.select().from(posts).where(eq(posts.id, id)).for('update'))[0]);
    if (before.version !== version) throw new RefusedError(409, CHANGED);
    // The first version of a post that a command published has no revision yet.
    await keepRevision(tx, before, before.updatedBy ?? 'posts publish');
    if (post.slug !== before.slug) {
      await takeAddress(tx, post.slug, id);
      await tx
        .insert(postRedirects)
        .values({ slug: before.slug, postId: id })
        // A post that a command published may have taken the earlier address of another.
        .onConflictDoUpdate({ target: postRedirects.slug, set: { postId: id } });
    }
    const [row] = await tx
      .update(posts)
      .set({ ...(await valuesOf(files, post)), version: version + 1, updatedBy: caller.name, updatedAt: new Date() })
      .where(eq(posts.id, id))
      .returning();
    const changed = found(row);
    await keepRevision(tx, changed, caller.name);
    const action = before.status === changed.status ? 'change' : changed.status === 'draft' ? 'unpublish' : 'publish';
    await audit(tx, caller, { area: 'blog', action, record: String(id), detail: { version: changed.version } });
    return postOf(changed);
  });

/** Deletes a post with its versions and its earlier addresses. @returns whether there was one */
export const deletePost = (db: Db, caller: Caller, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const rows = await tx.delete(posts).where(eq(posts.id, id)).returning({ id: posts.id });
    if (rows.length > 0) await audit(tx, caller, { area: 'blog', action: 'delete', record: String(id) });
    return rows.length > 0;
  });

/** The versions of a post, newest first; any of them can be saved again. */
export async function revisionsOf(db: Db, id: number) {
  const rows = await db
    .select()
    .from(postRevisions)
    .where(eq(postRevisions.postId, id))
    .orderBy(desc(postRevisions.version))
    .limit(MOST_REVISIONS);
  const data = rows.map(({ version, at, by, snapshot }) => ({
    version,
    at: at.toISOString(),
    by,
    post: writtenOf(snapshot),
  }));
  return { data, total: data.length };
}
