import { goToSavedPosition, returnToPosition } from './position';

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
export function goToPosition(direction: 'forward' | 'back', isThere = false, section?: string): void {
  layOutWhole(direction === 'back');
  if (isThere) return;
  const anchor = section ? document.getElementById(section) : hashTarget();
  if (direction === 'back') goToSavedPosition();
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

/** What is laid out only when it comes near the window, as Layout.module.css asks. */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main :is(section, [data-own-size]), footer')].filter(
    ({ style }) => !style.contentVisibility,
  );

/**
 * Whether nothing of the page waits. A page that somebody returns to needs its true height, or they return to another place.
 * The attribute is the root's, which React does not look at. Those of parts, before they are hydrated, must be as the
 * server wrote them.
 */
export const layOutWhole = (isWhole: boolean): void =>
  void document.documentElement.toggleAttribute('data-whole', isWhole);

/** Nothing of this page load waits when the browser is about to return to a place on it. */
export function layOutForReturn(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!load || load.type === 'navigate') return;
  layOutWhole(true);
  void returnToPosition();
}

let isUnderWay = false;

/** Lays the page's parts out one after the other, each when the browser has nothing else to do. */
export function layOutRest(): void {
  if (isUnderWay || !window.requestIdleCallback) return;
  isUnderWay = true;
  window.requestIdleCallback(() => {
    isUnderWay = false;
    const [next, ...others] = waiting();
    if (next) next.style.contentVisibility = 'visible';
    if (others.length > 0) layOutRest();
  });
}

/** Paints may be far apart, and in a hidden tab there is none. */
const PAINT_LIMIT_MS = 100;

/** Resolves when what was done so far is on the screen. @returns how long the browser worked on that frame, in ms */
export const painted = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now();
      setTimeout(() => resolve(performance.now() - started));
    });
    setTimeout(() => resolve(PAINT_LIMIT_MS), PAINT_LIMIT_MS);
  });
