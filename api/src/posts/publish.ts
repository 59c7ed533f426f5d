import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isPlainFragment } from '@wholepage/composer/scan-fragment';
import { and, eq, sql } from 'drizzle-orm';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { POST_STATUSES } from '../../wire/office/posts';
import type { Db, Queries } from '../db/database';
import { posts } from '../db/tables/schema';
import { messageOf, RefusedError, StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { localTime, momentOf } from '../support/site-zone';
import { publishPicture, writePost, writeWithSizes } from './html';
import { requirePage, type Shower } from './read';
import { addPost, BY, changePost, lockAddress } from './store';

/** @throws StartError when a post has this address */
const requireFree = async (db: Queries, slug: string, file: string): Promise<void> => {
  const [there] = await db.select().from(posts).where(eq(posts.slug, slug));
  if (!there) return;
  throw new StartError(
    `At /blog/${slug} there is “${there.title}” of ${localTime(there.publishedAt).slice(0, 10)} already. To put ${file} in its place, say --replace.`,
  );
};

type ServedPictures = Map<string, Awaited<ReturnType<typeof publishPicture>>>;

/**
 * Returns the Markdown with the served addresses of its pictures. Markdown can reference a picture in more ways than
 * are replaced here; such a text is stored as its HTML, which is valid Markdown, too.
 */
const withServedPictures = async (markdown: string, html: string, pictures: ServedPictures) => {
  // Longer names first: another may be their beginning.
  const text = [...pictures]
    .sort(([one], [other]) => other.length - one.length)
    .reduce(
      (before, [source, { path }]) =>
        before.replaceAll(`](${source}`, `](${path}`).replaceAll(`src="${source}"`, `src="${path}"`),
      markdown,
    );
  return (await writePost(text)).pictures.every(({ isServed }) => isServed) ? text : html;
};

interface Publishing {
  /** Whether to replace a post at its address. */
  replace?: boolean | undefined;
  /** Has the site make its page first. */
  shower?: Shower | undefined;
}

/**
 * Publishes a Markdown file.
 * @throws StartError when the file or a picture is invalid, or its address is taken; nothing is changed then
 */
export async function publishPost(
  db: Queries,
  files: FileStore,
  file: string,
  { replace = false, shower }: Publishing = {},
) {
  const { coverFile, pictures: named, markdown: written, date: publishedAt, status, ...about } = await readPost(file);
  const {
    slug,
    meta_title: metaTitle,
    meta_description: metaDescription,
    meta_keywords: metaKeywords,
    ...rest
  } = about;
  // Checked before the pictures, which take long.
  if (!replace) await requireFree(db, slug, file);
  const cover = coverFile ? await publishPicture(files, slug, coverFile, 'cover') : undefined;
  const pictures: ServedPictures = new Map();
  for (const { source, file } of named) pictures.set(source, await publishPicture(files, slug, file, 'picture'));
  const { html } = await writePost(written, pictures);
  const meta = { metaTitle, metaDescription, metaKeywords };
  const shown = { slug, ...rest, coverPath: cover?.path ?? null, content: html, ...meta };
  const tried = shower && (await requirePage(shower, { ...shown, publishedAt: publishedAt.toISOString() }));
  const markdown = await withServedPictures(written, html, pictures);
  const values = { ...shown, status, publishedAt, markdown };
  await db.transaction(async (tx) => {
    await lockAddress(tx, slug);
    if (!replace) await requireFree(tx, slug, file);
    const [there] = await tx.select().from(posts).where(eq(posts.slug, slug)).for('update');
    if (there) await changePost(tx, there, values, BY);
    else await addPost(tx, values, BY);
  });
  return { slug, status, publishedAt, tried };
}

const date = z.union([z.string(), z.date()]).transform((value, ctx) => {
  const moment = typeof value === 'string' ? momentOf(value) : value;
  if (!moment) ctx.addIssue({ code: 'custom', message: 'must be a date such as 2026-05-31, or 2026-05-31 09:30' });
  return moment ?? new Date(0);
});
const optionalText = z
  .string()
  .trim()
  .min(1)
  .optional()
  .transform((text) => text ?? null);

const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes')
  .max(120);

const frontMatterSchema = z.strictObject({
  title: z.string().trim().min(1).max(200),
  slug: slugSchema,
  excerpt: optionalText,
  author: optionalText,
  cover: optionalText,
  date,
  status: z.enum(POST_STATUSES).default('published'),
  meta_title: optionalText,
  meta_description: optionalText,
  meta_keywords: optionalText,
});

/** A post parsed from its Markdown file, with absolute paths. */
interface ParsedPost extends Omit<z.output<typeof frontMatterSchema>, 'cover'> {
  coverFile: string | undefined;
  markdown: string;
  /** Pictures by their name in the text, with their files. */
  pictures: { source: string; file: string }[];
}

const unescaped = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

const pictureFile = (file: string, source: string, alt: string): string => {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(source))
    throw new StartError(`${file} shows a picture of another place (${source.slice(0, 100)}); put it beside the post.`);
  if (alt.trim() === '')
    throw new StartError(`${file} does not say what the picture ${source} shows; write ![what it shows](${source}).`);
  const folder = path.dirname(file);
  // Markdown escapes addresses; a name that cannot be unescaped is no file.
  const name = unescaped(source);
  const beside = path.resolve(folder, name.replace(/^\/covers\//, '../covers/'));
  return existsSync(beside) ? beside : path.resolve(folder, '..', 'covers', path.basename(beside));
};

/**
 * Parses a post's file: front matter between two lines of dashes, then Markdown. The cover is relative to `../covers`,
 * pictures of the text are relative to the post. Without a slug, the file's name is used.
 * @throws StartError that names the file and what is wrong with it
 */
export async function readPost(file: string): Promise<ParsedPost> {
  let source: string;
  try {
    source = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read (${messageOf(error)}).`);
  }
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source);
  if (!match) throw new StartError(`${file} must begin with front matter between two lines of three dashes.`);
  let matter: unknown;
  try {
    matter = parseYaml(match[1] ?? '');
  } catch (error) {
    throw new StartError(`The front matter of ${file} is not YAML (${messageOf(error)}).`);
  }
  // Without a slug the file's name is the address.
  const slug = path.basename(file, path.extname(file));
  const parsed = frontMatterSchema.safeParse(
    matter !== null && typeof matter === 'object' ? { slug, ...matter } : matter,
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(
      `The front matter of ${file} is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message}.`,
    );
  }
  const { cover, ...rest } = parsed.data;
  const markdown = match[2] ?? '';
  const { embed, pictures } = await writePost(markdown).catch((error: unknown) => {
    throw error instanceof RefusedError ? new StartError(`${file}: ${error.message}`) : error;
  });
  if (embed) throw new StartError(`${file} holds <${embed}>, which posts do not show; write a link to it.`);
  return {
    ...rest,
    coverFile: cover ? path.resolve(path.dirname(file), '..', 'covers', cover) : undefined,
    markdown,
    pictures: pictures.map(({ source, alt }) => ({ source, file: pictureFile(file, source, alt) })),
  };
}

/** Author of corrections by the program. */
const MENDER = 'the site';

/**
 * Rewrites posts of earlier programs whose HTML the composer's check may refuse. A post that no page can show becomes a
 * draft, which the office's list shows.
 */
export async function mendPosts(db: Db, files: FileStore, onTrouble: (text: string) => void): Promise<void> {
  const shown = await db.select().from(posts).where(eq(posts.status, 'published'));
  for (const { id, version, slug, content, markdown } of shown) {
    if (isPlainFragment(content)) continue;
    const written = await writeWithSizes(files, markdown ?? content).catch((error: unknown) => {
      if (error instanceof RefusedError) return undefined;
      throw error;
    });
    await db.transaction(async (tx) => {
      const isAsRead = and(eq(posts.id, id), eq(posts.version, version));
      const [row] = await tx.select().from(posts).where(isAsRead).for('update');
      if (row && written) await tx.update(posts).set({ content: written.html }).where(isAsRead);
      else if (row) await changePost(tx, row, { status: 'draft' }, MENDER);
    });
    if (!written)
      onTrouble(`The post /blog/${slug} is a draft now: no page can show its HTML. Simplify it in the office.`);
  }
}

/** Advisory lock, so that concurrent first starts do not publish the samples twice. */
const SAMPLES_LOCK = 7_301_004;

/**
 * Publishes the sample posts on a site without any post. An invalid sample is logged and skipped, so that the site starts.
 * @returns number of published posts
 */
export async function publishSamples(
  db: Db,
  files: FileStore,
  folder: string,
  onTrouble: (text: string) => void,
): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md')).sort();
  if (names.length === 0) return 0;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SAMPLES_LOCK})`);
    if ((await tx.$count(posts)) > 0) return 0;
    let published = 0;
    for (const name of names) {
      try {
        await publishPost(tx, files, path.join(folder, name));
        published += 1;
      } catch (error) {
        onTrouble(`A sample post was left out: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return published;
  });
}
