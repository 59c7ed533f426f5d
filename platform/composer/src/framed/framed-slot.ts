import { FRAME_RIGHTS, framedPath } from '@wholepage/contracts/framed';
import type { RenderedPage } from '@wholepage/contracts/render';
import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { tag } from '../pages/document/html';
import type { PageContent } from '../pages/page-content';
import type { Owner } from '../pages/page-parts';
import type { ReleaseSet } from '../releases/release-set';

/** CSS pixels before the frame says how high its page is. */
const FIRST_HEIGHT = '800';

/** The slot of a page whose remote is framed: the frame, and the page's words for search engines. */
export const framedSlot = ({ name }: Owner, url: URL, { head, rendered }: PageContent): string =>
  [
    `${tag('iframe', {
      src: framedPath(name, url.pathname + url.search),
      sandbox: FRAME_RIGHTS,
      title: head.title || name,
      width: '100%',
      height: FIRST_HEIGHT,
    })}</iframe>`,
    `<div hidden>${plainHtml(rendered?.html ?? '')}</div>`,
  ].join('');

/** What a page lets in beside its own files. Pages of the site may hold frames of its own origin while an app is framed. */
export function allowOn(
  { apps }: ReleaseSet,
  owner: Owner | undefined,
  asked: RenderedPage['allow'],
): RenderedPage['allow'] {
  if (!Object.values(apps).some(({ isFramed }) => isFramed)) return asked;
  // What a framed remote asks for is for its frame.
  const allow = owner?.release.isFramed ? undefined : asked;
  return { ...allow, frame: [...(allow?.frame ?? []), "'self'"] };
}

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
const plainHtml = (html: string): string =>
  parseFragment(html)
    .childNodes.map((node) => write(node, 0))
    .join('');
