import { type ReadingPlace, readingPlace, scrollFor } from './reading-place';

/** Where a visitor reads on each entry of the tab's history, so that going back returns there. */

interface EntryState {
  entry?: string;
  /** By which React Router, in remotes that have one, counts. It writes a number of its own where it finds none. */
  idx?: number;
}

const STORE_KEY = 'reading-places';
const KEPT_ENTRIES = 50;

const read = (): Map<string, ReadingPlace> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]') as [string, ReadingPlace][]);
  } catch {
    return new Map();
  }
};

export const currentEntry = (): string => (window.history.state as EntryState | null)?.entry ?? 'first';

/** Remembers where the visitor reads, for the entry that the page belongs to. */
export function savePlace(entry: string): void {
  const places = read().set(entry, readingPlace());
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify([...places].slice(-KEPT_ENTRIES)));
  } catch {
    // Storage may be full or forbidden; going back then starts at the top.
  }
}

/** How far to scroll for the place of the current entry, in pixels, as the page is laid out now. */
export function savedScroll(): number {
  const place = read().get(currentEntry());
  // Remotes may write to this storage, too.
  return Array.isArray(place) ? scrollFor(place) : 0;
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
