/*
 * Where the visitor is: the entry of the history, and what they read of its page. They come to a page as by a page load, with scroll,
 * focus and announcement.
 */

import { partOf } from '@wholepage/page-rules/address';

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

/**
 * Scrolls to where a page load would have: to the top or the place of the hash, or where the visitor was when going back.
 * @param isThere whether the new page is at its place already
 * @param section id of the part to open, which the address does not name
 */
export function goToPosition(direction: 'forward' | 'back', isThere = false, section?: string): void {
  layOutWhole(direction === 'back');
  if (isThere) return;
  const anchor = section ? document.getElementById(section) : partOf(document, window.location.hash);
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

export const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** How the address changed. */
export type Move = 'none' | 'back within the page' | 'forward' | 'back';

/** Where in the tab's history the visitor is, as far as the shell has followed. */
export class HistoryPosition {
  private entry: string;
  private page = pageOf(window.location);

  constructor() {
    nameEntry();
    this.entry = currentEntry();
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', () => {
      this.leave();
      // A page load restores better than scripts can: it knows before the first paint.
      window.history.scrollRestoration = 'auto';
    });
    window.addEventListener('pageshow', () => {
      window.history.scrollRestoration = 'manual';
    });
  }

  /** Whether the address is another page's than the one shown. */
  get isLeft(): boolean {
    return pageOf(window.location) !== this.page;
  }

  /** Remembers where the visitor reads, before the page changes or scrolls. */
  leave(): void {
    releasePosition();
    savePosition(this.entry);
  }

  /** Makes an entry of the history for an address, unless it is the current one. @returns whether it is another page */
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
    // To a place on the page the browser scrolls by itself, where the entry is new.
    if (isNewEntry) return isLeft ? 'forward' : 'none';
    return isLeft ? 'back' : 'back within the page';
  }

  /** Follows a step back of which nobody has heard, and says so. */
  comeBack(): void {
    this.follow();
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }
}

/**
 * Listens to changes of the address as they happen. single-spa holds other listeners back until it has unmounted, and a
 * remote that is being mounted may delay that.
 */
export function onAddressChange(listener: (event: Event) => void): void {
  for (const type of ['popstate', 'hashchange']) EventTarget.prototype.addEventListener.call(window, type, listener);
}

/** Resolves when the whole page is there: the first script runs as soon as it comes. */
export const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });

/** Where a visitor reads on a page. A tuple, for names would be sent to every browser. */
type ReadingPosition = [
  /** How far the page is scrolled, in pixels. */
  scroll: number,
  /** Which of the page's parts is in the middle of the window; -1 for none. */
  part: number,
  /** How many parts the page has. */
  parts: number,
  /** How far below the window's top the part begins, in pixels. */
  top: number,
];

/** Outer ones before those in them. `data-part` has what stands there before its section comes. */
const PARTS = 'main section:not([data-part] *), main [data-part], footer';

const partsOfPage = (): Element[] => [...document.querySelectorAll(PARTS)];

/** What is read now. */
export function readingPosition(): ReadingPosition {
  const parts = partsOfPage();
  const part = parts.findIndex((each) => each.getBoundingClientRect().bottom > window.innerHeight / 2);
  return [Math.round(window.scrollY), part, parts.length, parts[part]?.getBoundingClientRect().top ?? 0];
}

/**
 * How far to scroll, so that the same words are read. What lies above them may have another height than it had. The browser
 * guesses the height of what it has not laid out, and late code changes it.
 * @returns pixels; a browser takes less than none for none
 */
export function scrollFor([scroll, part, parts, top]: ReadingPosition): number {
  const now = partsOfPage();
  const found = now[part];
  // The top of a page stays its top. Where parts came or went, their numbers say nothing.
  return scroll && found && now.length === parts ? window.scrollY + found.getBoundingClientRect().top - top : scroll;
}

interface EntryState {
  entry?: string;
  /** By which React Router, in remotes that have one, counts. It writes a number of its own where it finds none. */
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

/** Remembers where the visitor reads, for the entry that the page belongs to. */
export function savePosition(entry: string): void {
  const positions = read().set(entry, readingPosition());
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify([...positions].slice(-KEPT_ENTRIES)));
  } catch {
    // Storage may be full or forbidden; going back then starts at the top.
  }
}

/** How far to scroll for the position of the current entry, in pixels, as the page is laid out now. */
export function savedScroll(): number {
  const position = read().get(currentEntry());
  // Remotes may write to this storage, too.
  return Array.isArray(position) ? scrollFor(position) : 0;
}

/** State for the next history entry. */
export const nextEntryState = (): Required<EntryState> => ({ entry: Math.random().toString(36).slice(2), idx: 0 });

/**
 * Names the current entry if nobody has: a page load made it, or the browser on the way to a place on the page.
 * @returns whether it is new
 */
export function nameEntry(): boolean {
  const state = window.history.state as EntryState | null;
  if (state?.entry) return false;
  window.history.replaceState({ ...nextEntryState(), ...state }, '');
  return true;
}

let held: Promise<() => void> | undefined;

/** Lets the page scroll as it likes, because another position on it is wanted, or another page. */
export function releasePosition(): void {
  held?.then((leave) => leave());
  held = undefined;
}

/** Scrolls to where the visitor read on the current entry of the history, and holds that position while late code comes. */
export function goToSavedPosition(): void {
  releasePosition();
  const wanted = savedScroll();
  window.scrollTo({ top: wanted, behavior: 'instant' });
  const [height, top] = [document.body.clientHeight, window.scrollY];
  if (wanted)
    held = import(/* webpackChunkName: "soft-navigation" */ './hold-position').then(
      ({ holdPosition }) => holdPosition(height, top, savedScroll),
      // The position was gone to all the same.
      () => () => {},
    );
}

/**
 * Goes to where the visitor was before this load of the page. Browsers do that, too, but by the height that parts further
 * up were guessed to have: call it once those have their own.
 */
export async function returnToPosition(): Promise<void> {
  await parsed();
  // The browser knows better than a script that could remember nothing.
  if (savedScroll() === 0) return;
  // Or the browser may go to its own position later.
  window.history.scrollRestoration = 'manual';
  goToSavedPosition();
}
