import { layOutRest, layOutWhole } from '../boot/lay-out-rest';
import { goToSavedPlace } from './reading-place';

let announcer: HTMLElement | undefined;

/** Tells a screen reader which page is shown now. */
const announce = (title: string): void => {
  if (!announcer) {
    announcer = document.createElement('p');
    announcer.className = 'visually-hidden';
    announcer.setAttribute('aria-live', 'polite');
    document.body.append(announcer);
  }
  announcer.textContent = title;
};

/** The place on this page that the address names. */
const hashTarget = (): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  } catch {
    // A hash may hold a percent sign that encodes nothing.
    return null;
  }
};

/**
 * Scrolls to where a page load would have: to the top or the place of the hash, or where the visitor was when going back.
 * @param isThere whether the new page is at its place already
 * @param section id of the part to open, which the address does not name
 */
export function goToPlace(direction: 'forward' | 'back', isThere = false, section?: string): void {
  layOutWhole(direction === 'back');
  if (isThere) return;
  const anchor = section ? document.getElementById(section) : hashTarget();
  if (direction === 'back') goToSavedPlace();
  else if (anchor) {
    // As browsers do before they show a place within what is hidden until it is found.
    anchor.dispatchEvent(new Event('beforematch', { bubbles: true }));
    anchor.scrollIntoView();
  } else window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Puts the focus where a page load would have, if it may be moved, and says which page it is. */
export function arrive(title: string, mayFocus = true): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (heading && mayFocus) {
    heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
  }
  announce(title);
  layOutRest();
}
