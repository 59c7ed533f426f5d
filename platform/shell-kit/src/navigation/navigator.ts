import type { PublicConfig } from 'contracts/config';
import type { HeadInput } from 'contracts/head';
import { arrive, goToPlace } from './arrive';
import { DocumentHead } from './document-head';
import { savedScroll } from './history-entries';
import { clickedAddress } from './links';
import { onPopState } from './on-pop-state';
import { isServed, loadPage, reloadPage } from './page-load';
import { painted } from './painted';
import { Place } from './place';
import { type SoftPagesOptions, softPages } from './soft-pages';

/** Longest time that the old page is held on screen while the new one mounts. */
const TRANSITION_LIMIT_MS = 1_000;

interface NavigatorOptions extends SoftPagesOptions {
  config: PublicConfig;
  /** Told when a visitor begins and ends waiting for a page. */
  onBusy(busy: boolean): void;
  /** The page of the address can be had neither in this document nor by a page load. */
  onUnreachable(): void;
  /** The page of the address failed before and its code is here now. @returns whether it did */
  onRetry(): boolean;
}

type State =
  /** The page that was opened. */
  | { name: 'opened' }
  /** Fetching the code of a page that was asked for; the address is still the one before. */
  | { name: 'fetching' }
  /** The address is the new page's, which its remote is about to show. */
  | { name: 'showing'; direction: 'forward' | 'back'; isPlaced: boolean; onShown(): void }
  /** A page that was gone to. */
  | { name: 'shown' };

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

  /** Whether somebody went from the page that was opened to another. */
  get hasNavigated(): boolean {
    return this.state.name !== 'opened';
  }

  listen(): void {
    document.addEventListener('click', (event) => {
      const url = clickedAddress(event);
      if (!url || !this.pages.mayHave(url)) return;
      event.preventDefault();
      void this.go(url);
    });
    onPopState(() => this.follow());
  }

  /** Follows a visitor who went back before any script ran: the page in the slot is another's. */
  catchUp(): void {
    if (!this.options.releases.ownerOf(window.location.pathname)) this.showCurrent('back');
  }

  /** As if a link had been clicked. */
  navigate(path: string): void {
    const url = new URL(path, window.location.href);
    if (url.origin === window.location.origin) void this.go(url);
    else loadPage(url);
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
    // A page that was opened, and whose slot the browser had to fill, is not a page that was gone to.
    if (state.name !== 'showing') return;
    if (!state.isPlaced) goToPlace(state.direction);
    this.end();
    state.onShown();
  }

  /** A remote has put its page in the slot, which may still wait for what it tells: the page before makes room. */
  makeRoom(): void {
    if (this.state.name === 'showing') this.state.onShown();
  }

  /** The slot says that the page of the current address could not be shown. */
  showFailure(): void {
    if (this.hasNavigated) this.setHead({ title: '' });
  }

  /** The page of the current address failed: the server can still make it. @returns whether it is about to */
  async recover(): Promise<boolean> {
    const { state } = this;
    const reachable = await isServed(new URL(window.location.href));
    if (state !== this.state) return true;
    if (reachable) reloadPage();
    return reachable;
  }

  /** Tries the page of the current address once more. */
  retry(): void {
    void this.go(new URL(window.location.href));
  }

  /** The page is in the slot. What comes with it waits until the visitor has it on the screen. */
  private async end(): Promise<void> {
    const state: State = { name: 'shown' };
    this.state = state;
    const focused = document.activeElement;
    await painted();
    this.head.write();
    if (state !== this.state) return;
    this.enter(state);
    // Whoever has begun to do something on the page stays at it.
    arrive(document.title, focused === document.activeElement);
  }

  private enter(state: State): void {
    this.state = state;
    this.options.onBusy(state.name === 'fetching' || state.name === 'showing');
  }

  private async go(url: URL): Promise<void> {
    const state: State = { name: 'fetching' };
    this.enter(state);
    let isSoft: boolean;
    try {
      isSoft = await this.pages.fetch(url);
    } catch (error) {
      if (state !== this.state) return;
      console.error(`${url.pathname} is loaded as an ordinary page instead.`, error);
      const reachable = await isServed(url);
      if (state !== this.state) return;
      if (reachable) return loadPage(url);
      this.enter({ name: 'showing', direction: 'forward', isPlaced: false, onShown: () => {} });
      this.place.leave();
      this.place.push(url);
      return this.options.onUnreachable();
    }
    if (state !== this.state) return;
    if (!isSoft) return loadPage(url);
    const { crossFade } = await import(/* webpackChunkName: "soft-navigation" */ './cross-fade');
    await crossFade(async () => {
      // Somebody may have gone elsewhere while the click was painted.
      if (state === this.state) await this.show(url);
    });
  }

  private show(url: URL): Promise<void> {
    // At once, so that whoever waits for the page's data sees the place where it will be.
    const isPlaced = !url.hash;
    const shown = new Promise<void>((resolve) => {
      this.enter({ name: 'showing', direction: 'forward', isPlaced, onShown: resolve });
      setTimeout(resolve, TRANSITION_LIMIT_MS);
    });
    this.place.leave();
    // Before anything is changed: the browser lays the page out to scroll it.
    if (isPlaced) window.scrollTo({ top: 0, behavior: 'instant' });
    const isNew = this.place.push(url);
    if (isNew || this.options.onRetry()) {
      void this.head.leave();
      return shown;
    }
    // No remote shows anything new, so none will tell.
    this.settle();
    return shown;
  }

  /** Goes where the browser's history went. */
  private follow(): void {
    const { move, isNewEntry } = this.place.follow();
    if (move === 'none') return;
    if (move === 'within the page') {
      // No remote has anything to tell, and the browser goes only to new places.
      if (!isNewEntry) window.scrollTo({ top: savedScroll(), behavior: 'instant' });
      return;
    }
    this.showCurrent(move);
  }

  /** Shows the page of the address, which is another than the one that is shown. */
  private showCurrent(direction: 'forward' | 'back'): void {
    const url = new URL(window.location.href);
    const state: State = { name: 'showing', direction, isPlaced: false, onShown: () => {} };
    this.enter(state);
    void this.head.leave();
    this.pages.fetch(url).then(
      (isSoft) => {
        if (!isSoft && state === this.state) reloadPage();
      },
      async (error: unknown) => {
        if (state !== this.state) return;
        console.error(`${url.pathname} is loaded as an ordinary page instead.`, error);
        if (!(await this.recover()) && state === this.state) this.options.onUnreachable();
      },
    );
  }
}
