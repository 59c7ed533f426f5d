/* History entries, reading positions, and the arrival at a page: scroll, focus and announcement as after a page load. */

import { partOf } from '@wholepage/page-rules/address';

let announcer: HTMLElement | undefined;

/** Announces the page's title to screen readers. */
const announce = (title: string): void => {
  if (!announcer) {
    announcer = document.createElement('p');
    announcer.className = 'visually-hidden';
    announcer.setAttribute('aria-live', 'polite');
    document.body.append(announcer);
  }
  announcer.textContent = title;
};

/**
 * Scrolls as a page load does: to the top, to the hash, or back to the reading position.
 * @param isThere true when the page is scrolled already
 * @param section id of the section to open, which the address does not name
 */
export function goToPosition(direction: 'forward' | 'back', isThere = false, section?: string): void {
  layOutWhole(direction === 'back');
  if (isThere) return;
  const anchor = section ? document.getElementById(section) : partOf(document, window.location.hash);
  if (direction === 'back') goToSavedPosition();
  else if (anchor) {
    // Browsers dispatch it before they reveal content that is `hidden="until-found"`.
    anchor.dispatchEvent(new Event('beforematch', { bubbles: true }));
    anchor.scrollIntoView();
  } else window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Focuses the page's heading, if the focus may move, and announces the title. */
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

/** Elements that Layout.module.css lays out only near the window (`content-visibility: auto`). */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main :is(section, [data-own-size]), footer')].filter(
    ({ style }) => !style.contentVisibility,
  );

/**
 * Lays the whole page out, or lets its parts wait again. A return needs the page's true height, or it ends at another place.
 * The attribute is on the root, which React does not own: parts must match the server's HTML until they are hydrated.
 */
export const layOutWhole = (isWhole: boolean): void =>
  void document.documentElement.toggleAttribute('data-whole', isWhole);

/** Lays the whole page out when this page load returns to a position: a reload, or a step in the history. */
export function layOutForReturn(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!load || load.type === 'navigate') return;
  layOutWhole(true);
  void returnToPosition();
}

let isUnderWay = false;

/** Lays the waiting parts out one by one, each when the browser is idle. */
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

/** Longest wait for a paint: a hidden tab has none. */
const PAINT_LIMIT_MS = 100;

/** Resolves after the next paint. @returns how long the browser worked on that frame, in ms */
export const painted = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now();
      setTimeout(() => resolve(performance.now() - started));
    });
    setTimeout(() => resolve(PAINT_LIMIT_MS), PAINT_LIMIT_MS);
  });

export const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** How the address changed. */
export type Move = 'none' | 'back within the page' | 'forward' | 'back';

/** The history entry that the shell shows. */
export class HistoryPosition {
  private entry: string;
  private page = pageOf(window.location);

  constructor() {
    nameEntry();
    this.entry = currentEntry();
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', () => {
      this.leave();
      // The browser restores better than scripts can: before the first paint.
      window.history.scrollRestoration = 'auto';
    });
    window.addEventListener('pageshow', () => {
      window.history.scrollRestoration = 'manual';
    });
  }

  /** Whether the address bar names another page than the one shown. */
  get isLeft(): boolean {
    return pageOf(window.location) !== this.page;
  }

  /** Saves the reading position, before the page changes or scrolls. */
  leave(): void {
    releasePosition();
    savePosition(this.entry);
  }

  /** Pushes a history entry for an address, unless it is the current one. @returns whether it is another page */
  push(url: URL): boolean {
    const isNew = pageOf(url) !== this.page;
    this.page = pageOf(url);
    if (url.href !== window.location.href) {
      const state = nextEntryState();
      this.entry = state.entry;
      window.history.pushState(state, '', url);
    }
    return isNew;
  }

  /** Follows the address after it changed. Routers announce their own pushes by the same event, and so do we. */
  follow(): Move {
    const isNewEntry = nameEntry();
    const { isLeft } = this;
    this.page = pageOf(window.location);
    if (currentEntry() === this.entry) return 'none';
    this.leave();
    this.entry = currentEntry();
    // For a new entry on the same page (a hash) the browser scrolls.
    if (isNewEntry) return isLeft ? 'forward' : 'none';
    return isLeft ? 'back' : 'back within the page';
  }

  /** Follows a step back that was held, and dispatches its `popstate` now. */
  comeBack(): void {
    this.follow();
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }
}

