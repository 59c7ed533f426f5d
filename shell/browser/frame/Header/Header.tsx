import type { Company } from 'contracts/config';
import { FURNISHINGS_HREF, NAV_LINKS } from '../../content/navigation';
import { MenuButton } from '../Drawer/MenuButton';
import { NavLink } from '../NavLink';
import { Brand } from './Brand';
import styles from './Header.module.css';
import { ProductsMenu } from './ProductsMenu';
import { TopBar } from './TopBar';
import { useCondensed } from './useCondensed';

interface HeaderProps {
  company: Company;
  /** Path of the page shown. */
  path: string;
}

/** Top bar and navigation; sticks to the top and condenses once the page is scrolled. */
export function Header({ company, path }: HeaderProps) {
  const condensed = useCondensed();
  return (
    <header className={styles.header} data-condensed={condensed || undefined}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <TopBar company={company} />
      <div className={styles.row}>
        <Brand name={company.name} since={company.since} />
        <nav className={styles.nav} aria-label="Main">
          <ul className={styles.list}>
            {NAV_LINKS.before.map((link) => (
              <li key={link.href}>
                <NavLink {...link} path={path}>
                  {link.label}
                </NavLink>
              </li>
            ))}
            <ProductsMenu key={path} path={path} furnishingsLine={company.furnishingsLine} />
            {NAV_LINKS.after.map((link) => (
              <li key={link.href}>
                <NavLink {...link} path={path}>
                  {link.label}
                </NavLink>
              </li>
            ))}
            <li className={styles.furnishings}>
              <NavLink href={FURNISHINGS_HREF} path={path}>
                {company.furnishingsLine}
              </NavLink>
            </li>
          </ul>
        </nav>
        <MenuButton company={company} path={path} />
      </div>
    </header>
  );
}
