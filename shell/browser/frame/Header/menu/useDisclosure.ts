import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

const CLOSE_DELAY_MS = 180;
const WIDE = '(width >= 992px)';

/**
 * The WAI-ARIA disclosure pattern for a navigation menu. A button toggles it always, and a mouse opens it by hovering
 * from 992 px on. Escape closes it and gives focus back. Leaving it by keyboard or for another page closes it.
 * @param page path of the page shown
 */
export function useDisclosure(page: string) {
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
