import { blog } from '../../content/blog';
import type { ListedPost } from '../../pages/list/load';
import { Byline } from '../Byline/Byline';
import { Swatch } from '../Swatch/Swatch';
import type { Weave } from '../Swatch/weave';
import styles from './PostCard.module.css';

export interface PostCardProps {
  post: ListedPost;
  /** `large` leads its row; `small` lies beside it. */
  size: 'large' | 'small';
  /** Its cloth, where it has no picture. */
  weave: Weave;
  /** The page's first picture. */
  priority?: boolean;
}

/** A post in the list. All of the card is its link. */
export function PostCard({ post, size, weave, priority = false }: PostCardProps) {
  return (
    <article className={styles.card} data-size={size}>
      <div className={styles.swatch}>
        <Swatch
          weave={weave}
          title={post.title}
          picture={post.picture}
          cut={size === 'large' ? 'wide' : 'square'}
          priority={priority}
        />
      </div>
      <div className={styles.words}>
        <Byline author={post.author || blog.author.list} date={post.date} />
        <h2 className={styles.title}>
          <a className={styles.link} href={`/blog/${encodeURIComponent(post.slug)}`}>
            {post.title}
          </a>
        </h2>
        {post.excerpt && <p className={styles.excerpt}>{post.excerpt}</p>}
      </div>
    </article>
  );
}
