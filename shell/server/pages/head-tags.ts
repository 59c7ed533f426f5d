import type { PublicConfig } from 'contracts/config';
import type { Head } from 'contracts/head';
import { escapeHtml, inlineJson, tag } from './html';

const SITE_IMAGE = '/_site/og.png';

/** Addresses in structured data may be paths; readers of it want them whole. */
const absoluteIn = (value: unknown, origin: string, key = ''): unknown => {
  if (typeof value === 'string')
    return /^(url|@id|item|image|logo|contentUrl)$/.test(key) && value.startsWith('/') ? origin + value : value;
  if (Array.isArray(value)) return value.map((item) => absoluteIn(item, origin, key));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, absoluteIn(inner, origin, name)]));
  }
  return value;
};

/** What a page says about itself, as tags. The company stands in where the page says nothing. */
export function headTags(head: Head, path: string, { company, siteOrigin }: PublicConfig): string {
  const absolute = (address: string) => new URL(address, siteOrigin).href;
  const title = head.title || company.name;
  const description = head.description || company.description;
  const canonical = absolute(head.canonical ?? path);
  const meta = (name: string, content: string) => tag('meta', { name, content });
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    meta('keywords', head.keywords || company.keywords),
    head.noindex ? meta('robots', 'noindex') : tag('link', { rel: 'canonical', href: canonical }),
    property('og:title', title),
    property('og:description', description),
    property('og:type', head.ogType),
    property('og:url', canonical),
    property('og:site_name', company.name),
    property('og:image', absolute(head.image ?? SITE_IMAGE)),
    meta('twitter:card', 'summary_large_image'),
    ...head.jsonLd.map(
      (record) =>
        `<script type="application/ld+json">${inlineJson({ '@context': 'https://schema.org', ...(absoluteIn(record, siteOrigin) as object) })}</script>`,
    ),
  ].join('\n');
}
