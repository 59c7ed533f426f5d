import type { HeadInput } from '@wholepage/contracts/head';
import { type Answer, type Loaded, redirect } from '@wholepage/remote-kit';
import type { BlogPost } from 'api-wire/blog';
import { breadcrumbList } from 'site/json-ld';
import type { LoadContext } from 'site/remote';
import { sanitisePost } from '#sanitise';
import { BlogRequestError, type PostAnswer, readPost, requestBlog } from '../../api/answers';
import { clip, type PostDate, pictureAddress, postDate } from '../../api/fields';
import { blog } from '../../content/blog';
import { FRESH_SECONDS } from '../../freshness';

/** What the page shows of a post. */
export interface ShownPost {
  title: string;
  author: string;
  date?: PostDate;
  picture?: string;
  /** Safe already: made so by the server, or by the browser when it loaded the post itself. */
  html: string;
}

export type PostData =
  | { kind: 'post'; post: ShownPost }
  /** `absent`: no such post; `empty`: nothing was asked for or found; `failed`: the host did not answer. */
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

/** One post. What goes wrong is data too, so that the page says so without scripts. */
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
    // A preview changes with each look, and is for nobody else.
    maxAge: preview ? 0 : FRESH_SECONDS,
    head: { ...head, noindex: preview },
    data: { kind: 'post', post },
  };
}

/** The address of a post. */
const postPath = (slug: string): string => clip(`/blog/${encodeURIComponent(slug)}`, 2048);

/** The title falls back to the post's and then to 'Blog', the description to the excerpt and then to nothing. */
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
