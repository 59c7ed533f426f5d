import path from 'node:path';
import { stringify } from 'yaml';
import type { posts } from '../db/tables/schema';

type Post = typeof posts.$inferSelect;

/** A blank line would end the HTML for Markdown, which it may not within a `pre`. */
const withoutBlankLines = (html: string): string => html.replaceAll(/(?<=\n)\n/g, '&#10;');

/** What {@link readPost} reads back as the same post: HTML is Markdown, too. */
export function written({
  coverPath,
  publishedAt,
  content,
  metaTitle,
  metaDescription,
  metaKeywords,
  ...post
}: Post): string {
  const matter = {
    title: post.title,
    slug: post.slug,
    date: publishedAt.toISOString(),
    status: post.status,
    ...(post.excerpt && { excerpt: post.excerpt }),
    ...(post.author && { author: post.author }),
    ...(coverPath && { cover: path.basename(coverPath) }),
    ...(metaTitle && { meta_title: metaTitle }),
    ...(metaDescription && { meta_description: metaDescription }),
    ...(metaKeywords && { meta_keywords: metaKeywords }),
  };
  return `---\n${stringify(matter)}---\n${post.markdown ?? withoutBlankLines(content)}\n`;
}
