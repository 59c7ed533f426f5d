import type { Catalogue } from '../../catalogue/load-catalogue';
import { factsOf, priced } from '../../catalogue/priced';
import { coursePrices } from '../../content/course-prices';
import { courses, type Offer } from '../../content/courses';
import { oneOnOne } from '../../content/one-on-one';
import { priceOf } from '../../lib/price';

/** A course in one line of a page of another team. */
export interface CourseLine {
  href: string;
  title: string;
  /** Of what in the catalogue the price is. */
  sku: string;
  price: string;
  headline: string;
  /** How long it takes, and where. */
  facts: { term: string; value: string }[];
}

/** The lowest price of several, or why there is none to pay. */
function lowestPrice(offers: [Offer, ...Offer[]]): Pick<CourseLine, 'sku' | 'price'> {
  const [lowest, another] = offers
    .filter(({ status = 'open' }) => status === 'open')
    .sort((a, b) => a.price.amount - b.price.amount);
  const { variant: sku } = lowest ?? offers[0];
  const price = priceOf(lowest ?? offers[0]);
  return { sku, price: another ? coursePrices.oneOnOne.price.replace('{price}', price) : price };
}

/** Every course as it is offered and priced now, the one for one person last. */
export function courseLines(catalogue: Catalogue): CourseLine[] {
  const { headline, facts } = coursePrices.oneOnOne;
  const { online, offline } = oneOnOne.enrol;
  return [
    ...courses.map(({ id, title, headline, ...course }) => {
      const offer = priced(course.offer, catalogue);
      const facts = factsOf(course.facts, offer).slice(0, 2);
      return { href: `/courses/${id}`, title, sku: offer.variant, price: priceOf(offer), headline, facts };
    }),
    {
      href: '/one-on-one-transformation',
      title: oneOnOne.banner.label,
      ...lowestPrice([priced(online.offer, catalogue), priced(offline.offer, catalogue)]),
      headline,
      facts,
    },
  ];
}
