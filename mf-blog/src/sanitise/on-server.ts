import sanitizeHtml from 'sanitize-html';
import {
  ALIGNMENT,
  ALLOWED_ATTRIBUTES,
  ALLOWED_SCHEMES,
  ALLOWED_TAGS,
  RENAMED,
  resolveAddress,
  resolvePicture,
  SCROLLER,
} from './policy';

const scrollerStart = `<div ${Object.entries(SCROLLER)
  .map(([name, value]) => `${name}="${value}"`)
  .join(' ')}>`;

// sanitize-html escapes `<` in text and in attribute values, so what looks like a table tag in its output is one.
const wrapTables = (html: string): string =>
  html.replaceAll('<table>', `${scrollerStart}<table>`).replaceAll('</table>', '</table></div>');

const withAddress = (
  attributes: sanitizeHtml.Attributes,
  name: string,
  resolve: (address: string) => string | undefined,
): sanitizeHtml.Attributes => {
  const { [name]: address, ...rest } = attributes;
  const resolved = address === undefined ? undefined : resolve(address);
  return resolved === undefined ? rest : { ...rest, [name]: resolved };
};

const alignedCell: sanitizeHtml.Transformer = (tagName, { align, ...attribs }) => ({
  tagName,
  attribs: { ...attribs, ...(align && { [ALIGNMENT]: align.toLowerCase() }) },
});

/**
 * Sanitises the body of a post from any host.
 * @returns HTML of {@link ALLOWED_TAGS} only; wide tables and code scroll by themselves
 */
export async function sanitisePost(html: string, blogHost: string): Promise<string> {
  const clean = sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: {
      ...ALLOWED_ATTRIBUTES,
      img: [...ALLOWED_ATTRIBUTES.img, 'loading', 'decoding'],
      pre: ['tabindex'],
    },
    allowedSchemes: ALLOWED_SCHEMES,
    allowedSchemesByTag: { img: ['http', 'https'] },
    transformTags: {
      ...RENAMED,
      a: (tagName, attribs) => ({
        tagName,
        attribs: withAddress(attribs, 'href', (address) => resolveAddress(address, blogHost)),
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...withAddress(attribs, 'src', (address) => resolvePicture(address, blogHost)),
          alt: attribs.alt ?? '',
          loading: 'lazy',
          decoding: 'async',
        },
      }),
      th: alignedCell,
      td: alignedCell,
      pre: (tagName) => ({ tagName, attribs: { tabindex: '0' } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
  return wrapTables(clean);
}
