import type { HeadInput } from '@wholepage/contracts/head';
import type { BlogPost } from 'api-wire/blog';
import { breadcrumbList } from 'site/json-ld';
import { clip } from '../../clip';
import { blog } from '../../content/blog';
import type { ShownPost } from './load';

/** The address of a post. */
export const postPath = (slug: string): string => clip(`/blog/${encodeURIComponent(slug)}`, 2048);

/** The title falls back to the post's and then to 'Blog', the description to the excerpt and then to nothing. */
export function postHead(
  post: BlogPost,
  { title, author, date, picture }: ShownPost,
  slug: string,
  publisher: string,
): HeadInput {
  const description = clip(post.meta_description || post.excerpt || '', 1000);
  const image = picture && picture.length <= 2048 ? picture : undefined;
  return {
    title: clip(post.meta_title || title || blog.untitled, 300),
    description,
    keywords: clip(post.meta_keywords ?? '', 1000),
    canonical: postPath(slug),
    ogType: 'article',
    ...(image && { image }),
    jsonLd: [
      {
        '@type': 'BlogPosting',
        headline: clip(title || blog.untitled, 110),
        description,
        author: { '@type': 'Person', name: clip(author, 120) },
        publisher: { '@type': 'Organization', name: publisher, url: '/' },
        url: postPath(slug),
        ...(date && { datePublished: date.iso }),
        ...(image && { image }),
      },
      breadcrumbList(
        { label: 'Blog', href: '/blog' },
        { label: clip(title || blog.untitled, 300), href: postPath(slug) },
      ),
    ],
  };
}

/** Head of a post that cannot be shown. */
export const absentHead = (title: string, slug: string): HeadInput => ({
  title,
  canonical: slug ? postPath(slug) : '/blog',
  noindex: true,
});
