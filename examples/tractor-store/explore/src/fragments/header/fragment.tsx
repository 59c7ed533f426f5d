import { defineFragment } from '@wholepage/remote-kit/fragment';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { Mark } from '../../components/Mark';
import type { HeaderProps } from '../props';
import styles from './Header.module.css';

const links = [
  { label: 'Machines', href: '/products/all', name: 'machines' },
  { label: 'Stores', href: '/stores', name: 'stores' },
] as const;

function Header({ props: { current } }: { props: HeaderProps }) {
  return (
    <header className={styles.header} data-boundary="explore">
      <div className={styles.inner}>
        <a className={styles.brand} href="/">
          <Mark />
          <span>
            The Tractor <em>Store</em>
          </span>
        </a>
        <div className={styles.end}>
          <nav className={styles.nav} aria-label="Main">
            {links.map(({ label, href, name }) => (
              <a
                key={href}
                className={styles.link}
                href={href}
                {...(name === current && { 'aria-current': 'page' as const })}
              >
                {label}
              </a>
            ))}
          </nav>
          <RemoteFragment
            of="checkout"
            name="mini-cart"
            fallback={
              <a className={styles.link} href="/checkout/cart">
                Basket
              </a>
            }
          />
        </div>
      </div>
    </header>
  );
}

export const fragment = defineFragment<HeaderProps>({ Component: Header });
