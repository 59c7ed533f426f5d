import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import type { PublicConfig } from 'site/config';
import { chatHref, mailHref, telHref } from '../Header/contact-links';
import { NavLink } from '../NavLink';
import styles from './Drawer.module.css';
import { DrawerSection } from './DrawerSection';

interface DrawerProps {
  config: PublicConfig;
  path: string;
  onClose(): void;
}

/** The navigation of small screens: a side drawer that closes by a link, Escape or the backdrop. */
export function Drawer({ config, path, onClose }: DrawerProps) {
  const { company, navigation } = config;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);

  useEffect(() => {
    dialog.current?.showModal();
    document.documentElement.toggleAttribute('data-scroll-locked', true);
    // Going back within the page closes it, too.
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('popstate', close);
      document.documentElement.removeAttribute('data-scroll-locked');
    };
  }, [close]);

  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target as Element;
    if (target === dialog.current || target.closest('a')) close();
  };

  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClick={onClick} onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <p className={styles.name}>{company.name}</p>
          <button type="button" className={styles.close} onClick={close}>
            Close
          </button>
        </div>
        <nav aria-label="Menu">
          <ul className={styles.list}>
            {navigation.menu.map((item) =>
              item.sections.length > 0 ? (
                <DrawerSection key={item.href} item={item} path={path} />
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
        <p className={styles.reach}>
          <a href={telHref(company.phones[0])}>{company.phones[0]}</a>
          <a href={mailHref(company.email)}>{company.email}</a>
          <a href={chatHref(company.chat)} rel="noopener" target="_blank">
            WhatsApp<span className="visually-hidden"> (opens in a new window)</span>
          </a>
        </p>
      </div>
    </dialog>
  );
}
