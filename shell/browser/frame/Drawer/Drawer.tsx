import type { Company } from 'contracts/config';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { FURNISHINGS, FURNISHINGS_HREF, INDUSTRIES, NAV_LINKS } from '../../content/navigation';
import { mailHref, telHref } from '../Header/contact-links';
import { NavLink } from '../NavLink';
import styles from './Drawer.module.css';

interface DrawerProps {
  company: Company;
  path: string;
}

/** The navigation of small screens: a side drawer that closes by a link, Escape or the backdrop. */
export function Drawer({ company, path }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const [products, setProducts] = useState(false);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    document.documentElement.toggleAttribute('data-scroll-locked', open);
    return () => document.documentElement.removeAttribute('data-scroll-locked');
  }, [open]);

  const close = () => dialog.current?.close();
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    const target = event.target as Element;
    if (target === dialog.current || target.closest('a')) close();
  };

  return (
    <>
      <button
        type="button"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 16" aria-hidden="true">
          <path d="M1 2h22M1 8h22M1 14h14" stroke="currentColor" strokeWidth="2" strokeDasharray="5 1.6" />
        </svg>
        Menu
      </button>
      {open && (
        <dialog
          ref={dialog}
          className={styles.drawer}
          aria-label="Menu"
          onClick={onClick}
          onClose={() => setOpen(false)}
        >
          <div className={styles.sheet}>
            <button type="button" className={styles.close} onClick={close}>
              Close
            </button>
            <nav aria-label="Menu">
              <ul className={styles.list}>
                {NAV_LINKS.before.map((link) => (
                  <li key={link.href}>
                    <NavLink {...link} path={path}>
                      {link.label}
                    </NavLink>
                  </li>
                ))}
                <li>
                  <div className={styles.parent}>
                    <NavLink {...NAV_LINKS.products} path={path}>
                      {NAV_LINKS.products.label}
                    </NavLink>
                    <button
                      type="button"
                      className={styles.toggle}
                      aria-label="Our Products menu"
                      aria-expanded={products}
                      aria-controls="drawer-products"
                      onClick={() => setProducts(!products)}
                    >
                      {products ? '−' : '+'}
                    </button>
                  </div>
                  <div id="drawer-products" hidden={!products} className={styles.products}>
                    <p>Industries</p>
                    <ul>
                      {INDUSTRIES.map((link) => (
                        <li key={link.href}>
                          <NavLink {...link} path={path}>
                            {link.label}
                          </NavLink>
                        </li>
                      ))}
                    </ul>
                    <p>Furnishings</p>
                    <ul>
                      {FURNISHINGS.map((link) => (
                        <li key={link.label}>
                          <a href={link.href}>{link.label}</a>
                        </li>
                      ))}
                    </ul>
                  </div>
                </li>
                {[...NAV_LINKS.after, { label: company.furnishingsLine, href: FURNISHINGS_HREF }].map((link) => (
                  <li key={link.href}>
                    <NavLink {...link} path={path}>
                      {link.label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
            <p className={styles.reach}>
              <a href={telHref(company.phones[0])}>{company.phones[0]}</a>
              <a href={mailHref(company.email)}>{company.email}</a>
            </p>
          </div>
        </dialog>
      )}
    </>
  );
}
