import { Fragment, useId, useState } from 'react';
import type { MenuItem } from 'site/navigation';
import { NavLink } from '../NavLink';
import styles from './Drawer.module.css';

interface DrawerSectionProps {
  item: MenuItem;
  /** Path of the page shown. */
  path: string;
}

/** A link of the drawer with what lies behind it, folded away until it is asked for. */
export function DrawerSection({ item, path }: DrawerSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className={styles.parent}>
        <NavLink href={item.href} path={path}>
          {item.label}
        </NavLink>
        <button
          type="button"
          className={styles.toggle}
          aria-label={`${item.label} menu`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? '−' : '+'}
        </button>
      </div>
      <div id={id} hidden={!open} className={styles.products}>
        {item.sections.map(({ title, numbered, links }) => (
          <Fragment key={title}>
            <p>{title}</p>
            <ul>
              {links.map((link) => (
                <li key={link.label}>
                  {numbered ? (
                    <NavLink href={link.href} path={path}>
                      {link.label}
                    </NavLink>
                  ) : (
                    <a href={link.href} data-section={link.section}>
                      {link.label}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </li>
  );
}
