import { defineFragment } from 'site/fragment';
import { FRESH_SECONDS, loadCatalogue } from '../../catalogue/load-catalogue';
import { coursePrices } from '../../content/course-prices';
import type { CoursePricesProps } from '../props';
import styles from './CoursePrices.module.css';
import { type CourseLine, courseLines } from './lines';

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

/** All courses with wording, length, place and prices of now, for pages of others that name them. */
export const fragment = defineFragment<CoursePricesProps, CourseLine[]>({
  async load(context) {
    const catalogue = await loadCatalogue(context);
    return { data: courseLines(catalogue), maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS };
  },
  Component: CoursePrices,
});
