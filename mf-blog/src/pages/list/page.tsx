import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { definePage, type PageProps } from 'remote-kit';
import { Banner } from 'shared-ui/Banner';
import { LinkButton } from 'shared-ui/LinkButton';
import { Pagination } from 'shared-ui/Pagination';
import { Notice } from '../../components/Notice/Notice';
import { PostRows } from '../../components/PostRows/PostRows';
import { Retry } from '../../components/Retry/Retry';
import { blog } from '../../content/blog';
import { LoadingRows } from './LoadingRows';
import { type ListData, loadList } from './load';
import styles from './page.module.css';
import { pageHref, pageNumber } from './page-number';

function ListPage({ state, data, url, retry }: PageProps<ListData>) {
  const { banner } = blog;
  const [pages, setPages] = useState(1);
  const [query] = useSearchParams();
  const page = pageNumber(query);
  const found = data?.kind === 'posts' ? data.pages : pages;
  // Known from the page before while the next one is on its way: what has the focus stays where it is.
  if (found !== pages) setPages(found);
  return (
    <>
      <Banner label={banner.label} heading={banner.heading} text={banner.text} picture={banner.picture} />
      <div className={styles.list}>
        {state === 'loading' && <LoadingRows />}
        {(state === 'failed' || data?.kind === 'failed') && <ListFailed url={url} onRetry={retry} />}
        {data?.kind === 'posts' && <Posts data={data} />}
        {pages > 1 && (data?.kind === 'posts' ? data.posts.length > 0 : state === 'loading') && (
          <div className={styles.pagination}>
            <Pagination label={blog.pagination} page={page} pages={pages} href={pageHref} />
          </div>
        )}
      </div>
    </>
  );
}

function Posts({ data: { posts, page } }: { data: Extract<ListData, { kind: 'posts' }> }) {
  return posts.length === 0 ? <NoPosts page={page} /> : <PostRows posts={posts} />;
}

function NoPosts({ page }: { page: number }) {
  const { empty, beyond } = blog.states;
  const note = page > 1 ? beyond : empty;
  return (
    <div className={styles.notice}>
      <Notice tone="plain" heading={note.heading} text={note.text}>
        {page > 1 && <LinkButton href={pageHref(1)}>{blog.firstPage}</LinkButton>}
      </Notice>
    </div>
  );
}

function ListFailed({ url, onRetry }: { url: URL; onRetry(): void }) {
  return (
    <div className={styles.notice}>
      <Notice tone="error" heading={blog.states.listFailed} text={blog.states.failedHint}>
        <Retry url={url} onRetry={onRetry} />
      </Notice>
    </div>
  );
}

export const page = definePage<ListData>({ load: loadList, Page: ListPage });
