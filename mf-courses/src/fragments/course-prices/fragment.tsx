import { defineFragment } from 'site/fragment';
import { FRESH_SECONDS, loadCatalogue } from '../../catalogue/load-catalogue';
import { priced } from '../../catalogue/priced';
import { courses } from '../../content/courses';
import { priceOf } from '../../lib/price';
import type { CoursePricesProps } from '../props';
import styles from './CoursePrices.module.css';

interface CourseLine {
  id: string;
  title: string;
  headline: string;
  price: string;
}

function CoursePrices({ data }: { props: CoursePricesProps; data: CourseLine[] }) {
  return (
    <ul className={styles.list} aria-label={courses.heading}>
      {data.map(({ id, title, headline, price }) => (
        <li key={id} className={styles.course}>
          <a href={`/courses/${id}`}>{title}</a>
          <span className={styles.price}>{price}</span>
          <span className={styles.text}>{headline}</span>
        </li>
      ))}
    </ul>
  );
}

/** The three courses with their prices of now, for pages of others that name them. */
export const fragment = defineFragment<CoursePricesProps, CourseLine[]>({
  async load(context) {
    const catalogue = await loadCatalogue(context);
    const data = courses.courses.map(({ id, title, headline, offer }) => ({
      id,
      title,
      headline,
      price: priceOf(priced(offer, catalogue)),
    }));
    return { data, maxAge: catalogue.kind === 'away' ? 0 : FRESH_SECONDS };
  },
  Component: CoursePrices,
});
