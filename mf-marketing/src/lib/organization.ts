import type { Company } from 'site/config';
import type { JsonLd } from 'site/page-head';

/** The schema.org record of the organisation behind the site. It has its own file, because few pages need it. */
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
