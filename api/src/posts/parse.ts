import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { messageOf, StartError } from '../errors';
import { momentOf } from '../support/site-zone';
import { embedIn, picturesIn } from './html';

const date = z.union([z.string(), z.date()]).transform((value, ctx) => {
  const moment = typeof value === 'string' ? momentOf(value) : value;
  if (!moment) ctx.addIssue({ code: 'custom', message: 'must be a date such as 2026-05-31, or 2026-05-31 09:30' });
  return moment ?? new Date(0);
});
const optionalText = z.string().trim().min(1).optional();

/** The address of a post. */
export const slugSchema = z
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
  status: z.enum(['published', 'draft']).default('published'),
  meta_title: optionalText,
  meta_description: optionalText,
  meta_keywords: optionalText,
});

/** A post as its Markdown file tells. Files are absolute. */
export interface ParsedPost extends Omit<z.output<typeof frontMatterSchema>, 'cover'> {
  coverFile: string | undefined;
  markdown: string;
  /** Pictures of the text: the name that the text gives each, and its file. */
  pictures: { source: string; file: string }[];
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const unescaped = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

const pictureFile = async (file: string, source: string, alt: string): Promise<string> => {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(source))
    throw new StartError(`${file} shows a picture of another place (${source.slice(0, 100)}); put it beside the post.`);
  if (alt.trim() === '')
    throw new StartError(`${file} does not say what the picture ${source} shows; write ![what it shows](${source}).`);
  const folder = path.dirname(file);
  // Markdown escapes addresses; a name that cannot be read again is that of no file.
  const name = unescaped(source);
  const beside = path.resolve(folder, name.replace(/^\/covers\//, '../covers/'));
  return (await exists(beside)) ? beside : path.resolve(folder, '..', 'covers', path.basename(beside));
};

/**
 * Reads a post: front matter between two lines of dashes, then Markdown. The cover is named relative to `../covers`, a
 * picture of the text relative to the post. A post without a slug takes the name of its file.
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
  const embed = embedIn(markdown);
  if (embed) throw new StartError(`${file} holds <${embed}>, which posts do not show; write a link to it.`);
  const named = picturesIn(markdown);
  return {
    ...rest,
    coverFile: cover ? path.resolve(path.dirname(file), '..', 'covers', cover) : undefined,
    markdown,
    pictures: await Promise.all(
      named.map(async (picture) => ({
        source: picture.source,
        file: await pictureFile(file, picture.source, picture.alt),
      })),
    ),
  };
}
