import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { messageOf, StartError } from '../errors';

const date = z.union([z.string(), z.date()]).transform((value, ctx) => {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) ctx.addIssue({ code: 'custom', message: 'must be a date such as 2026-05-31' });
  return moment;
});
const optionalText = z.string().trim().min(1).optional();

const frontMatterSchema = z.strictObject({
  title: z.string().trim().min(1).max(200),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes')
    .max(120),
  excerpt: optionalText,
  author: optionalText,
  cover: optionalText,
  date,
  status: z.enum(['published', 'draft']).default('published'),
  meta_title: optionalText,
  meta_description: optionalText,
  meta_keywords: optionalText,
});

/** A post as its Markdown file tells. `coverFile` is absolute, `content` sanitised HTML. */
export interface ParsedPost extends Omit<z.output<typeof frontMatterSchema>, 'cover'> {
  coverFile: string | undefined;
  content: string;
}

const SANITIZE: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'ul',
    'ol',
    'li',
    'blockquote',
    'strong',
    'em',
    'del',
    'code',
    'pre',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'figure',
    'figcaption',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel'], th: ['scope', 'align'], td: ['align'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // The page's title is its h1; a post must not bring a second one.
  transformTags: {
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, ...(/^https?:/.test(attribs.href ?? '') && { rel: 'noopener' }) },
    }),
  },
};

/** Markdown to HTML that is safe to put into a page as it is. */
export const toHtml = (markdown: string): string =>
  sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), SANITIZE).trim();

/**
 * Reads a post: front matter between two lines of dashes, then Markdown. The cover is named relative to `../covers`;
 * a post without a slug takes the name of its file.
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
  return {
    ...rest,
    coverFile: cover ? path.resolve(path.dirname(file), '..', 'covers', cover) : undefined,
    content: toHtml(match[2] ?? ''),
  };
}
