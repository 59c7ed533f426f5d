import { currentEntry, nameEntry, nextEntryState, releasePlace, savePlace } from './reading-place';

export const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** How the address changed. */
export type Move = 'none' | 'back within the page' | 'forward' | 'back';

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

  /** Whether the address is another page's than the one shown. */
  get isLeft(): boolean {
    return pageOf(window.location) !== this.page;
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
