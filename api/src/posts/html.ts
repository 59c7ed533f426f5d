import { isPlainFragment } from '@wholepage/composer/scan-fragment';
import { confine, type Limits } from '../confined/confine';
import type { NamedPicture, Pictures, PostTask, WrittenPost } from '../confined/post-html';
import { RefusedError } from '../errors';

export type { NamedPicture, Pictures };

const TOO_MUCH =
  'This text cannot be shown: too many elements stand in each other, or in an order that no page holds. Simplify its HTML, or its nested quotes and lists.';

export const POST_LIMITS: Limits = {
  places: 1,
  mostMs: 5000,
  mostMsOfGroup: Number.POSITIVE_INFINITY,
  heapMb: 256,
  mostMb: 450,
  tooMuch: TOO_MUCH,
};
const written = confine<PostTask, WrittenPost>('post-html', POST_LIMITS);

/**
 * Markdown to HTML that is safe to put into a page as it is, and that the page's own checker takes.
 * @param pictures those that the post names; others are left out unless this API serves them already
 * @throws RefusedError 422 when no page can show it, or finding out takes too long
 */
export async function writePost(markdown: string, pictures: Pictures = new Map()) {
  const post = await written({ markdown, pictures }, '');
  const { html } = post;
  if (html === undefined || !isPlainFragment(html)) throw new RefusedError(422, TOO_MUCH);
  return { ...post, html };
}
