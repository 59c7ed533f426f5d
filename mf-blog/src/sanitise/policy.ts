/** Tags that the body of a post may contain. The server and the browser drop all others. */
export const ALLOWED_TAGS = [
  ...['p', 'h2', 'h3', 'h4', 'blockquote', 'hr', 'br', 'pre', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'div', 'span'],
  ...['figure', 'figcaption', 'img', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'i', 'b', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q'],
  ...['code', 'kbd', 'samp', 'var', 'time', 'dfn'],
];

/** Attribute with the alignment of a cell. It replaces `align`, which posts use but HTML has declared obsolete. */
export const ALIGNMENT = 'data-align';

/** `id` and `name` are missing on purpose: they could shadow objects that scripts look up by name. */
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

/** Replacements of tags. `h1` is for the page's own heading. */
export const RENAMED = { h1: 'h2' } as const;

/** Attributes of a scroller, which the keyboard can reach. It is a group, no landmark, because a post may contain many. */
export const SCROLLER = { role: 'group', 'aria-label': 'Table', tabindex: '0', 'data-scroll': '' } as const;

/** Path of posts' pictures on the blog host. */
const PICTURES = /^\/covers\//;

/** Resolves a picture's address below the blog host, also when that host is a path of this site. */
export const resolvePicture = (address: string, blogHost: string): string | undefined =>
  PICTURES.test(address) && blogHost.startsWith('/') ? blogHost + address : resolveAddress(address, blogHost);

/**
 * Resolves an address in a body against a blog host of another origin. On this site's own origin it stays as written.
 * @returns undefined for an invalid address
 */
export function resolveAddress(address: string, blogHost: string): string | undefined {
  if (!/^https?:/i.test(blogHost) || address.startsWith('#')) return address;
  return URL.canParse(address, `${blogHost}/`) ? new URL(address, `${blogHost}/`).href : undefined;
}
