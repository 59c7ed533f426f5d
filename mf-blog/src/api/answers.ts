import type { BlogListItem, BlogListResponse, BlogPost } from 'api-wire/blog';
import type { LoadContext } from 'site/remote';

/** Cache lifetime of a page, in seconds: a post must be visible within a minute of its publication. */
export const FRESH_SECONDS = 30;

/** The blog host did not respond, or its response is an error or no JSON. */
export class BlogRequestError extends Error {
  override name = 'BlogRequestError';

  constructor(
    message: string,
    /** HTTP status of the response; undefined without one. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** True when the host has refused this request for good: a retry is of no use. */
  get refused(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && status !== 408 && status !== 429;
  }
}

/**
 * Sends one GET request to the blog host.
 * @returns the parsed JSON, not yet checked
 * @throws BlogRequestError without a response, without JSON, and for a status outside 200–299
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

// These checks are written by hand: a schema library would cost the browser more than all the rest of this page.
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

/** Checks a response. @returns the list; undefined when it does not match `blogListResponseSchema` */
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

/** Checks a response. `absent`: the host has no such post; `empty`: its record has no fields (PHP's empty row). */
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

/** A table suffices, as the site is in English only. Creating a date formatter takes a browser longer than a page's code. */
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

/**
 * Parses a date of the blog host: ISO 8601, or MySQL's `2025-03-05 10:00:00`, which counts as UTC. The result is in
 * UTC, so that the server and a browser in any time zone agree on the day.
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

/** @returns the address unchanged when it is relative or of HTTP(S), as a picture's must be; else undefined */
const usable = (address: string): string | undefined =>
  ABSOLUTE.test(address) || !OTHER_SCHEME.test(address) ? address : undefined;

/**
 * Returns the address of a post's picture: its `image`, else its cover path below the blog host, else undefined.
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

/** Shortens a text from a foreign host to `max` characters, which the page's head may carry. */
export const clip = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
