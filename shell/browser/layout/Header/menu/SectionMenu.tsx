import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { NavLink, type SectionProps } from '../../NavLink';
import styles from './SectionMenu.module.css';

/** A link of the navigation and the menu of what lies behind it. */
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

const CLOSE_DELAY_MS = 180;
const WIDE = '(width >= 992px)';

/**
 * The WAI-ARIA disclosure pattern for a navigation menu. A button toggles it always, and a mouse opens it by hovering
 * from 992 px on. Escape closes it and gives focus back. Leaving it by keyboard or for another page closes it.
 * @param page path of the page shown
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

  const hovers = (event: PointerEvent) => event.pointerType === 'mouse' && window.matchMedia(WIDE).matches;

  return {
    open,
    button: {
      ref: button,
      'aria-expanded': open,
      onClick: () => {
        clearTimeout(closing.current);
        // A mouse that clicks has hovered first: the click must not close what the hover has just opened.
        setOpen(hovered.current ? true : !open);
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
        closing.current = setTimeout(() => setOpen(false), CLOSE_DELAY_MS);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      },
      onBlur: (event: FocusEvent) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      },
    },
  };
}
