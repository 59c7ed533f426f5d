import type { MenuItem } from 'site/navigation';
import { NavLink } from '../../NavLink';
import styles from './MainNav.module.css';
import { SectionMenu } from './SectionMenu';

interface MainNavProps {
  menu: readonly MenuItem[];
  /** Path of the page shown. */
  path: string;
}

/** The site's menu on a line, where there is room for one; elsewhere it is in the drawer. */
export function MainNav({ menu, path }: MainNavProps) {
  return (
    <nav className={styles.nav} aria-label="Main">
      <ul className={styles.list}>
        {menu.map((item) =>
          item.sections.length > 0 ? (
            <SectionMenu key={item.href} item={item} path={path} />
          ) : (
            <li key={item.href} className={item.accent ? styles.furnishings : undefined}>
              <NavLink href={item.href} path={path}>
                {item.label}
              </NavLink>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
