import { defineFragment } from 'site/fragment';
import { FRESH_SECONDS, readList, requestBlog } from '../../api/answers';
import { blog } from '../../content/blog';
import { endingOf } from '../../pages/post/page';
import type { LatestPostProps } from '../props';
import styles from './LatestPost.module.css';

interface FittingPost {
  slug: string;
  title: string;
  excerpt: string;
}

/** Null when no recent post is about the page. */
type LatestPostData = FittingPost | null;

type BlogAccess = Parameters<typeof requestBlog>[0];

/** Posts in one request for the list, and the most requests of a fragment. */
const AT_ONCE = '50';
const MOST_LISTS = 4;

function LatestPost({ data }: { props: LatestPostProps; data: LatestPostData }) {
  if (!data) return null;
  return (
    <aside className={styles.post} data-unprinted aria-label={blog.fragment.label}>
      <p className={styles.label}>{blog.fragment.label}</p>
      <p className={styles.title}>
        <a href={`/blog/${encodeURIComponent(data.slug)}`}>{data.title}</a>
      </p>
      {data.excerpt && <p className={styles.text}>{data.excerpt}</p>}
    </aside>
  );
}

async function latestFitting(path: string, context: BlogAccess): Promise<LatestPostData> {
  for (let page = 1, last = 1; page <= Math.min(last, MOST_LISTS); page += 1) {
    const list = readList(await requestBlog(context, 'api_blog_list.php', { page: String(page), limit: AT_ONCE }));
    const fits = list?.data.find(({ title, slug }) => endingOf(title, slug)?.href === path);
    if (fits) return { slug: fits.slug, title: fits.title, excerpt: fits.excerpt ?? '' };
    last = list?.total_pages ?? 1;
  }
  return null;
}

/** The latest post about another team's page. */
export const fragment = defineFragment<LatestPostProps, LatestPostData>({
  async load({ props: { path }, ...context }) {
    return { data: await latestFitting(path, context), maxAge: FRESH_SECONDS };
  },
  Component: LatestPost,
});
