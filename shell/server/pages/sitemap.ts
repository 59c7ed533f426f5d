import { BLOG_PAGE_SIZE_MAX, blogListResponseSchema } from 'contracts/blog';
import type { ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import { escapeHtml } from './html';

const MAX_BLOG_PAGES = 40;
const TIMEOUT_MS = 3_000;

/** Addresses of all published posts; fewer when the blog's host does not answer. */
async function postPaths(blogApi: string): Promise<string[]> {
  const paths: string[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_BLOG_PAGES); page += 1) {
    const address = `${blogApi}/formdata/api_blog_list.php?page=${page}&limit=${BLOG_PAGE_SIZE_MAX}`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const list = blogListResponseSchema.parse(await response.json());
    pages = list.total_pages;
    paths.push(...list.data.map(({ slug }) => `/blog/${encodeURIComponent(slug)}`));
  }
  return paths;
}

/** `sitemap.xml` from the releases' routes and the blog. */
export async function sitemap(set: ReleaseSet, settings: Settings): Promise<string> {
  const blogApi = settings.BLOG_HOST.startsWith('http') ? settings.BLOG_HOST : settings.apiOrigin;
  const routes = Object.values(set.apps).flatMap(({ manifest }) => manifest.routes);
  const posts = await postPaths(blogApi).catch(() => []);
  const urls = [...routes.flatMap((route) => route.sitemap), ...posts].map(
    (path) => `<url><loc>${escapeHtml(settings.siteOrigin + path)}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

export const robots = ({ siteOrigin }: Settings): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /_standalone/\nSitemap: ${siteOrigin}/sitemap.xml\n`;