/**
 * Listens to changes of the address at once. single-spa delays listeners added by `window.addEventListener` until it
 * has unmounted, which a mounting remote can hold up.
 */
export function onAddressChange(listener: (event: Event) => void): void {
  for (const type of ['popstate', 'hashchange']) EventTarget.prototype.addEventListener.call(window, type, listener);
}

/** Resolves when the document is parsed: the first script runs before that. */
export const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });

/** A reading position. A tuple, because names would cost every browser bytes. */
type ReadingPosition = [
  /** How far the page is scrolled, in pixels. */
  scroll: number,
  /** Index of the part in the middle of the window; -1 for none. */
  part: number,
  parts: number,
  /** Distance of the part's top from the window's top, in pixels. */
  top: number,
];

/** In document order. `data-part` marks the placeholder of a section that comes later. */
const PARTS = 'main section:not([data-part] *), main [data-part], footer';

const partsOfPage = (): Element[] => [...document.querySelectorAll(PARTS)];

export function readingPosition(): ReadingPosition {
  const parts = partsOfPage();
  const part = parts.findIndex((each) => each.getBoundingClientRect().bottom > window.innerHeight / 2);
  return [Math.round(window.scrollY), part, parts.length, parts[part]?.getBoundingClientRect().top ?? 0];
}

/**
 * Returns the scroll offset at which the same part is read. Content above it may have changed its height: the browser
 * guesses the height of parts that it has not laid out, and late code changes them.
 * @returns pixels; may be negative, which browsers take for 0
 */
export function scrollFor([scroll, part, parts, top]: ReadingPosition): number {
  const now = partsOfPage();
  const found = now[part];
  // The top stays the top. When the number of parts changed, their indices mean nothing.
  return scroll && found && now.length === parts ? window.scrollY + found.getBoundingClientRect().top - top : scroll;
}

interface EntryState {
  entry?: string;
  /** React Router's index of the entry. It writes one of its own where it finds none. */
  idx?: number;
}

const STORE_KEY = 'reading-positions';
const KEPT_ENTRIES = 50;

const read = (): Map<string, ReadingPosition> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]') as [string, ReadingPosition][]);
  } catch {
    return new Map();
  }
};

export const currentEntry = (): string => (window.history.state as EntryState | null)?.entry ?? 'first';

/** Saves the reading position of a history entry. */
export function savePosition(entry: string): void {
  const positions = read().set(entry, readingPosition());
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify([...positions].slice(-KEPT_ENTRIES)));
  } catch {
    // Storage may be full or denied; going back then starts at the top.
  }
}

/** Returns the scroll offset for the current entry's saved position in the present layout, in pixels. */
export function savedScroll(): number {
  const position = read().get(currentEntry());
  // Remotes may write to this storage, too.
  return Array.isArray(position) ? scrollFor(position) : 0;
}

export const nextEntryState = (): Required<EntryState> => ({ entry: Math.random().toString(36).slice(2), idx: 0 });

/** Gives the current entry an id if it has none: a page load or a hash link made it. @returns whether the entry is new */
export function nameEntry(): boolean {
  const state = window.history.state as EntryState | null;
  if (state?.entry) return false;
  window.history.replaceState({ ...nextEntryState(), ...state }, '');
  return true;
}

let held: Promise<() => void> | undefined;

/** Stops holding a position, because another position or page is wanted. */
export function releasePosition(): void {
  held?.then((leave) => leave());
  held = undefined;
}

/** Scrolls to the current entry's saved position, and holds it while late code loads. */
export function goToSavedPosition(): void {
  releasePosition();
  const wanted = savedScroll();
  window.scrollTo({ top: wanted, behavior: 'instant' });
  const [height, top] = [document.body.clientHeight, window.scrollY];
  if (wanted)
    held = import(/* webpackChunkName: "soft-navigation" */ './hold-position').then(
      ({ holdPosition }) => holdPosition(height, top, savedScroll),
      // Without this code the page is at its position, but not held there.
      () => () => {},
    );
}

/**
 * Scrolls to the reading position from before this page load. Browsers restore it by the guessed heights of parts
 * above: call this once those are laid out.
 */
export async function returnToPosition(): Promise<void> {
  await parsed();
  // Nothing was saved: the browser restores the position.
  if (savedScroll() === 0) return;
  // Otherwise the browser may scroll to its own position later.
  window.history.scrollRestoration = 'manual';
  goToSavedPosition();
}
