import { defineFragment } from 'site/fragment';
import { type Catalogue, FRESH_SECONDS, factsOf, loadCatalogue, priced } from '../../catalogue/catalogue';
import raw from '../../content/course-prices.content.json';
import { courses, type Offer } from '../../content/courses';
import { oneOnOne } from '../../content/one-on-one';
import type { Content } from '../../content/schema';
import { priceOf } from '../../lib/price';
import type { CoursePricesProps } from '../props';
import styles from './CoursePrices.module.css';

const coursePrices = raw as Content['course-prices'];

function CoursePrices({ data }: { props: CoursePricesProps; data: CourseLine[] }) {
  return (
    <ul className={styles.list} aria-label={coursePrices.label}>
      {data.map(({ href, title, sku, price, headline, facts }) => (
        <li key={href} className={styles.course}>
          <a href={href}>{title}</a>
          <span className={styles.price} data-sku={sku}>
            {price}
          </span>
          <span className={styles.text}>{headline}</span>
          <dl className={styles.facts}>
            {facts.map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** All courses with headline, length, place and present price, for other teams' pages. */
export const fragment = defineFragment<CoursePricesProps, CourseLine[]>({
  async load(context) {
    const catalogue = await loadCatalogue(context);
    return { data: courseLines(catalogue), maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS };
  },
  Component: CoursePrices,
});

/** One course in the list. */
interface CourseLine {
  href: string;
  title: string;
  /** Variant in the catalogue that the price belongs to. */
  sku: string;
  price: string;
  headline: string;
  /** Length and place. */
  facts: { term: string; value: string }[];
}

/** The lowest price of the open offers; without any, the reason why the first offer has none. */
function lowestPrice(offers: [Offer, ...Offer[]]): Pick<CourseLine, 'sku' | 'price'> {
  const [lowest, another] = offers
    .filter(({ status = 'open' }) => status === 'open')
    .sort((a, b) => a.price.amount - b.price.amount);
  const { variant: sku } = lowest ?? offers[0];
  const price = priceOf(lowest ?? offers[0]);
  return { sku, price: another ? coursePrices.oneOnOne.price.replace('{price}', price) : price };
}

/** All courses with their present offers and prices; the one-on-one course comes last. */
function courseLines(catalogue: Catalogue): CourseLine[] {
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
