import type { HeadInput } from '@wholepage/contracts/head';
import type { Loaded, PageProps } from '@wholepage/remote-kit';
import type { BlogListItem, BLOG_PAGE_SIZE as SharedSize } from 'api-wire/blog';
import { useState } from 'react';
import { Banner } from 'shared-ui/Banner';
import { LinkButton } from 'shared-ui/LinkButton';
import { Pagination } from 'shared-ui/Pagination';
import { Signpost } from 'shared-ui/Signpost';
import { Skeleton } from 'shared-ui/Skeleton';
import { breadcrumbList } from 'site/page-head';
import { definePage, type LoadContext } from 'site/remote';
import { clip, FRESH_SECONDS, type PostDate, pictureAddress, postDate, readList, requestBlog } from '../../api/answers';
import { Byline, Loading, Notice, Retry, Swatch, type Weave, weavesOf } from '../../components/parts';
import { blog, LIST_PATH } from '../../content/blog';
import styles from './list.module.css';

export const page = definePage<ListData>({ load: loadList, Page: ListPage });

/** Data of a post's card. */
export interface ListedPost {
  slug: string;
  title: string;
  excerpt: string;
  /** The author's name from the blog host; empty without one. */
  author: string;
  date?: PostDate;
  picture?: string;
}

export type ListData =
  | { kind: 'posts'; posts: ListedPost[]; page: number; pages: number }
  | { kind: 'failed'; page: number };

const listed = (item: BlogListItem, blogHost: string): ListedPost => {
  const date = postDate(item.created_at || item.date);
  const picture = pictureAddress(item, blogHost);
  return {
    slug: item.slug,
    title: item.title,
    excerpt: item.excerpt ?? '',
    author: item.author?.trim() ?? '',
    ...(date && { date }),
    ...(picture && { picture }),
  };
};

/** Loads one page of the list. A failure of the host is data, too, so that the page reports it without scripts. */
export async function loadList(context: LoadContext): Promise<Loaded<ListData>> {
  const page = pageNumber(context.url.searchParams);
  const answer = await requestBlog(context, 'api_blog_list.php', { page: String(page), limit: String(BLOG_PAGE_SIZE) })
    .then(readList)
    .catch((error: unknown) => {
      if (context.signal.aborted) throw error;
      return undefined;
    });
  if (!answer)
    return { status: 503, maxAge: 0, head: { ...listHead([], page), noindex: true }, data: { kind: 'failed', page } };
  const posts = answer.data.map((item) => listed(item, context.config.hosts.blog));
  const beyond = posts.length === 0 && page > 1;
  return {
    status: beyond ? 404 : 200,
    // There is no end of addresses that no page links to: cached, they would evict other pages from memory.
    maxAge: pageHref(page) === context.url.pathname + context.url.search ? FRESH_SECONDS : 0,
    head: { ...listHead(posts, page), noindex: beyond },
    data: { kind: 'posts', posts, page, pages: answer.total_pages },
  };
}

/** The list as a feed: see `files` of `routes.tsx`. */
export const FEED = { type: 'application/atom+xml', href: '/blog/feed.xml' };

export function listHead(posts: readonly ListedPost[], page: number): HeadInput {
  const { title, description, keywords } = blog.meta;
  return {
    title: page > 1 ? `${title} – page ${page}` : title,
    description,
    keywords,
    canonical: pageHref(page),
    image: blog.banner.picture.src,
    alternates: [FEED],
    jsonLd: [
      {
        '@type': 'Blog',
        name: blog.banner.heading,
        url: '/blog',
        blogPost: posts.map((post) => ({
          '@type': 'BlogPosting',
          headline: clip(post.title, 110),
          url: `/blog/${encodeURIComponent(post.slug)}`,
          ...(post.date && { datePublished: post.date.iso }),
        })),
      },
      breadcrumbList({ label: 'Blog', href: '/blog' }),
    ],
  };
}

/** Posts on a page. The type checks this copy of the value: importing the value itself would bundle the schemas. */
const BLOG_PAGE_SIZE: typeof SharedSize = 9;

/** Returns the number in `?page=N`; 1 without a valid one. */
export function pageNumber(query: URLSearchParams): number {
  const value = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

export const pageHref = (page: number): string => (page > 1 ? `${LIST_PATH}?page=${page}` : LIST_PATH);

function ListPage({ state, data, url, retry }: PageProps<ListData>) {
  const { banner } = blog;
  const [pages, setPages] = useState(1);
  const page = pageNumber(url.searchParams);
  const found = data?.kind === 'posts' ? data.pages : pages;
  // While the next page loads, the previous page's count is used: the pagination stays, and keeps the focus.
  if (found !== pages) setPages(found);
  const posts = data?.kind === 'posts' ? data.posts : [];
  const failed = state === 'failed' || data?.kind === 'failed';
  // The reason for missing posts stands directly below the heading, in the first view of a phone, too.
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
          {/* The feed opens in a new tab, because it is no page of the site. */}
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

/** The posts of a page in rows of three whose layouts alternate. */
function PostRows({ posts }: { posts: readonly ListedPost[] }) {
  const weaves = weavesOf(posts.map(({ slug }) => slug));
  return arrangeRows(posts).map((row, number) => (
    <ul
      key={row.posts[0]?.post.slug ?? number}
      className={styles.row}
      data-layout={row.layout}
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

const POSTS_PER_ROW = 3;

/** A row of the list: one large post and two small ones, the large one first or last. */
interface Row<Post> {
  layout: 'large-first' | 'large-last';
  posts: { post: Post; size: 'large' | 'small' }[];
}

/** Puts posts into rows of three whose layouts alternate, in reading order. A short last row keeps its large post. */
export function arrangeRows<Post>(posts: readonly Post[]): Row<Post>[] {
  const rows: Row<Post>[] = [];
  for (let start = 0; start < posts.length; start += POSTS_PER_ROW) {
    const members = posts.slice(start, start + POSTS_PER_ROW);
    const layout = rows.length % 2 === 0 ? 'large-first' : 'large-last';
    const large = layout === 'large-first' ? 0 : members.length - 1;
    rows.push({ layout, posts: members.map((post, index) => ({ post, size: index === large ? 'large' : 'small' })) });
  }
  return rows;
}

interface PostCardProps {
  post: ListedPost;
  /** `large` leads its row; `small` lies beside it. */
  size: 'large' | 'small';
  /** Cloth of a post without a picture. */
  weave: Weave;
  /** True for the page's first picture. */
  priority?: boolean;
}

/** A post in the list. The whole card is a link. */
function PostCard({ post, size, weave, priority = false }: PostCardProps) {
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

/** "Loading…", and chalk lines where the first row will lie. */
function LoadingRows() {
  return (
    <div className={styles.loading}>
      <Loading />
      <Skeleton lines={8} />
    </div>
  );
}
