import type { HeadInput } from '@wholepage/contracts/head';
import { type Answer, type Loaded, type PageProps, redirect, useRemote } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import type { BlogPost } from 'api-wire/blog';
import { memo, type ReactNode, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { Breadcrumbs } from 'shared-ui/Breadcrumbs';
import { LinkButton } from 'shared-ui/LinkButton';
import { breadcrumbList } from 'site/page-head';
import { definePage, type LoadContext, type SiteEnvironment } from 'site/remote';
import { sanitisePost } from '#sanitise';
import {
  BlogRequestError,
  clip,
  FRESH_SECONDS,
  type PostAnswer,
  type PostDate,
  pictureAddress,
  postDate,
  readPost,
  requestBlog,
} from '../../api/answers';
import { Byline, Loading, Notice, Retry, Swatch, weaveOf } from '../../components/parts';
import { blog, LIST_PATH } from '../../content/blog';
import prose from './body.module.css';
import styles from './post.module.css';

export const page = definePage<PostData>({ load: loadPost, Page: PostPage });

/** Data of a post's page. */
export interface ShownPost {
  title: string;
  author: string;
  date?: PostDate;
  picture?: string;
  /** HTML sanitised by the server, or by the browser when it loaded the post itself. */
  html: string;
}

export type PostData =
  | { kind: 'post'; post: ShownPost }
  /** `absent`: no such post; `empty`: the slug or the host's record is empty; `failed`: no valid response from the host. */
  | { kind: 'absent' | 'empty' | 'failed' };

const without = (kind: 'absent' | 'empty' | 'failed', slug: string): Loaded<PostData> => ({
  status: kind === 'failed' ? 503 : 404,
  maxAge: kind === 'failed' ? 0 : FRESH_SECONDS,
  head: absentHead(kind === 'empty' ? blog.states.missing : blog.states.postFailed, slug),
  data: { kind },
});

const ask = async (context: LoadContext, slug: string): Promise<PostAnswer> => {
  try {
    return readPost(await requestBlog(context, 'api_blog_show.php', { slug }));
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { kind: error instanceof BlogRequestError && error.refused ? 'absent' : 'garbage' };
  }
};

const shown = async (post: BlogPost, blogHost: string): Promise<ShownPost> => {
  const date = postDate(post.created_at);
  const picture = pictureAddress(post, blogHost);
  return {
    title: post.title,
    author: post.author?.trim() || blog.author.post,
    html: await sanitisePost(post.content, blogHost),
    ...(date && { date }),
    ...(picture && { picture }),
  };
};

/** Loads one post. A failure is data, too, so that the page reports it without scripts. */
export async function loadPost(context: LoadContext): Promise<Answer<PostData>> {
  const slug = context.params.slug?.trim() ?? '';
  if (!slug) return without('empty', slug);
  const answer = await ask(context, slug);
  if (answer.kind === 'garbage') return without('failed', slug);
  if (answer.kind !== 'post') return without(answer.kind, slug);
  const { moved_to: present, preview = false } = answer.post;
  if (present) return redirect(postPath(present), 301, FRESH_SECONDS);
  const post = await shown(answer.post, context.config.hosts.blog);
  const head = postHead(answer.post, post, answer.post.slug || slug, context.config.company.name);
  return {
    // A preview may differ at each request, and is for one visitor only.
    maxAge: preview ? 0 : FRESH_SECONDS,
    head: { ...head, noindex: preview },
    data: { kind: 'post', post },
  };
}

const postPath = (slug: string): string => clip(`/blog/${encodeURIComponent(slug)}`, 2048);

/** Head of a post. Its title falls back to the post's and then to 'Blog', its description to the excerpt and then to ''. */
function postHead(
  post: BlogPost,
  { title, author, date, picture }: ShownPost,
  slug: string,
  publisher: string,
): HeadInput {
  const description = clip(post.meta_description || post.excerpt || '', 1000);
  const image = picture && picture.length <= 2048 ? picture : undefined;
  return {
    title: clip(post.meta_title || title || blog.untitled, 300),
    description,
    keywords: clip(post.meta_keywords ?? '', 1000),
    canonical: postPath(slug),
    ogType: 'article',
    ...(image && { image }),
    jsonLd: [
      {
        '@type': 'BlogPosting',
        headline: clip(title || blog.untitled, 110),
        description,
        author: { '@type': 'Person', name: clip(author, 120) },
        publisher: { '@type': 'Organization', name: publisher, url: '/' },
        url: postPath(slug),
        ...(date && { datePublished: date.iso }),
        ...(image && { image }),
      },
      breadcrumbList(
        { label: 'Blog', href: '/blog' },
        { label: clip(title || blog.untitled, 300), href: postPath(slug) },
      ),
    ],
  };
}

/** Head of a post that cannot be shown. */
const absentHead = (title: string, slug: string): HeadInput => ({
  title,
  canonical: slug ? postPath(slug) : '/blog',
  noindex: true,
});

function PostPage({ state, data, params: { slug = '' }, url, retry }: PageProps<PostData>) {
  const { states } = blog;
  if (state === 'loading')
    return (
      <div className={styles.status}>
        <h1 className="visually-hidden">{blog.untitled}</h1>
        <Loading />
      </div>
    );
  if (data?.kind === 'post') return <PostArticle post={data.post} slug={slug} />;
  if (data?.kind === 'absent' || data?.kind === 'empty')
    return <NoPost heading={data.kind === 'empty' ? states.missing : states.postFailed} text={states.absentHint} />;
  return (
    <NoPost heading={states.postFailed} text={states.failedHint}>
      <Retry url={url} onRetry={retry} />
    </NoPost>
  );
}

function NoPost({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.status}>
      <Notice tone="error" level={1} heading={heading} text={text}>
        {children}
        <LinkButton href={LIST_PATH} variant={children ? 'quiet' : 'primary'}>
          {blog.back}
        </LinkButton>
      </Notice>
    </div>
  );
}

