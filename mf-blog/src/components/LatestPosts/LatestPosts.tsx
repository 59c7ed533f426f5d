import { useId } from 'react';
import { blog } from '../../content/blog';
import styles from './LatestPosts.module.css';

/** The sidebar of a post: three fixed titles on a care label. That of the post itself leads nowhere. */
export function LatestPosts({ current }: { current: string }) {
  const { heading, posts } = blog.latest;
  const id = useId();
  return (
    <aside className={styles.latest} aria-labelledby={id} data-ground="sheet">
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <ol className={styles.list}>
        {posts.map(({ title, slug }) => (
          <li key={title} className={styles.item}>
            {slug && slug !== current ? (
              <a className={styles.link} href={`/blog/${slug}`}>
                {title}
              </a>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </aside>
  );
}
