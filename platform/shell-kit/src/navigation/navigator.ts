import type { PublicConfig } from '@wholepage/contracts/config';
import type { HeadInput } from '@wholepage/contracts/head';
import { arrive, goToPlace } from './arrive';
import { DocumentHead } from './head/document-head';
import { onPopState } from './history/on-pop-state';
import { Place, pageOf } from './history/place';
import { goToSavedPlace } from './history/saved-place';
import { clickedAddress } from './links';
import { isServed, loadedAddress, loadPage, reloadPage } from './page-load';
import { painted } from './painted';
import { type SoftPagesOptions, softPages } from './soft-pages';

/** Longest time that the old page is held on screen while the new one mounts. */
const TRANSITION_LIMIT_MS = 1_000;

interface NavigatorOptions extends SoftPagesOptions {
  config: PublicConfig;
  /** Called when a visitor begins and ends waiting for a page. */
  onBusy(busy: boolean): void;
  /** Neither this document nor a page load can show the page of the address. */
  onUnreachable(): void;
  /** Retries a page that failed before, now that its code is loaded. @returns whether it failed before */
  onRetry(): boolean;
}

type State =
  /** The first page. */
  | { name: 'opened' }
  /** Fetching the code of the next page; the address is still the previous one. */
  | { name: 'fetching' }
  /** The address is the new page's; its remote is about to show it. */
  | { name: 'showing'; direction: 'forward' | 'back'; isPlaced: boolean; onShown(): void }
  /** A page reached by soft navigation. */
  | { name: 'shown' }
  /** The browser loads a page in place of this document. It gives that up for a next click that is left to it. */
  | { name: 'loading' };

/** Soft navigation: one click is one history entry; focus, scroll and title behave as with a page load. */
export class Navigator {
  private readonly place = new Place();
  private readonly head: DocumentHead;
  private readonly pages: ReturnType<typeof softPages>;
  private state: State = { name: 'opened' };

  constructor(private readonly options: NavigatorOptions) {
    this.head = new DocumentHead(options.config);
    this.pages = softPages(options);
  }

  /** Whether the visitor has left the first page. */
  get hasNavigated(): boolean {
    return this.state.name !== 'opened';
  }

  listen(): void {
    document.addEventListener('click', (event) => {
      const url = clickedAddress(event);
      if (!url) return;
      if (this.state.name === 'loading' || !this.pages.mayHave(url)) {
        this.state = { name: 'loading' };
        return;
      }
      event.preventDefault();
      void this.go(url);
    });
    // The browser may keep this document for the way back.
    window.addEventListener('pagehide', () => {
      if (this.state.name === 'loading') this.enter({ name: 'shown' });
    });
    onPopState(() => this.follow());
  }

  /** Follows a visitor who went back before any script ran: the slot holds another page, be it of the same remote. */
  catchUp(): void {
    if (pageOf(loadedAddress()) !== pageOf(window.location)) this.showCurrent('back');
  }

  /** As if a link to a page of this site had been clicked. @throws for every other address: `blob:` has an origin, too */
  navigate(path: string): void {
    const url = new URL(path, window.location.href);
    if (!url.href.startsWith(`${window.location.origin}/`)) throw new Error(`Not on this site: ${path}`);
    void this.go(url);
  }

  /** The page of the current address is shown. */
  setHead(head: HeadInput): void {
    this.head.keep(head);
    if (this.state.name === 'showing') this.settle();
    else this.head.write();
  }

  /** What the slot holds now is the page of the current address. */
  settle(): void {
    const { state } = this;
    // The first page is not a navigation, even when the browser had to fill its slot.
    if (state.name !== 'showing') return;
    goToPlace(state.direction, state.isPlaced);
    this.end();
    state.onShown();
  }

  /** Ends the hold on the previous page: the remote has put its page, or a placeholder, in the slot. */
  makeRoom(): void {
    if (this.state.name === 'showing') this.state.onShown();
  }

