import { type Answer, type Loaded, redirect } from '@wholepage/remote-kit';
import type { BlogPost } from 'api-wire/blog';
import type { LoadContext } from 'site/remote';
import { sanitisePost } from '#sanitise';
import { type PostAnswer, readPost } from '../../api/guards';
import { pictureAddress } from '../../api/picture-address';
import { type PostDate, postDate } from '../../api/post-date';
import { BlogRequestError, requestBlog } from '../../api/request';
import { blog } from '../../content/blog';
import { FRESH_SECONDS } from '../../freshness';
import { absentHead, postHead, postPath } from './head';

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