/** A post: its cover and title on the pattern table, its text on white cloth, the sidebar beside it. */
function PostArticle({ post, slug }: { post: ShownPost; slug: string }) {
  const title = post.title || blog.untitled;
  return (
    <div className={styles.page}>
      <article className={styles.article}>
        <div className={styles.head}>
          <div className={styles.words}>
            <div data-unprinted>
              <Breadcrumbs items={[{ label: 'Blog', href: LIST_PATH }, { label: title }]} />
            </div>
            <h1 className={styles.title}>{title}</h1>
            <Byline author={post.author} date={post.date} />
          </div>
          <div className={styles.cover}>
            <Swatch weave={weaveOf(slug)} title={title} picture={post.picture} cut="sheet" priority />
          </div>
        </div>
        <div className={styles.postArticleText} data-ground="cloth">
          <div className={styles.grain} data-unprinted aria-hidden="true" />
          <div className={styles.body}>
            <PostBody html={post.html} />
            <Ending title={title} slug={slug} />
            <p className={styles.back} data-unprinted>
              <a href={LIST_PATH}>{blog.back}</a>
            </p>
          </div>
        </div>
      </article>
      <div className={styles.side} data-unprinted>
        <LatestPosts current={slug} />
      </div>
    </div>
  );
}

interface PostBodyProps {
  /** Safe HTML from `sanitisePost`, handed on untouched: under Trusted Types it may be a `TrustedHTML`. */
  html: string;
}

const never = () => () => {};

const takesText = (): boolean => !('trustedTypes' in globalThis);

/**
 * The body of a post. On hydration React keeps the server's HTML as it is, so nothing is parsed or sanitised twice. `inner`
 * must stay the same object, or React would compare it and write it again. React renders a page that was changed on its way
 * from scratch: Trusted Types then require sanitising here. If that code does not load, the host restores the server's HTML.
 */
export const PostBody = memo(function PostBody({ html }: PostBodyProps) {
  const { config, shell } = useRemote<SiteEnvironment>();
  const isHydrated = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isTrusted] = useState(isHydrated || typeof html !== 'string' || takesText());
  const [safe, setSafe] = useState<string>();
  useEffect(() => {
    if (!isTrusted) sanitisePost(html, config.hosts.blog).then(setSafe, shell.fail);
  }, [isTrusted, html, config, shell]);
  const body = isTrusted ? html : safe;
  const inner = useMemo(() => (body === undefined ? undefined : { __html: body }), [body]);
  // Sanitised by `sanitisePost`; in the browser under the Trusted Types policy `blog-html`.
  return <div className={`${prose.body} ${prose.matter}`} suppressHydrationWarning dangerouslySetInnerHTML={inner} />;
});

/** The end of a post: a link to the page that the post is about. */
function Ending({ title, slug }: { title: string; slug: string }) {
  const ending = endingOf(title, slug);
  if (!ending) return null;
  return (
    <section className={styles.related} data-unprinted aria-label={ending.label}>
      <p className={styles.endingHeading}>{ending.heading}</p>
      <p className={styles.endingText}>{ending.text}</p>
      <Way href={ending.href}>
        <LinkButton href={ending.href} variant="secondary">
          {ending.link}
        </LinkButton>
      </Way>
    </section>
  );
}

/** The link, with a fragment of the linked page's team in its place or below it. */
function Way({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/product/')) {
    return (
      <div className={styles.way}>
        <RemoteFragment of="mf-products" name="line-card" props={{ path: href }} fallback={children} />
      </div>
    );
  }
  return (
    <>
      {children}
      {href === '/courses' && (
        <div className={styles.way}>
          <RemoteFragment of="mf-courses" name="course-prices" />
        </div>
      )}
    </>
  );
}

type EndingRecord = (typeof blog.endings)[number];

const spaced = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** Finds the sector or page that a post is about: the first with a word in the post's title or slug, else the last. */
export function endingOf(title: string, slug: string): EndingRecord | undefined {
  const said = spaced(`${title} ${slug}`);
  return blog.endings.find(({ words }) => words.some((word) => said.includes(spaced(word)))) ?? blog.endings.at(-1);
}

/** The sidebar of a post: three fixed titles on a care label. The title of the post itself is no link. */
function LatestPosts({ current }: { current: string }) {
  const { heading, posts } = blog.latest;
  const id = useId();
  return (
    <aside className={styles.latest} aria-labelledby={id} data-ground="sheet">
      <h2 id={id} className={styles.latestPostsHeading}>
        {heading}
      </h2>
      <ol className={styles.list}>
        {posts.map(({ title, slug }) => (
          <li key={title} className={styles.item}>
            {slug && slug !== current ? (
              <a className={styles.entry} href={`/blog/${slug}`}>
                {title}
              </a>
            ) : (
              <span className={styles.entry}>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </aside>
  );
}
