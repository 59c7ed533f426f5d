import type { HeadInput } from '@wholepage/contracts/head';
import { breadcrumbList } from 'site/json-ld';
import { clip } from '../../clip';
import { blog } from '../../content/blog';
import type { ListedPost } from './load';
import { pageHref } from './page-number';

/** The list for programs: see `files` of `routes.tsx`. */
export const FEED = { type: 'application/atom+xml', href: '/blog/feed.xml' };

/** What the list says about itself. */
export function listHead(posts: readonly ListedPost[], page: number): HeadInput {
  const { title, description, keywords } = blog.meta;
  return {
    title: page > 1 ? `${title} – page ${page}` : title,
    description,
    keywords,
    canonical: pageHref(page),
    image: blog.banner.picture.src,
    alternates: [FEED],
    jsonLd: [
      {
        '@type': 'Blog',
        name: blog.banner.heading,
        url: '/blog',
        blogPost: posts.map((post) => ({
          '@type': 'BlogPosting',
          headline: clip(post.title, 110),
          url: `/blog/${encodeURIComponent(post.slug)}`,
          ...(post.date && { datePublished: post.date.iso }),
        })),
      },
      breadcrumbList({ label: 'Blog', href: '/blog' }),
    ],
  };
}
