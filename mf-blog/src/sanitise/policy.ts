/** What the body of a post may hold. Anything else is dropped, on the server and in the browser alike. */
export const ALLOWED_TAGS = [
  ...['p', 'h2', 'h3', 'h4', 'blockquote', 'hr', 'br', 'pre', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'div', 'span'],
  ...['figure', 'figcaption', 'img', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'i', 'b', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q'],
  ...['code', 'kbd', 'samp', 'var', 'time', 'dfn'],
];

/** Under which a cell says how its text is aligned: the attribute `align`, which posts are written with, is obsolete. */
export const ALIGNMENT = 'data-align';

/** `id` and `name` are missing on purpose: they could shadow what scripts look up by name. */
export const ALLOWED_ATTRIBUTES = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start', 'reversed'],
  th: ['colspan', 'rowspan', 'scope', ALIGNMENT],
  td: ['colspan', 'rowspan', ALIGNMENT],
  abbr: ['title'],
  time: ['datetime'],
} satisfies Record<string, string[]>;

export const ALLOWED_SCHEMES = ['http', 'https', 'mailto', 'tel'];

/** A heading of the first rank is the page's own. */
export const RENAMED = { h1: 'h2' } as const;

/** Wide things scroll by themselves and can be reached by keyboard. A group, since a post may hold many: no landmarks. */
export const SCROLLER = { role: 'group', 'aria-label': 'Table', tabindex: '0', 'data-scroll': '' } as const;

/** Where the blog host keeps pictures of posts. */
const PICTURES = /^\/covers\//;

/** Pictures of posts lie behind the blog host, also when that is a path of our own. */
export const resolvePicture = (address: string, blogHost: string): string | undefined =>
  PICTURES.test(address) && blogHost.startsWith('/') ? blogHost + address : resolveAddress(address, blogHost);

/**
 * Addresses in a body are relative to the blog host when that is another origin; on our own they stay as written.
 * @returns undefined for an address that cannot be read
 */
export function resolveAddress(address: string, blogHost: string): string | undefined {
  if (!/^https?:/i.test(blogHost) || address.startsWith('#')) return address;
  return URL.canParse(address, `${blogHost}/`) ? new URL(address, `${blogHost}/`).href : undefined;
}
