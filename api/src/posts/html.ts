import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

const TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'del', 'code', 'pre', 'a'],
  ...['img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption'],
];

/** What a writer would miss; text within other elements stays. */
const EMBEDS = new Set(['iframe', 'video', 'audio', 'svg', 'object', 'embed', 'canvas']);

/** A picture that this API serves. */
const SERVED = /^\/covers\/[\w-]+\.\w+$/;
export const isServedPicture = (source: string): boolean => SERVED.test(source);

/** A picture that a post names. */
export interface NamedPicture {
  /** As written. */
  source: string;
  /** What it shows. */
  alt: string;
}

/** Where a picture lies that a post names as `source`. */
export type Pictures = ReadonlyMap<string, { path: string; width?: number | undefined; height?: number | undefined }>;

const render = (markdown: string): string => marked.parse(markdown, { async: false, gfm: true });

const options = (pictures: Pictures): sanitizeHtml.IOptions => ({
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['scope', 'align'],
    td: ['align'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: {
    // The page's title is its h1; a post must not bring a second one.
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, ...(/^https?:/.test(attribs.href ?? '') && { rel: 'noopener' }) },
    }),
    img: (tagName, { src = '', alt = '', title, width, height }) => {
      const known = pictures.get(src) ?? (isServedPicture(src) ? { path: src, width, height } : undefined);
      const size = known?.width && known.height ? { width: String(known.width), height: String(known.height) } : {};
      return {
        tagName,
        attribs: known ? { src: known.path, alt, ...(title && { title }), ...size } : {},
      };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
});

/**
 * Markdown to HTML that is safe to put into a page as it is.
 * @param pictures those that the post names; others are left out unless this API serves them already
 */
export const toHtml = (markdown: string, pictures: Pictures = new Map()): string =>
  sanitizeHtml(render(markdown), options(pictures)).trim();

/** The pictures that a post names, in Markdown or as HTML. */
export const picturesIn = (markdown: string): NamedPicture[] => {
  const found: NamedPicture[] = [];
  sanitizeHtml(render(markdown), {
    allowedTags: ['img'],
    allowedAttributes: { img: ['src', 'alt'] },
    transformTags: {
      img: (tagName, { src = '', alt = '' }) => {
        found.push({ source: src, alt });
        return { tagName, attribs: {} };
      },
    },
  });
  return found;
};

/** The first element, such as a video, that a post holds and that no page shows; undefined when there is none. */
export const embedIn = (markdown: string): string | undefined => {
  const found: string[] = [];
  sanitizeHtml(render(markdown), {
    allowedTags: [...EMBEDS],
    transformTags: Object.fromEntries(
      [...EMBEDS].map((tag) => [
        tag,
        (tagName: string) => {
          found.push(tag);
          return { tagName, attribs: {} };
        },
      ]),
    ),
  });
  return found[0];
};
