import type { RenderFile, Sitemap } from '@wholepage/contracts/render';
import { BLOG_PAGE_SIZE_MAX, type BlogListItem } from 'api-wire/blog';
import type { PublicConfig } from 'site/config';
import { postDate, readList, requestBlog } from './api/answers';
import { blog } from './content/blog';

/** Most posts in the feed. Readers poll every hour: they have the older posts, or never wanted them. */
const POSTS = 20;

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
/** Escapes text for XML, which allows no control characters and no noncharacters. */
const xml = (text: string): string =>
  text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ').replace(/[<>&"]/g, (character) => ENTITIES[character] ?? character);

const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`;

/** Makes a post's entry; none for a post without a date, because readers order by it. */
function entry({ title, slug, excerpt, author, created_at, date }: BlogListItem, origin: string) {
  const day = postDate(created_at || date)?.iso;
  if (!day) return [];
  const address = `${origin}/blog/${encodeURIComponent(slug)}`;
  const moment = `${day}T00:00:00Z`;
  const lines = [
    '<entry>',
    element('id', address),
    element('title', title),
    `<link rel="alternate" type="text/html" href="${xml(address)}"/>`,
    element('published', moment),
    element('updated', moment),
    `<author>${element('name', author?.trim() || blog.author.post)}</author>`,
    ...(excerpt ? [element('summary', excerpt)] : []),
    '</entry>',
  ];
  return [{ moment, text: lines.join('\n') }];
}

/**
 * Renders the newest posts as an Atom feed (RFC 4287).
 * @throws BlogRequestError when the blog host does not answer; the composer then keeps serving the last feed
 */
export const renderFile: RenderFile<PublicConfig> = async (request) => {
  const { siteOrigin, site } = request.config;
  const query = { page: '1', limit: String(POSTS) };
  const list = readList(await requestBlog(request, 'api_blog_list.php', query));
  if (!list) throw new Error('The blog host answered something that is not a list.');
  const entries = list.data.flatMap((item) => entry(item, siteOrigin));
  const moments = entries.map(({ moment }) => moment).sort();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(site.language)}">`,
    element('id', `${siteOrigin}/blog`),
    element('title', `${blog.banner.heading}, ${site.name}`),
    element('subtitle', blog.meta.description),
    element('updated', moments.at(-1) ?? '1970-01-01T00:00:00Z'),
    `<link rel="self" type="application/atom+xml" href="${xml(siteOrigin)}/blog/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${xml(siteOrigin)}/blog"/>`,
    ...entries.map(({ text }) => text),
    '</feed>',
    '',
  ].join('\n');
};

/** Most calls that the composer allows a sitemap: 3,200 posts. */
const PAGES_LIMIT = 64;

/**
 * Lists the paths of all published posts.
 * @throws BlogRequestError when the host does not answer, because half a list would remove posts from search engines
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
