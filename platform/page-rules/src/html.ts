import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';

/* HTML that server and browser write alike: escaped text, and a page's head. */

const ENTITY_OF: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, XML and SVG, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITY_OF[character] ?? character);

const FROM_THE_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b|-(arab|hebr|thaa)\b/i;

/** What begins a document in this language. */
export const htmlElement = (lang: string): string =>
  `<html lang="${escapeHtml(lang)}" dir="${FROM_THE_RIGHT.test(lang) ? 'rtl' : 'ltr'}">`;

/** Names of the `meta` elements of a page's head. */
const META_NAMES = ['description', 'keywords', 'robots', 'twitter:card', 'main-action'] as const;
type MetaName = (typeof META_NAMES)[number];

/** An element of a document's head: its text, or its attributes. One that HEAD_SELECTOR misses would outlive its page. */
export type HeadElement =
  | { tag: 'title'; text: string }
  | { tag: 'meta'; attributes: { name: MetaName; content: string } | { property: `og:${string}`; content: string } }
  | { tag: 'link'; attributes: { rel: 'canonical' | 'alternate'; href: string; type?: string } }
  /** Structured data, as JSON. */
  | { tag: 'script'; attributes: { type: 'application/ld+json' }; text: string };

/** Shared picture of pages without one, or with an SVG, which social networks and chats do not show. */
const SITE_IMAGE = '/_site/og.png';
const DRAWING = /\.svg$/i;
/** Keys of structured data whose values must be absolute addresses. */
const ADDRESS_KEY = /^(url|@id|item|image|logo|contentUrl)$/;

/** Selects all elements of a page's head, to remove those of the former page. */
export const HEAD_SELECTOR = [
  ...META_NAMES.map((name) => `meta[name="${name}"]`),
  'meta[property^="og:"]',
  'link:is([rel="canonical"], [rel="alternate"])',
  'script[type="application/ld+json"]',
].join(',');

const absoluteIn = (value: unknown, origin: string, key = ''): unknown => {
  if (typeof value === 'string') return ADDRESS_KEY.test(key) && value.startsWith('/') ? origin + value : value;
  if (Array.isArray(value)) return value.map((item) => absoluteIn(item, origin, key));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, absoluteIn(inner, origin, name)]));
  }
  return value;
};

/**
 * Returns the elements of a page's head, the same on the server and after a soft navigation. The site fills in missing values.
 * @param path of the page, if it has no canonical address
 */
export function headElements(head: HeadInput, path: string, { site, siteOrigin }: PublicConfig): HeadElement[] {
  const { action, image } = head;
  const absolute = (address: string) => new URL(address, siteOrigin).href;
  const title = head.title || site.name;
  const description = head.description || site.description;
  const canonical = absolute(head.canonical ?? path);
  const meta = (name: MetaName, content: string): HeadElement => ({ tag: 'meta', attributes: { name, content } });
  const property = (name: `og:${string}`, content: string): HeadElement => ({
    tag: 'meta',
    attributes: { property: name, content },
  });
  return [
    { tag: 'title', text: title },
    meta('description', description),
    meta('keywords', head.keywords || site.keywords),
    head.noindex ? meta('robots', 'noindex') : { tag: 'link', attributes: { rel: 'canonical', href: canonical } },
    property('og:title', title),
    property('og:description', description),
    property('og:type', head.ogType ?? 'website'),
    property('og:url', canonical),
    property('og:site_name', site.name),
    property('og:image', absolute(image && !DRAWING.test(image) ? image : SITE_IMAGE)),
    meta('twitter:card', 'summary_large_image'),
    ...(head.alternates ?? []).map(
      ({ type, href }): HeadElement => ({ tag: 'link', attributes: { rel: 'alternate', type, href: absolute(href) } }),
    ),
    // For the layout: `id words`, or ''.
    ...(action === undefined ? [] : [meta('main-action', action ? `${action.target} ${action.words}` : '')]),
    ...(head.jsonLd ?? []).map(
      (record): HeadElement => ({
        tag: 'script',
        attributes: { type: 'application/ld+json' },
        text: JSON.stringify({
          '@context': 'https://schema.org',
          ...(absoluteIn(record, siteOrigin) as Record<string, unknown>),
        }),
      }),
    ),
  ];
}
