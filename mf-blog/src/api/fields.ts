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
