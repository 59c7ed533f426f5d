import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { posts } from '../db/tables/schema';
import { StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { localTime } from '../support/site-zone';
import { picturesIn, toHtml } from './html';
import { type ParsedPost, readPost } from './parse';
import { publishPicture } from './pictures/covers';
import { keepRevision } from './revisions';

/** Who changed a post, for the office. */
const BY = 'posts publish';

/** @throws StartError when there is a post at this address */
const refuseTaken = async (db: Queries, { slug }: ParsedPost, file: string): Promise<void> => {
  const [there] = await db
    .select({ title: posts.title, publishedAt: posts.publishedAt })
    .from(posts)
    .where(eq(posts.slug, slug));
  if (!there) return;
  throw new StartError(
    `At /blog/${slug} there is “${there.title}” of ${localTime(there.publishedAt).slice(0, 10)} already. To put ${file} in its place, say --replace.`,
  );
};

const pathsOfPictures = async (files: FileStore, { slug, pictures }: ParsedPost) => {
  const paths = new Map<string, Awaited<ReturnType<typeof publishPicture>>>();
  for (const { source, file } of pictures) paths.set(source, await publishPicture(files, slug, file, 'picture'));
  return paths;
};

/**
 * The text as the office writes it: pictures by the address at which they are served. Markdown can name a picture in more
 * ways than are replaced here; such a text is stored as its HTML, which is Markdown as well.
 */
const withServedPictures = (markdown: string, pictures: Awaited<ReturnType<typeof pathsOfPictures>>): string => {
  const text = [...pictures].reduce(
    (before, [source, { path }]) =>
      before.replaceAll(`](${source}`, `](${path}`).replaceAll(`src="${source}"`, `src="${path}"`),
    markdown,
  );
  const served = new Set([...pictures.values()].map(({ path }) => path));
  return picturesIn(text).every(({ source }) => served.has(source)) ? text : toHtml(markdown, pictures);
};

/**
 * Publishes a Markdown file.
 * @param replace a post that has its address already
 * @throws StartError when the file or a picture is wrong, or its address is taken; then the post is as it was before
 */
export async function publishPost(db: Queries, files: FileStore, file: string, { replace = false } = {}) {
  const post = await readPost(file);
  if (!replace) await refuseTaken(db, post, file);
  const cover = post.coverFile ? await publishPicture(files, post.slug, post.coverFile, 'cover') : undefined;
  const pictures = await pathsOfPictures(files, post);
  const values = {
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt ?? null,
    author: post.author ?? null,
    coverPath: cover?.path ?? null,
    status: post.status,
    publishedAt: post.date,
    content: toHtml(post.markdown, pictures),
    markdown: withServedPictures(post.markdown, pictures),
    updatedBy: BY,
    metaTitle: post.meta_title ?? null,
    metaDescription: post.meta_description ?? null,
    metaKeywords: post.meta_keywords ?? null,
  };
  const [row] = await db
    .insert(posts)
    .values(values)
    .onConflictDoUpdate({
      target: posts.slug,
      set: { ...values, updatedAt: sql`now()`, version: sql`${posts.version} + 1` },
    })
    .returning();
  if (row) await keepRevision(db, row, BY);
  return { slug: post.slug, status: post.status, publishedAt: post.date };
}

/** Takes a post off the site; it stays as a draft. @returns false when there is none with this slug */
export async function unpublishPost(db: Queries, slug: string): Promise<boolean> {
  const [row] = await db
    .update(posts)
    .set({ status: 'draft', updatedAt: sql`now()`, version: sql`${posts.version} + 1`, updatedBy: BY })
    .where(eq(posts.slug, slug))
    .returning();
  if (row) await keepRevision(db, row, BY);
  return row !== undefined;
}
