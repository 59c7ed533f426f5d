import type { Loaded } from '@wholepage/remote-kit';
import type { BlogListItem } from 'api-wire/blog';
import type { LoadContext } from 'site/remote';
import { readList } from '../../api/guards';
import { pictureAddress } from '../../api/picture-address';
import { type PostDate, postDate } from '../../api/post-date';
import { requestBlog } from '../../api/request';
import { FRESH_SECONDS } from '../../freshness';
import { listHead } from './head';
import { pageNumber } from './page-number';
import { BLOG_PAGE_SIZE } from './page-size';

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
