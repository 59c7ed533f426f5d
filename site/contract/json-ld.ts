import type { Company } from './config';

/** A schema.org record for a page's head, without `@context`. Addresses may be paths. */
export type JsonLd = Record<string, unknown>;

/** A step of the way to a page. */
export interface Crumb {
  label: string;
  href: string;
}

export const HOME: Crumb = { label: 'Home', href: '/' };

/** The way from home to a page, whose own step comes last. */
export const breadcrumbList = (...steps: Crumb[]): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: [HOME, ...steps].map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: href,
  })),
});

/** The organisation behind the site. */
export const organization = (company: Company): JsonLd => ({
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
});
