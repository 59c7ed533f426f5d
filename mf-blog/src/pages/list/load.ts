import type { HeadInput } from '@wholepage/contracts/head';
import type { Loaded } from '@wholepage/remote-kit';
import type { BlogListItem, BLOG_PAGE_SIZE as SharedSize } from 'api-wire/blog';
import { breadcrumbList } from 'site/json-ld';
import type { LoadContext } from 'site/remote';
import { readList, requestBlog } from '../../api/answers';
import { clip, type PostDate, pictureAddress, postDate } from '../../api/fields';
import { blog } from '../../content/blog';
import { FRESH_SECONDS } from '../../freshness';
import { pageHref, pageNumber } from './page-number';

/** What a card shows of a post. */
export interface ListedPost {
  slug: string;
  title: string;
  excerpt: string;
  /** As the blog host names them; empty when it does not. */
  author: string;
  date?: PostDate;
  picture?: string;
}

export type ListData =
  | { kind: 'posts'; posts: ListedPost[]; page: number; pages: number }
  | { kind: 'failed'; page: number };

const listed = (item: BlogListItem, blogHost: string): ListedPost => {
  const date = postDate(item.created_at ?? item.date);
  const picture = pictureAddress(item, blogHost);
  return {
    slug: item.slug,
    title: item.title,
    excerpt: item.excerpt ?? '',
    author: item.author?.trim() ?? '',
    ...(date && { date }),
    ...(picture && { picture }),
  };
};

/** One page of the list. A host that fails is data too, so that the page says so without scripts. */
export async function loadList(context: LoadContext): Promise<Loaded<ListData>> {
  const page = pageNumber(context.url.searchParams);
  const answer = await requestBlog(context, 'api_blog_list.php', { page: String(page), limit: String(BLOG_PAGE_SIZE) })
    .then(readList)
    .catch((error: unknown) => {
      if (context.signal.aborted) throw error;
      return undefined;
    });
  if (!answer)
    return { status: 503, maxAge: 0, head: { ...listHead([], page), noindex: true }, data: { kind: 'failed', page } };
  const posts = answer.data.map((item) => listed(item, context.config.hosts.blog));
  const beyond = posts.length === 0 && page > 1;
  return {
    status: beyond ? 404 : 200,
    maxAge: FRESH_SECONDS,
    head: { ...listHead(posts, page), noindex: beyond },
    data: { kind: 'posts', posts, page, pages: answer.total_pages },
  };
}

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

/** Posts on a page. Said again here, checked by its type: importing the value would bring the schemas along. */
const BLOG_PAGE_SIZE: typeof SharedSize = 9;
