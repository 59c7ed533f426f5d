import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { tag } from '../pages/document/html';

const KEPT = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd a strong em b i blockquote pre code table thead tbody tr th td caption figure figcaption'.split(
    ' ',
  ),
);
/** Elements whose contents are not words. */
const DROPPED = new Set('script style template iframe object noscript svg math select textarea'.split(' '));
/** Deeper elements are left out. */
const DEEPEST = 100;

/** A link within the site, or to another one by HTTP; others lead nowhere. */
const hrefOf = ({ attrs }: DefaultTreeAdapterTypes.Element): string | undefined => {
  const href = attrs.find(({ name }) => name === 'href')?.value ?? '';
  return /^(?:\/(?![/\\])|https?:\/\/)/.test(href) ? href : undefined;
};

function write(node: DefaultTreeAdapterTypes.ChildNode, depth: number): string {
  if (node.nodeName === '#text' && 'value' in node) return escapeHtml(node.value);
  if (!('childNodes' in node) || DROPPED.has(node.nodeName) || depth > DEEPEST) return '';
  const inner = node.childNodes.map((child) => write(child, depth + 1)).join('');
  if (!KEPT.has(node.tagName)) return inner;
  return `${tag(node.tagName, node.tagName === 'a' ? { href: hrefOf(node), rel: 'nofollow' } : {})}${inner}</${node.tagName}>`;
}

/** The words of a page and their order, with nothing that runs, loads or looks: no attribute but the addresses of links. */
export const plainHtml = (html: string): string =>
  parseFragment(html)
    .childNodes.map((node) => write(node, 0))
    .join('');
