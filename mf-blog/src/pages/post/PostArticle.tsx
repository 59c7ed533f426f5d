import { Breadcrumbs } from 'shared-ui/Breadcrumbs';
import { Byline } from '../../components/Byline/Byline';
import { Ending } from '../../components/Ending/Ending';
import { LatestPosts } from '../../components/LatestPosts/LatestPosts';
import { PostBody } from '../../components/PostBody/PostBody';
import { Swatch } from '../../components/Swatch/Swatch';
import { weaveOf } from '../../components/Swatch/weave';
import { blog } from '../../content/blog';
import { LIST_PATH } from '../list/page-number';
import type { ShownPost } from './load';
import styles from './PostArticle.module.css';

export interface PostArticleProps {
  post: ShownPost;
  slug: string;
}

/** A post: its cover and title on the pattern table, its text on white cloth, the sidebar beside it. */
export function PostArticle({ post, slug }: PostArticleProps) {
  const title = post.title || blog.untitled;
  return (
    <div className={styles.page}>
      <article className={styles.article}>
        <div className={styles.head}>
          <div className={styles.words}>
            <div className={styles.crumbs}>
              <Breadcrumbs
                items={[{ label: 'Home', href: '/' }, { label: 'Blog', href: LIST_PATH }, { label: title }]}
              />
            </div>
            <h1 className={styles.title}>{title}</h1>
            <Byline author={post.author} date={post.date} />
          </div>
          <div className={styles.cover}>
            <Swatch weave={weaveOf(slug)} title={title} picture={post.picture} cut="sheet" priority />
          </div>
        </div>
        <div className={styles.text} data-ground="cloth">
          <div className={styles.grain} aria-hidden="true" />
          <div className={styles.body}>
            <PostBody html={post.html} />
            <Ending title={title} slug={slug} />
            <p className={styles.back}>
              <a href={LIST_PATH}>{blog.back}</a>
            </p>
          </div>
        </div>
      </article>
      <div className={styles.side}>
        <LatestPosts current={slug} />
      </div>
    </div>
  );
}
