import { and, asc, desc, eq, gt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Caller } from '../../wire/office/caller';
import type { NewPost, postListQuery } from '../../wire/office/posts';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { type PostSnapshot, type PreviewedPost, postRedirects, postRevisions, posts } from '../db/tables/schema';
import { changedMeanwhile, RefusedError } from '../errors';
import type { FileStore } from '../files/file-store';
import { keepPicture, PictureError, writeWithSizes } from '../posts/pictures';
import { BY, keepRevision, snapshotOf } from '../posts/publish';
import { PREVIEW_MS, previewSlug, requirePage, type Shower, storePreview } from '../posts/read';
import { localTime, momentOf } from '../support/site-zone';
import { wireOf } from '../support/wire-names';
import { audit, done, found, type Handlers, holds, listed, totalOfTable } from './access';

/** Posts, their pictures and their earlier versions, for writers. */
export function postCalls({ db, files, officeSecret = '', config: settings }: Context) {
  const desk = { db, files, site: settings.siteOrigins[0], secret: officeSecret };
  return {
    'GET /posts': ({ query }) => listPosts(db, query),
    'POST /posts': ({ caller, body }) => addPost(desk, caller, body),
    'GET /posts/:id': async ({ params: { id } }) =>
      postOf(found((await db.select().from(posts).where(eq(posts.id, id)))[0])),
    'PUT /posts/:id': ({ caller, params: { id }, body: { version, ...post } }) =>
      changePost(desk, caller, id, version, post),
    'DELETE /posts/:id': ({ caller, params: { id }, query: { version } }) => deletePost(db, caller, id, version),
    'GET /posts/:id/revisions': ({ params: { id } }) => revisionsOf(db, id),
    'POST /post-previews': async ({ body }) => {
      const id = await previewPost(desk, body);
      const until = new Date(Date.now() + PREVIEW_MS);
      return { path: `/blog/${previewSlug(id, officeSecret, until.getTime())}`, until };
    },
    'POST /post-pictures': async ({ caller, request: { body } }) => {
      if (!Buffer.isBuffer(body)) throw new RefusedError(415, 'This is not a picture.');
      const picture = await keepPicture(files, 'post', body, { drawings: false }).catch((error: unknown) => {
        throw error instanceof PictureError ? new RefusedError(422, `The picture ${error.message}.`) : error;
      });
      await audit(db, caller, { area: 'blog', action: 'add picture', record: picture.path });
      return picture;
    },
  } satisfies Partial<Handlers>;
}

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
async function listPosts(db: Db, { page, perPage, sort, order, q, state }: Query) {
  const where = and(state && STATES[state](), q ? or(holds(posts.title, q), holds(posts.slug, q)) : undefined);
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

const MOST_REVISIONS = 200;

const valuesOf = async (files: FileStore, post: NewPost) => {
  const publishedAt = momentOf(post.publish_at);
  if (!publishedAt) throw new RefusedError(422, 'This is not a day and hour from 1900 to 2999.');
  const { html, embed, pictures } = await writeWithSizes(files, post.markdown);
  if (post.status === 'published') {
    const foreign = pictures.find(({ isServed }) => !isServed);
    if (foreign)
      throw new RefusedError(
        422,
        `The picture ${foreign.source.slice(0, 100)} is of another place. Add it to the post.`,
      );
    if (embed) throw new RefusedError(422, `Posts do not show <${embed}>. Write a link to it.`);
    const mute = pictures.find(({ alt }) => alt.trim() === '');
    if (mute)
      throw new RefusedError(422, `Say what the picture ${mute.source} shows: ![what it shows](${mute.source}).`);
  }
  return {
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    author: post.author,
    coverPath: post.cover_path,
    status: post.status,
    publishedAt,
    content: html,
    markdown: post.markdown,
    metaTitle: post.meta_title,
    metaDescription: post.meta_description,
    metaKeywords: post.meta_keywords,
  };
};

/** An address is one post's: that of the one that has it now, before that of one that had it. */
async function takeAddress(tx: Queries, slug: string, id: number | undefined): Promise<void> {
  // Of two writers at once, the second sees what the first has taken.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('post ' || ${slug}))`);
  const [there] = await tx
    .select({ title: posts.title })
    .from(posts)
    .where(id === undefined ? eq(posts.slug, slug) : and(eq(posts.slug, slug), ne(posts.id, id)));
  if (there) throw new RefusedError(409, `“${there.title}” has the address /blog/${slug} already. Choose another.`);
  await tx.delete(postRedirects).where(eq(postRedirects.slug, slug));
}

/** What writing needs. */
interface Desk extends Shower {
  files: FileStore;
}

/** Stores what is written for a preview; the post itself stays as it is. @returns the preview's id */
async function previewPost({ db, files }: Desk, post: NewPost): Promise<number> {
  return storePreview(db, shownOf(await valuesOf(files, { ...post, status: 'draft' })));
}

const shownOf = (values: Awaited<ReturnType<typeof valuesOf>>): PreviewedPost => {
  const { status: _status, markdown: _markdown, publishedAt, ...shown } = values;
  return { ...shown, publishedAt: publishedAt.toISOString() };
};

/** Whether the site made the page of what is published. @throws RefusedError 422 when it makes no page of it */
const tried = async (desk: Desk, values: Awaited<ReturnType<typeof valuesOf>>) =>
  values.status === 'published' ? { tried: await requirePage(desk, shownOf(values)) } : {};

/** Adds a post. @throws RefusedError when its address is taken, or what is written cannot be published */
async function addPost(desk: Desk, caller: Caller, post: NewPost) {
  const { db, files } = desk;
  const values = await valuesOf(files, post);
  const proof = await tried(desk, values);
  return db.transaction(async (tx) => {
    await takeAddress(tx, post.slug, undefined);
    const [row] = await tx
      .insert(posts)
      .values({ ...values, updatedBy: caller.name })
      .returning();
    const added = found(row);
    await keepRevision(tx, added, caller.name);
    await audit(tx, caller, { area: 'blog', action: 'add', record: String(added.id) });
    return { ...postOf(added), ...proof };
  });
}

/** Locks a post. @throws RefusedError 409 for the second of two writers */
async function lockAsRead(tx: Queries, id: number, version: number): Promise<Row> {
  const row = found((await tx.select().from(posts).where(eq(posts.id, id)).for('update'))[0]);
  if (row.version === version) return row;
  const then = 'Yours is still here: copy it, load theirs, and put both together.';
  throw changedMeanwhile({ by: row.updatedBy ?? BY, at: row.updatedAt }, then);
}

/** Changes a post. An address that visitors may know leads to the new one. @throws RefusedError 409 for the second of two writers */
async function changePost(desk: Desk, caller: Caller, id: number, version: number, post: NewPost) {
  const { db, files } = desk;
  const values = await valuesOf(files, post);
  const proof = await tried(desk, values);
  return db.transaction(async (tx) => {
    const before = await lockAsRead(tx, id, version);
    // The first version of a post that a command published has no revision yet.
    await keepRevision(tx, before, before.updatedBy ?? BY);
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
      .set({ ...values, version: version + 1, updatedBy: caller.name, updatedAt: new Date() })
      .where(eq(posts.id, id))
      .returning();
    const changed = found(row);
    await keepRevision(tx, changed, caller.name);
    const action = before.status === changed.status ? 'change' : changed.status === 'draft' ? 'unpublish' : 'publish';
    await audit(tx, caller, { area: 'blog', action, record: String(id), detail: { version: changed.version } });
    return { ...postOf(changed), ...proof };
  });
}

/** Deletes a post with its versions and its earlier addresses. @throws RefusedError 409 for the second of two writers */
const deletePost = (db: Db, caller: Caller, id: number, version: number) =>
  db.transaction(async (tx) => {
    await lockAsRead(tx, id, version);
    await tx.delete(posts).where(eq(posts.id, id));
    await audit(tx, caller, { area: 'blog', action: 'delete', record: String(id) });
    return done(true);
  });

/** The versions of a post, newest first; any of them can be saved again. */
async function revisionsOf(db: Db, id: number) {
  const rows = await db
    .select()
    .from(postRevisions)
    .where(eq(postRevisions.postId, id))
    .orderBy(desc(postRevisions.version))
    .limit(MOST_REVISIONS);
  return listed(rows.map(({ version, at, by, snapshot }) => ({ version, at, by, post: writtenOf(snapshot) })));
}

type Row = typeof posts.$inferSelect;

const isShown = ({ status, publishedAt }: Pick<Row, 'status' | 'publishedAt'>): boolean =>
  status === 'published' && publishedAt.getTime() <= Date.now();

/** A post in a list. */
const rowOf = (row: Omit<Row, 'content' | 'markdown'>) => ({ ...wireOf(row), shown: isShown(row) });

/** A version of a post, as a writer writes it. */
const writtenOf = (snapshot: PostSnapshot) => ({
  ...wireOf(snapshot),
  publish_at: localTime(new Date(snapshot.publishedAt)).replace(' ', 'T'),
});

/** A post with all that a writer writes. */
const postOf = (row: Row) => ({ ...rowOf(row), ...writtenOf(snapshotOf(row)) });
