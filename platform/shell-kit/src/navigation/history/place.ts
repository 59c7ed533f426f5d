import { currentEntry, nameEntry, nextEntryState, savePlace } from './history-entries';
import { releasePlace } from './saved-place';

export const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** How the address changed. */
export type Move = 'none' | 'within the page' | 'forward' | 'back';

/** Where in the tab's history the visitor is, as far as the shell has followed. */
export class Place {
  private entry = currentEntry();
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

  /** Remembers where the visitor reads, before the page changes or scrolls. */
  leave(): void {
    releasePlace();
    savePlace(this.entry);
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
  follow(): { move: Move; isNewEntry: boolean } {
    const isNewEntry = nameEntry();
    if (currentEntry() === this.entry) return { move: 'none', isNewEntry };
    this.leave();
    this.entry = currentEntry();
    const page = pageOf(window.location);
    if (page === this.page) return { move: 'within the page', isNewEntry };
    this.page = page;
    return { move: isNewEntry ? 'forward' : 'back', isNewEntry };
  }
}
