/** Where a visitor was on each entry of the tab's history, so that going back returns there. */

interface EntryState {
  entry?: string;
  /** By which React Router, in remotes that have one, counts. It writes a number of its own where it finds none. */
  idx?: number;
}

const STORE_KEY = 'scroll-positions';
const KEPT_ENTRIES = 50;

const read = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

export const currentEntry = (): string => (window.history.state as EntryState | null)?.entry ?? 'first';

/** Remembers how far the page is scrolled, for the entry that it belongs to. */
export function saveScroll(entry: string): void {
  const positions = { ...read(), [entry]: Math.round(window.scrollY) };
  const kept = Object.entries(positions).slice(-KEPT_ENTRIES);
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage may be full or forbidden; going back then starts at the top.
  }
}

export const savedScroll = (): number => read()[currentEntry()] ?? 0;

/** State for the next history entry. */
export const nextEntryState = (): Required<EntryState> => ({ entry: crypto.randomUUID(), idx: 0 });

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
