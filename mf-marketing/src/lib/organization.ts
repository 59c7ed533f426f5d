import type { Company } from 'site/config';
import type { JsonLd } from 'site/page-head';

/** The organisation behind the site, for search engines. A file of its own: few pages bring it. */
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
