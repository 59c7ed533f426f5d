import { defineFragment } from 'site/fragment';
import { readList } from '../../api/guards';
import { requestBlog } from '../../api/request';
import { endingOf } from '../../components/Ending/ending-of';
import { blog } from '../../content/blog';
import { FRESH_SECONDS } from '../../freshness';
import type { LatestPostProps } from '../props';
import styles from './LatestPost.module.css';

interface FittingPost {
  slug: string;
  title: string;
  excerpt: string;
}

/** Null when no recent post fits. */
type LatestPostData = FittingPost | null;

/** As many posts as a page of the list has: older ones are no news. */
const RECENT = '9';

function LatestPost({ data }: { props: LatestPostProps; data: LatestPostData }) {
  if (!data) return null;
  return (
    <aside className={styles.post} aria-label={blog.fragment.label}>
      <p className={styles.label}>{blog.fragment.label}</p>
      <p className={styles.title}>
        <a href={`/blog/${data.slug}`}>{data.title}</a>
      </p>
      {data.excerpt && <p className={styles.text}>{data.excerpt}</p>}
    </aside>
  );
}

/** The latest post that speaks of a page of another team. */
export const fragment = defineFragment<LatestPostProps, LatestPostData>({
  async load({ props: { path }, ...context }) {
    const list = readList(await requestBlog(context, 'api_blog_list.php', { page: '1', limit: RECENT }));
    const fits = list?.data.find(({ title, slug }) => endingOf(title, slug)?.href === path);
    return {
      data: fits ? { slug: fits.slug, title: fits.title, excerpt: fits.excerpt ?? '' } : null,
      maxAge: FRESH_SECONDS,
    };
  },
  Component: LatestPost,
});
