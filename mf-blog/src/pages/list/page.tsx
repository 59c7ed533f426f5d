import type { PageProps } from '@wholepage/remote-kit';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Banner } from 'shared-ui/Banner';
import { LinkButton } from 'shared-ui/LinkButton';
import { Pagination } from 'shared-ui/Pagination';
import { Signpost } from 'shared-ui/Signpost';
import { definePage } from 'site/remote';
import { Notice } from '../../components/Notice/Notice';
import { PostRows } from '../../components/PostRows/PostRows';
import { Retry } from '../../components/Retry/Retry';
import { blog } from '../../content/blog';
import { FEED } from './head';
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
  const posts = data?.kind === 'posts' ? data.posts : [];
  const failed = state === 'failed' || data?.kind === 'failed';
  // Why there are no posts stands at once below the heading: in the first view of a phone, too.
  if (failed || (data && posts.length === 0))
    return (
      <Banner
        heading={banner.heading}
        action={failed ? <ListFailed url={url} onRetry={retry} /> : <NoPosts page={page} />}
      />
    );
  return (
    <>
      <Banner label={banner.label} heading={banner.heading} text={banner.text} picture={banner.picture} />
      <div className={styles.list}>
        {data ? <PostRows posts={posts} /> : <LoadingRows />}
        {pages > 1 && (
          <div className={styles.pagination}>
            <Pagination label={blog.pagination} page={page} pages={pages} href={pageHref} />
          </div>
        )}
        <p className={styles.feed}>
          {/* Beside the site: no page of ours is at its address. */}
          <a {...FEED} target="_blank" rel="noreferrer">
            {blog.feed}
          </a>
        </p>
      </div>
      <Signpost {...blog.signpost} />
    </>
  );
}

function NoPosts({ page }: { page: number }) {
  const { empty, beyond } = blog.states;
  const note = page > 1 ? beyond : empty;
  return (
    <Notice tone="plain" heading={note.heading} text={note.text}>
      {page > 1 && <LinkButton href={pageHref(1)}>{blog.firstPage}</LinkButton>}
    </Notice>
  );
}

function ListFailed({ url, onRetry }: { url: URL; onRetry(): void }) {
  return (
    <Notice tone="error" heading={blog.states.listFailed} text={blog.states.failedHint}>
      <Retry url={url} onRetry={onRetry} />
    </Notice>
  );
}

export const page = definePage<ListData>({ load: loadList, Page: ListPage });
