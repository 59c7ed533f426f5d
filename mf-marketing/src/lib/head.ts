import type { Company } from 'contracts/config';
import type { HeadInput } from 'contracts/head';
import type { Picture } from 'contracts/picture';
import type { LoadContext } from 'contracts/react';
import { fill } from './fill';

/** The head of a page as an editor writes it. */
export interface PageMeta {
  title: string;
  description: string;
  keywords: string;
  image: Picture;
}

/** The organisation behind the site, for search engines. Addresses are paths. */
export function organisation(company: Company): Record<string, unknown> {
  return {
    '@type': 'Organization',
    '@id': '/#organization',
    name: company.name,
    url: '/',
    description: company.description,
    foundingDate: String(company.since),
    email: company.email,
    telephone: [...company.phones],
    address: company.address.join(', '),
    sameAs: company.social.map(({ url }) => url),
  };
}

/** Where the page stands: home, then the page itself. */
export function trail(name: string, path: string): Record<string, unknown> {
  const item = (position: number, label: string, url: string) => ({
    '@type': 'ListItem',
    position,
    name: label,
    item: url,
  });
  return { '@type': 'BreadcrumbList', itemListElement: [item(1, 'Home', '/'), item(2, name, path)] };
}

/** The head of a page of this remote, with the company's details filled in. */
export function pageHead(
  meta: PageMeta,
  { url, config }: Pick<LoadContext, 'url' | 'config'>,
  more: Pick<HeadInput, 'jsonLd' | 'noindex'> = {},
): HeadInput {
  return {
    title: fill(meta.title, config.company),
    description: fill(meta.description, config.company),
    keywords: fill(meta.keywords, config.company),
    canonical: url.pathname,
    image: meta.image.src,
    ...more,
  };
}
