import { useId } from 'react';
import { FURNISHINGS, INDUSTRIES, NAV_LINKS } from '../../content/navigation';
import { NavLink } from '../NavLink';
import styles from './ProductsMenu.module.css';
import { useDisclosure } from './useDisclosure';

interface ProductsMenuProps {
  /** Path of the page shown. */
  path: string;
  furnishingsLine: string;
}

/** The link to the products and the menu of what they are. */
export function ProductsMenu({ path, furnishingsLine }: ProductsMenuProps) {
  const id = useId();
  const { open, button, container } = useDisclosure();

  return (
    <li className={styles.item} {...container}>
      <NavLink href={NAV_LINKS.products.href} path={path}>
        {NAV_LINKS.products.label}
      </NavLink>
      <button type="button" className={styles.toggle} aria-label="Our Products menu" aria-controls={id} {...button}>
        <svg viewBox="0 0 12 8" aria-hidden="true" className={styles.chevron}>
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
        </svg>
      </button>
      <div id={id} className={styles.panel} data-open={open || undefined}>
        <div className={styles.sheet}>
          <section className={styles.column}>
            <p className={styles.title}>Industries</p>
            <ul className={styles.list}>
              {INDUSTRIES.map((link, index) => (
                <li key={link.href}>
                  <span className={styles.number} aria-hidden="true">
                    {String(index + 1).padStart(2, '0')}
                  </span>
                  <NavLink {...link} path={path}>
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
          <section className={styles.column} data-tone="furnishings">
            <p className={styles.title}>Furnishings</p>
            <ul className={styles.list}>
              {FURNISHINGS.map((link) => (
                <li key={link.label}>
                  <a href={link.href}>{link.label}</a>
                </li>
              ))}
            </ul>
            <p className={styles.line}>{furnishingsLine}</p>
          </section>
        </div>
      </div>
    </li>
  );
}
