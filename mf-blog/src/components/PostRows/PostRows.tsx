import { arrangeRows } from '../../pages/list/arrange-rows';
import type { ListedPost } from '../../pages/list/load';
import { PostCard } from '../PostCard/PostCard';
import { weavesOf } from '../Swatch/weave';
import styles from './PostRows.module.css';

export interface PostRowsProps {
  posts: readonly ListedPost[];
}

/** The posts of a page in rows of three whose layouts alternate. */
export function PostRows({ posts }: PostRowsProps) {
  const weaves = weavesOf(posts.map(({ slug }) => slug));
  return arrangeRows(posts).map((row, number) => (
    <ul
      key={row.posts[0]?.post.slug ?? number}
      className={styles.row}
      data-layout={row.layout}
      data-count={row.posts.length}
      data-ground={row.layout === 'large-last' ? 'cloth' : undefined}
    >
      {row.posts.map(({ post, size }, place) => (
        <li key={post.slug} className={styles.place} data-size={size}>
          <PostCard
            post={post}
            size={size}
            weave={weaves[posts.indexOf(post)] ?? 'twill'}
            priority={number === 0 && place === 0}
          />
        </li>
      ))}
    </ul>
  ));
}