  /** The page of the current address could not be shown. */
  showFailure(): void {
    if (this.hasNavigated) this.setHead({ title: '' });
  }

  /** Reloads a failed page from the server. @returns whether the server answers */
  async recover(): Promise<boolean> {
    const { state } = this;
    const reachable = await isServed(new URL(window.location.href));
    if (state !== this.state) return true;
    if (reachable) this.load(reloadPage);
    return reachable;
  }

  /** Tries the page of the current address once more. */
  retry(): void {
    void this.go(new URL(window.location.href));
  }

  /** The page is in the slot. Head, focus and announcement wait until it is painted. */
  private async end(): Promise<void> {
    const state: State = { name: 'shown' };
    this.state = state;
    const focused = document.activeElement;
    await painted();
    this.head.write();
    if (state !== this.state) return;
    this.enter(state);
    const { activeElement: active, body } = document;
    // The focus stays where the visitor has moved it meanwhile. What closes as the page changes leaves it on the body.
    arrive(document.title, active === focused || active === body);
  }

  private enter(state: State): void {
    this.state = state;
    this.options.onBusy(state.name === 'fetching' || state.name === 'showing');
  }

  private async go(url: URL): Promise<void> {
    const state: State = { name: 'fetching' };
    this.enter(state);
    let isSoft = false;
    try {
      isSoft = await this.pages.fetch(url);
    } catch (error) {
      if (state !== this.state) return;
      console.error(`${url.pathname} is loaded as a page.`, error);
      if (!(await isServed(url)) && state === this.state) {
        this.enter({ name: 'showing', direction: 'forward', isPlaced: false, onShown: () => {} });
        this.place.leave();
        this.place.push(url);
        return this.options.onUnreachable();
      }
    }
    if (state !== this.state) return;
    if (!isSoft) return this.load(() => loadPage(url));
    const { crossFade } = await import(/* webpackChunkName: "soft-navigation" */ './cross-fade');
    await crossFade(async () => {
      // The visitor may have gone elsewhere while the click was painted.
      if (state === this.state) await this.show(url);
    });
  }

  private load(begin: () => void): void {
    this.state = { name: 'loading' };
    begin();
  }

  private show(url: URL): Promise<void> {
    // At once, so that a visitor who waits for data sees where it will appear.
    const isPlaced = !url.hash;
    const shown = new Promise<void>((resolve) => {
      this.enter({ name: 'showing', direction: 'forward', isPlaced, onShown: resolve });
      setTimeout(resolve, TRANSITION_LIMIT_MS);
    });
    this.place.leave();
    // Before any change, because scrolling forces a layout.
    if (isPlaced) window.scrollTo({ top: 0, behavior: 'instant' });
    const isNew = this.place.push(url);
    if (isNew || this.options.onRetry()) {
      void this.head.leave();
      return shown;
    }
    // No remote shows a new page, so none will call `setHead`.
    this.settle();
    return shown;
  }

  /** Goes where the browser's history went. */
  private follow(): void {
    const { move, isNewEntry } = this.place.follow();
    if (move === 'none') return;
    if (move === 'within the page') {
      // No remote calls `setHead`, and the browser scrolls only for new entries.
      if (!isNewEntry) goToSavedPlace();
      return;
    }
    this.showCurrent(move);
  }

  /** Shows the page of the address instead of the current one. */
  private showCurrent(direction: 'forward' | 'back'): void {
    const url = new URL(window.location.href);
    const state: State = { name: 'showing', direction, isPlaced: false, onShown: () => {} };
    this.enter(state);
    void this.head.leave();
    this.pages.fetch(url).then(
      (isSoft) => {
        if (!isSoft && state === this.state) this.load(reloadPage);
      },
      async (error: unknown) => {
        if (state !== this.state) return;
        console.error(`${url.pathname} is loaded as a page.`, error);
        if (!(await this.recover()) && state === this.state) this.options.onUnreachable();
      },
    );
  }
}
