import { Fragment, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { ChatLink } from 'shared-ui/ChatLink';
import { telHref } from 'site/company-text';
import type { PublicConfig } from 'site/config';
import { closeOverlays } from '../../shell-api';
import { MenuList, NavLink, type SectionProps } from '../Menu';
import styles from './Drawer.module.css';

/** The navigation of small screens: a side drawer that closes by a link, Escape or the backdrop. */
export function Drawer({ config }: { config: PublicConfig }) {
  const { company, navigation } = config;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);

  useEffect(() => {
    const { documentElement: root } = document;
    root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
    dialog.current?.showModal();
    // Going back within the page closes the drawer, too.
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [close]);

  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target as Element;
    if (target === dialog.current || target.closest('a')) close();
  };

  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClick={onClick} onClose={closeOverlays}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <p className={styles.name}>{company.name}</p>
          <button type="button" className={styles.close} onClick={close}>
            Close
          </button>
        </div>
        <nav aria-label="Menu">
          <MenuList
            menu={navigation.menu}
            initialPath={window.location.pathname}
            className={styles.list}
            accent={styles.furnishings}
            Section={DrawerSection}
          />
        </nav>
        <p className={styles.reach}>
          <a href={telHref(company.phones[0])}>{company.phones[0]}</a>
          <a href={`mailto:${company.email}`}>{company.email}</a>
          <ChatLink company={company} />
        </p>
      </div>
    </dialog>
  );
}

/** A link of the drawer with its sections, which are folded away at first. */
function DrawerSection({ item, path }: SectionProps) {
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
                  <NavLink href={link.href} section={link.section} path={numbered ? path : undefined}>
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </li>
  );
}
