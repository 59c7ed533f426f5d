import type { Sitemap } from '@wholepage/contracts/render';
import { BLOG_PAGE_SIZE_MAX } from 'api-wire/blog';
import type { PublicConfig } from 'site/config';
import { readList } from './api/guards';
import { requestBlog } from './api/request';

const PAGES_LIMIT = 40;

/**
 * Addresses of all published posts.
 * @throws BlogRequestError when the host does not answer: half a list would take posts out of the search engines
 */
export const sitemap: Sitemap<PublicConfig> = async (request) => {
  const paths: string[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_LIMIT); page += 1) {
    const query = { page: String(page), limit: String(BLOG_PAGE_SIZE_MAX) };
    const list = readList(await requestBlog(request, 'api_blog_list.php', query));
    if (!list) throw new Error('The blog host answered something that is not a list.');
    pages = list.total_pages;
    paths.push(...list.data.map(({ slug }) => `/blog/${encodeURIComponent(slug)}`));
  }
  return paths;
};
