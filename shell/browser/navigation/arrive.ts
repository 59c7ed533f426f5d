import { layOutAll, layOutRest } from '../frame/lay-out-rest';
import { savedScroll } from './history-entries';

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

/** Puts the visitor where a page load would have: at the heading and the top, or where they were when going back. */
export function arrive(direction: 'forward' | 'back', title: string): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (heading) {
    heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
  }
  if (direction === 'back') layOutAll();
  const anchor = direction === 'forward' ? hashTarget() : null;
  if (anchor) anchor.scrollIntoView();
  else window.scrollTo({ top: direction === 'back' ? savedScroll() : 0, behavior: 'instant' });
  announce(title);
  layOutRest();
}
