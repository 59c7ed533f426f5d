import styles from './CompactHeader.module.css';

/** In the place of the header while somebody orders: nothing leads astray. */
export const CompactHeader = () => (
  <div className={styles.header}>
    <a className={styles.brand} href="/">
      The Tractor <em>Store</em>
    </a>
  </div>
);
