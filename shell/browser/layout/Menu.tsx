import { painted } from '@wholepage/shell-kit/navigation/arrive';
import {
  type ComponentType,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { MenuItem } from 'site/navigation';
import styles from './Header/menu/SectionMenu.module.css';

/* The site's menu: its links, and the mark on those that lead to the present page. */

export interface SectionProps {
  item: MenuItem;
  path: string;
}

interface MenuListProps {
  menu: readonly MenuItem[];
  /** Path of the first page. */
  initialPath: string;
  className: string | undefined;
  /** Class name of an accented item. */
  accent: string | undefined;
  Section: ComponentType<SectionProps>;
}

/** The site's menu, for the header's line, where there is room for one, and for the drawer. */
export function MenuList({ menu, initialPath, className, accent, Section }: MenuListProps) {
  const path = usePath(initialPath);
  return (
    <ul className={className}>
      {menu.map((item) =>
        item.sections.length > 0 ? (
          <Section key={item.href} item={item} path={path} />
        ) : (
          <li key={item.href} className={item.accent ? accent : undefined}>
            <NavLink href={item.href} path={path}>
              {item.label}
            </NavLink>
          </li>
        ),
      )}
    </ul>
  );
}

const EVENTS = ['popstate', 'single-spa:routing-event'];

/** Returns the path of the address. It updates after the page's paint, so that a navigation does not wait for the layout. */
export function usePath(initialPath: string): string {
  const [path, setPath] = useState(initialPath);
  useEffect(() => {
    const follow = () => startTransition(() => setPath(window.location.pathname));
    follow();
    const followLater = () => void painted().then(follow);
    for (const event of EVENTS) window.addEventListener(event, followLater);
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, followLater);
    };
  }, []);
  return path;
}

interface NavLinkProps {
  href: string;
  /** Part of the page that the link opens. */
  section?: string | undefined;
  /** Path of the present page; without it the link is never marked. */
  path: string | undefined;
  children: ReactNode;
}

/** A link of the navigation, marked on its page and on pages below it. */
export function NavLink({ href, section, path, children }: NavLinkProps) {
  return (
    <a href={href} data-section={section} aria-current={currentOf(href, path)}>
      {children}
    </a>
  );
}

/** Returns a link's `aria-current`: `page` when it leads to `path`, `true` when `path` lies below it. */
export function currentOf(href: string, path: string | undefined): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/' && path?.startsWith(`${href}/`) ? 'true' : undefined;
}

/** A link of the navigation, with the menu of its sections. */
export function SectionMenu({ item, path }: SectionProps) {
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
                {links.map((link, index) => (
                  <li key={link.label}>
                    {numbered && (
                      <span className={styles.number} aria-hidden="true">
                        {String(index + 1).padStart(2, '0')}
                      </span>
                    )}
                    <NavLink href={link.href} section={link.section} path={numbered ? path : undefined}>
                      {link.label}
                    </NavLink>
                  </li>
                ))}
              </ul>
              {note && <p className={styles.line}>{note}</p>}
            </div>
          ))}
        </div>
      </div>
    </li>
  );
}

const CLOSE_DELAY_MS = 180;
const WIDE = '(width >= 992px)';

/**
 * The WAI-ARIA disclosure pattern for a navigation menu. A button toggles it always, and a mouse opens it by hovering
 * from 992 px on. Escape closes it and restores the focus. Leaving it by keyboard or for another page closes it.
 * @param page path of the present page
 */
function useDisclosure(page: string) {
  const [open, setOpen] = useState(false);
  const [openedOn, setOpenedOn] = useState(page);
  if (page !== openedOn) {
    setOpenedOn(page);
    setOpen(false);
  }
  const button = useRef<HTMLButtonElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hovered = useRef(false);

  useEffect(() => {
    if (!open) return;
    // On the window: a mouse opens the menu wherever the focus is, and the focused element gets the key.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      if (button.current?.parentElement?.contains(document.activeElement)) button.current.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);

  const hovers = (event: PointerEvent) => event.pointerType === 'mouse' && window.matchMedia(WIDE).matches;

  return {
    open,
    button: {
      ref: button,
      'aria-expanded': open,
      onClick: ({ detail }: MouseEvent) => {
        clearTimeout(closing.current);
        // A mouse hovers before it clicks: the click must not close the menu that the hover has just opened. A key has detail 0.
        setOpen(hovered.current && detail > 0 ? true : !open);
        hovered.current = false;
      },
    },
    container: {
      onPointerEnter: (event: PointerEvent) => {
        if (!hovers(event)) return;
        clearTimeout(closing.current);
        if (!open) hovered.current = true;
        setOpen(true);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (!hovers(event)) return;
        hovered.current = false;
        // The panel stays while the focus is in it.
        const isUsed = () => button.current?.nextElementSibling?.contains(document.activeElement);
        closing.current = setTimeout(() => isUsed() || setOpen(false), CLOSE_DELAY_MS);
      },
      onBlur: (event: FocusEvent) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      },
    },
  };
}
