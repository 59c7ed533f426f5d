import type { Company } from 'contracts/config';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { FURNISHINGS, FURNISHINGS_HREF, INDUSTRIES, NAV_LINKS } from '../../content/navigation';
import { chatHref, mailHref, telHref } from '../Header/contact-links';
import { NavLink } from '../NavLink';
import styles from './Drawer.module.css';

interface DrawerProps {
  company: Company;
  path: string;
  onClose(): void;
}

/** The navigation of small screens: a side drawer that closes by a link, Escape or the backdrop. */
export function Drawer({ company, path, onClose }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [products, setProducts] = useState(false);

  useEffect(() => {
    dialog.current?.showModal();
    document.documentElement.toggleAttribute('data-scroll-locked', true);
    return () => document.documentElement.removeAttribute('data-scroll-locked');
  }, []);

  const close = () => dialog.current?.close();
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
