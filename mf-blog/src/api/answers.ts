import type { BlogListItem, BlogListResponse, BlogPost } from 'api-wire/blog';
import type { LoadContext } from 'site/remote';

/** For how long a page may be served again: posts are to be seen within a minute of being published. */
export const FRESH_SECONDS = 30;

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

/** A date for people and for machines. */
export interface PostDate {
  /** `5 March 2025` */
  label: string;
  /** `2025-03-05`, for `<time>` and JSON-LD. */
  iso: string;
}

/** As the site is in English alone: a browser takes longer to make a formatter of dates than to run all of a page's code. */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

/**
 * Reads a date of the blog host: ISO 8601, or MySQL's `2025-03-05 10:00:00`, which is taken as UTC. Everything is
 * said in UTC, so that the server and a browser in any zone agree on the day.
 * @returns undefined when it is not a date
 */
export function postDate(value: string | null | undefined): PostDate | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const local = WITHOUT_ZONE.exec(text);
  const date = new Date(local ? `${local[1]}T${local[2] ?? '00:00'}Z` : text);
  if (Number.isNaN(date.getTime())) return undefined;
  const label = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return { label, iso: date.toISOString().slice(0, 10) };
}

const ABSOLUTE = /^(?:https?:)?\/\//i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** @returns the address as it is when it is one that a picture may have, else undefined. */
const usable = (address: string): string | undefined =>
  ABSOLUTE.test(address) || !OTHER_SCHEME.test(address) ? address : undefined;

/**
 * Where a post's picture is: its `image`, else its cover path behind the blog host, else nowhere.
 * @param blogHost prefix without a trailing slash
 */
export function pictureAddress(
  post: { image?: string | null | undefined; cover_path?: string | null | undefined },
  blogHost: string,
): string | undefined {
  const image = post.image?.trim();
  if (image) return usable(image);
  const cover = post.cover_path?.trim();
  if (!cover) return undefined;
  if (ABSOLUTE.test(cover)) return cover;
  return OTHER_SCHEME.test(cover) ? undefined : `${blogHost}/${cover.replace(/^\/+/, '')}`;
}

/** The start of a text that a foreign host sent, no longer than the page's head may carry. */
export const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
