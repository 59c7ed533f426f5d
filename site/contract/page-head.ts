import type { HeadInput } from '@wholepage/contracts/head';
import type { Picture } from '@wholepage/contracts/page';
import { fill } from './company-text';
import type { PublicConfig } from './config';

/** The head of a page as an editor writes it. Its texts may name the company, see {@link fill}. */
export interface PageMeta {
  title: string;
  description: string;
  keywords: string;
  /** Picture of the page where it is shared. */
  image: Picture;
}

/**
 * Returns the head of a page from an editor's texts, with the company's details filled in. The page's own path is its
 * canonical address: query parameters make no other page.
 * @param more.label label of the page's own breadcrumb, for search engines
 */
export function pageHead(
  { title, description, keywords, image }: PageMeta,
  { url, config: { company } }: { url: URL; config: PublicConfig },
  { label, ...more }: Pick<HeadInput, 'action' | 'jsonLd' | 'noindex'> & { label?: string } = {},
): HeadInput {
  return {
    title: fill(title, company),
    description: fill(description, company),
    keywords: fill(keywords, company),
    canonical: url.pathname,
    image: image.src,
    ...more,
    ...(label && { jsonLd: [...(more.jsonLd ?? []), breadcrumbList({ label, href: url.pathname })] }),
  };
}

/** A schema.org record for a page's head, without `@context`. Addresses may be paths. */
export type JsonLd = Record<string, unknown>;

/** A breadcrumb. */
export interface Crumb {
  label: string;
  href: string;
}

export const HOME: Crumb = { label: 'Home', href: '/' };

/** Returns the breadcrumbs from home to a page, whose own comes last. */
export const breadcrumbList = (...steps: Crumb[]): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: [HOME, ...steps].map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: href,
  })),
});
