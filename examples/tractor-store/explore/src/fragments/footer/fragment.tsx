import { defineFragment } from '@wholepage/remote-kit/fragment';
import { Mark } from '../../components/Mark';
import styles from './Footer.module.css';

function Footer() {
  return (
    <footer className={styles.footer} data-boundary="explore">
      <div className={styles.inner}>
        <div className={styles.words}>
          <Mark />
          <p>
            Nothing here is for sale. This store shows how four teams make one site, each with its own releases, its own
            back end and its own pages.
          </p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          <a href="/products/classic">Classics</a>
          <a href="/products/autonomous">Autonomous</a>
          <a href="/stores">Stores</a>
          <a href="/checkout/cart">Basket</a>
          <a href="/checkout/account">Your orders</a>
        </nav>
        <p className={styles.small}>
          Names, prices and SKUs: <a href="https://micro-frontends.org/tractor-store/">the Tractor Store</a> benchmark,
          MIT. Drawings and texts are our own.
        </p>
      </div>
    </footer>
  );
}

export const fragment = defineFragment<Record<string, never>>({ Component: Footer });
