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
import { pageHref } from './page-number';

function ListPage({ state, data, url, retry }: PageProps<ListData>) {
  const { banner } = blog;
  return (
    <>
      <Banner label={banner.label} heading={banner.heading} text={banner.text} picture={banner.picture} />
      <div className={styles.list}>
        {state === 'loading' && <LoadingRows />}
        {(state === 'failed' || data?.kind === 'failed') && <ListFailed url={url} onRetry={retry} />}
        {data?.kind === 'posts' && <Posts data={data} />}
      </div>
    </>
  );
}

function Posts({ data: { posts, page, pages } }: { data: Extract<ListData, { kind: 'posts' }> }) {
  if (posts.length === 0) return <NoPosts page={page} />;
  return (
    <>
      <PostRows posts={posts} />
      {pages > 1 && (
        <div className={styles.pagination}>
          <Pagination label={blog.pagination} page={page} pages={pages} href={pageHref} />
        </div>
      )}
    </>
  );
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
