import type { BlogListItem, BlogListResponse, BlogPost } from 'api-wire/blog';
import type { LoadContext } from 'site/remote';

/** The blog host could not be reached, or answered with something that is not an answer. */
export class BlogRequestError extends Error {
  override name = 'BlogRequestError';

  constructor(
    message: string,
    /** HTTP status of the answer, when there was one. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The host understood and has nothing for this question: asking again is of no use. */
  get refused(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && status !== 408 && status !== 429;
  }
}

/**
 * One GET of the blog host.
 * @returns the parsed JSON, not yet checked
 * @throws BlogRequestError when there is no answer, no JSON, or a status outside 200–299
 */
export async function requestBlog(
  { config, fetch, signal }: Pick<LoadContext, 'config' | 'fetch' | 'signal'>,
  script: 'api_blog_list.php' | 'api_blog_show.php',
  query: Record<string, string>,
): Promise<unknown> {
  const address = `${config.hosts.blog}/formdata/${script}?${new URLSearchParams(query)}`;
  let response: Response;
  try {
    response = await fetch(address, { signal, headers: { Accept: 'application/json' } });
  } catch (cause) {
    throw new BlogRequestError(`The blog host did not answer ${script}.`, undefined, { cause });
  }
  if (!response.ok) throw new BlogRequestError(`The blog host answered ${response.status}.`, response.status);
  try {
    return await response.json();
  } catch (cause) {
    throw new BlogRequestError('The blog host answered something that is not JSON.', response.status, { cause });
  }
}

// By hand: a schema library would cost the browser more than all the rest of this page.
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNothing = (value: unknown): boolean => value === undefined || value === null || isText(value);
const isId = (value: unknown): boolean => typeof value === 'number' || isText(value);

const optional = (fields: Fields, names: readonly string[]): boolean =>
  names.every((name) => isTextOrNothing(fields[name]));

const isListItem = (value: unknown): value is BlogListItem =>
  isFields(value) &&
  isId(value.id) &&
  isText(value.title) &&
  isText(value.slug) &&
  optional(value, ['excerpt', 'image', 'cover_path', 'author', 'created_at', 'date']);

const isPost = (value: unknown): value is BlogPost =>
  isFields(value) &&
  isId(value.id) &&
  isText(value.slug) &&
  isText(value.title) &&
  isText(value.content) &&
  optional(value, ['cover_path', 'author', 'created_at', 'excerpt', 'meta_title', 'meta_description', 'meta_keywords']);

/** @returns the list, or undefined when the answer is not the one of `blogListResponseSchema`. */
export function readList(answer: unknown): Pick<BlogListResponse, 'data' | 'total_pages'> | undefined {
  if (!isFields(answer) || answer.success !== true) return undefined;
  const { data, total_pages: pages = 1 } = answer;
  if (!Array.isArray(data) || !data.every(isListItem)) return undefined;
  if (typeof pages !== 'number' || !Number.isInteger(pages) || pages < 1) return undefined;
  return { data, total_pages: pages };
}

export type PostAnswer =
  | { kind: 'post'; post: BlogPost }
  | { kind: 'absent' }
  | { kind: 'empty' }
  | { kind: 'garbage' };

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** `absent`: the host says that there is none; `empty`: it found a record with nothing in it (PHP's empty row). */
export function readPost(answer: unknown): PostAnswer {
  if (!isFields(answer) || typeof answer.success !== 'boolean') return { kind: 'garbage' };
  const { success, data } = answer;
  if (!success || data === undefined || data === null || data === false) return { kind: 'absent' };
  if (isEmpty(data)) return { kind: 'empty' };
  return isPost(data) ? { kind: 'post', post: data } : { kind: 'garbage' };
}
