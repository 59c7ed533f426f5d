import { useId } from 'react';
import type { MenuItem } from 'site/navigation';
import { NavLink } from '../../NavLink';
import styles from './SectionMenu.module.css';
import { useDisclosure } from './useDisclosure';

interface SectionMenuProps {
  item: MenuItem;
  /** Path of the page shown. */
  path: string;
}

/** A link of the navigation and the menu of what lies behind it. */
export function SectionMenu({ item, path }: SectionMenuProps) {
  const id = useId();
  const { open, button, container } = useDisclosure(path);

  return (
    <li className={styles.item} {...container}>
      <NavLink href={item.href} path={path}>
        {item.label}
      </NavLink>
      <button type="button" className={styles.toggle} aria-label={`${item.label} menu`} aria-controls={id} {...button}>
        <svg viewBox="0 0 12 8" aria-hidden="true" className={styles.chevron}>
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
        </svg>
      </button>
      <div id={id} className={styles.panel} data-open={open || undefined}>
        <div className={styles.sheet}>
          {item.sections.map(({ title, numbered, links, note }) => (
            <div key={title} className={styles.column} data-tone={numbered ? undefined : 'furnishings'}>
              <p className={styles.title}>{title}</p>
              <ul className={styles.list}>
                {links.map((link, index) =>
                  numbered ? (
                    <li key={link.label}>
                      <span className={styles.number} aria-hidden="true">
                        {String(index + 1).padStart(2, '0')}
                      </span>
                      <NavLink href={link.href} path={path}>
                        {link.label}
                      </NavLink>
                    </li>
                  ) : (
                    <li key={link.label}>
                      <a href={link.href} data-section={link.section}>
                        {link.label}
                      </a>
                    </li>
                  ),
                )}
              </ul>
              {note && <p className={styles.line}>{note}</p>}
            </div>
          ))}
        </div>
      </div>
    </li>
  );
}
