import type { Offer } from '../../content/courses';
import { priceOf } from '../../lib/price';
import styles from './PriceTag.module.css';

/** A swing tag on its thread: which course, and what it costs. */
export function PriceTag({ offer }: { offer: Offer }) {
  return (
    <p className={styles.tag}>
      <span className={styles.course}>{offer.label}</span>
      <strong className={styles.price}>{priceOf(offer)}</strong>
    </p>
  );
}
