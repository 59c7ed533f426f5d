import { and, asc, desc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { NewPost, postListQuery } from '../../wire/office/posts';
import type { Context } from '../context';
import type { Queries } from '../db/database';
import { type PostSnapshot, type PreviewedPost, postRevisions, posts } from '../db/tables/schema';
import { changedMeanwhile, RefusedError } from '../errors';
import type { FileStore } from '../files/file-store';
import { keepPicture, PictureError, writeWithSizes } from '../posts/html';
import { PREVIEW_MS, previewSlug, requirePage, storePreview } from '../posts/read';
import { addPost, BY, changePost, LISTED, type Post, type PostValues, snapshotOf } from '../posts/store';
import { localTime, momentOf } from '../support/site-zone';
import { wireOf } from '../support/wire-names';
import { audit, DONE, found, type Handlers, holds, listed, pageOf } from './access';

export function postCalls({ db, files, officeSecret = '', config: settings }: Context) {
  const shower = { db, site: settings.siteOrigins[0], secret: officeSecret };
  /** Renders the page of a published post on trial. @throws RefusedError 422 when the site cannot render it */
  const tried = async (values: PostValues) =>
    values.status === 'published' ? { tried: await requirePage(shower, shownOf(values)) } : {};
  return {
    /** A page of the list of posts, drafts included. */
    'GET /posts': async ({ query: { sort, order, q, state, ...page } }) => {
      const where = and(state && STATES[state](), q ? or(holds(posts.title, q), holds(posts.slug, q)) : undefined);
      const direction = order === 'asc' ? asc : desc;
      const inOrder = [direction(posts[SORTS[sort]]), direction(posts.id)];
      const whole = sql`from ${posts} where ${where ?? true}`;
      const chosen = db.select(LISTED).from(posts).where(where);
      const rows = chosen.orderBy(...inOrder);
      const found = await pageOf(db, page, whole, (limit, offset) => rows.limit(limit).offset(offset));
      return { ...found, data: found.data.map(rowOf) };
    },
    'POST /posts': async ({ caller, body }) => {
      const values = await valuesOf(files, body);
      const proof = await tried(values);
      return db.transaction(async (tx) => {
        const added = await addPost(tx, values, caller.name);
        await audit(tx, caller, { area: 'blog', action: 'add', record: String(added.id) });
        return { ...postOf(added), ...proof };
      });
    },
    'GET /posts/:id': async ({ params: { id } }) =>
      postOf(found((await db.select().from(posts).where(eq(posts.id, id)))[0])),
    'PUT /posts/:id': async ({ caller, params: { id }, body: { version, ...post } }) => {
      const values = await valuesOf(files, post);
      const proof = await tried(values);
      return db.transaction(async (tx) => {
        const before = await lockAsRead(tx, id, version);
        const { status } = before;
        const changed = await changePost(tx, before, values, caller.name);
        const action = status === changed.status ? 'change' : changed.status === 'draft' ? 'unpublish' : 'publish';
        await audit(tx, caller, { area: 'blog', action, record: String(id), detail: { version: changed.version } });
        return { ...postOf(changed), ...proof };
      });
    },
    /** Deletes a post with its versions and former addresses. */
    'DELETE /posts/:id': ({ caller, params: { id }, query: { version } }) =>
      db.transaction(async (tx) => {
        await lockAsRead(tx, id, version);
        await tx.delete(posts).where(eq(posts.id, id));
        await audit(tx, caller, { area: 'blog', action: 'delete', record: String(id) });
        return DONE;
      }),
    /** Versions of a post, newest first; any can be saved again. */
    'GET /posts/:id/revisions': async ({ params: { id } }) => {
      const kept = db.select().from(postRevisions).where(eq(postRevisions.postId, id));
      const rows = await kept.orderBy(desc(postRevisions.version)).limit(MOST_REVISIONS);
      return listed(rows.map(({ version, at, by, snapshot }) => ({ version, at, by, post: writtenOf(snapshot) })));
    },
    'POST /post-previews': async ({ body }) => {
      const id = await storePreview(db, shownOf(await valuesOf(files, { ...body, status: 'draft' })));
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

const SORTS = { published_at: 'publishedAt', title: 'title', updated_at: 'updatedAt' } as const;

const STATES: Readonly<Record<NonNullable<z.output<typeof postListQuery>['state']>, () => SQL | undefined>> = {
  draft: () => eq(posts.status, 'draft'),
  scheduled: () => and(eq(posts.status, 'published'), gt(posts.publishedAt, sql`now()`)),
  shown: () => and(eq(posts.status, 'published'), lte(posts.publishedAt, sql`now()`)),
};

const MOST_REVISIONS = 200;

const valuesOf = async (files: FileStore, post: NewPost): Promise<PostValues> => {
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
  const { publish_at: _at, cover_path: coverPath, ...given } = post;
  const { meta_title: metaTitle, meta_description: metaDescription, meta_keywords: metaKeywords, ...rest } = given;
  return { ...rest, coverPath, publishedAt, content: html, metaTitle, metaDescription, metaKeywords };
};

const shownOf = ({ status: _status, markdown: _markdown, publishedAt, ...shown }: PostValues): PreviewedPost => ({
  ...shown,
  publishedAt: publishedAt.toISOString(),
});

async function lockAsRead(tx: Queries, id: number, version: number): Promise<Post> {
  const row = found((await tx.select().from(posts).where(eq(posts.id, id)).for('update'))[0]);
  if (row.version === version) return row;
  const then = 'Yours is still here: copy it, load theirs, and put both together.';
  throw changedMeanwhile({ by: row.updatedBy ?? BY, at: row.updatedAt }, then);
}

const rowOf = (row: Omit<Post, 'content' | 'markdown'>) => ({
  ...wireOf(row),
  shown: row.status === 'published' && row.publishedAt.getTime() <= Date.now(),
});

/** Returns a version of a post in the form that a writer edits. */
const writtenOf = (snapshot: PostSnapshot) => ({
  ...wireOf(snapshot),
  publish_at: localTime(new Date(snapshot.publishedAt)).replace(' ', 'T'),
});

const postOf = (row: Post) => ({ ...rowOf(row), ...writtenOf(snapshotOf(row)) });
