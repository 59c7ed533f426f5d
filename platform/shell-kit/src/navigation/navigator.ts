import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { fetchPage, prefetchPage } from '../remotes/page-files';
import { loadRemote, type Owned, type Releases } from '../remotes/releases';
import type { SoftNavigation } from '../remotes/remote-host';
import { arrive, goToPosition, goToSavedPosition, HistoryPosition, onAddressChange, pageOf, painted } from './arrive';
import { clickedAddress, isUnreachable, linkAddress, linkSection, loadPage, savesData } from './links';

/** Longest time that the old page is held on screen while the new one mounts. */
const TRANSITION_LIMIT_MS = 1_000;

/** Past this the browser loads the page: the server makes it whole, and a slow line carries it once. */
const FETCH_LIMIT_MS = 2_000;

/** After so many redirects a page load goes on: browsers know a circle. */
const MOST_REDIRECTS = 5;

interface NavigatorOptions {
  config: PublicConfig;
  releases: Releases;
  /** Loads single-spa. @throws when it cannot be loaded */
  startRouting(): Promise<Pick<SoftNavigation, 'applyHead' | 'crossFade'>>;
  /** A page of this remote is shown from now on. */
  onOwner(name: string): void;
  /** Called when a visitor begins and ends waiting for a page. */
  onBusy(busy: boolean): void;
  /** Neither this document nor a page load can show the page of the address. */
  onUnreachable(): void;
  /** Retries a page that failed before, now that its code is loaded. @returns whether it failed before */
  onRetry(): boolean;
}

type Direction = 'forward' | 'back';

type State =
  /** The first page. */
  | { name: 'opened' }
  /** Fetching the next page. The one before stays, with its title and focus, and its address unless the browser went back. */
  | { name: 'fetching' }
  /** The address is the new page's; its remote is about to show it. */
  | { name: 'showing'; direction: Direction; isPositioned: boolean; onShown(): void }
  /** A page reached by soft navigation. */
  | { name: 'shown' }
  /** The browser loads a page in place of this document. It gives that up for a next click that is left to it. */
  | { name: 'loading' };

/** A page that is ready to be shown. */
interface SoftPage {
  url: URL;
  /** Name of its remote. */
  owner: string;
}

/** How a visitor says where they are about to go: they point at a link, touch it or tab to it. */
const INTENTS = ['pointerover', 'touchstart', 'focusin'];

/** Soft navigation: one click is one history entry; focus, scroll and title behave as with a page load. */
export class Navigator {
  private readonly position = new HistoryPosition();
  private state: State = { name: 'opened' };
  /** The part that the link of the next page opens. */
  private section: string | undefined;
  /** What the page says about itself, and what the document does: it says the former until the next page is painted. */
  private head: HeadInput | undefined;
  private written: HeadInput | undefined;
  /** Which page said it while the next one was fetched. */
  private said: string | undefined;
  private readonly firstPath = window.location.pathname;
  /** On a page of the shell's own no remote is mounted: a link to its address asks again. */
  private lastPath: string | undefined;

  constructor(private readonly options: NavigatorOptions) {
    this.lastPath = options.releases.ownerOf(this.firstPath) && this.firstPath;
    // Before single-spa and every router: none of them hears of a step back until its page is there.
    onAddressChange((event) => this.follow(event));
  }

  /** Whether the visitor has left the first page. */
  get hasNavigated(): boolean {
    return this.state.name !== 'opened';
  }

  /** After a step back the address is the next page's. Until that is there, the one before stays mounted. */
  get isHolding(): boolean {
    return (this.state.name === 'fetching' || this.state.name === 'loading') && this.position.isLeft;
  }

  listen(): void {
    document.addEventListener('click', (event) => {
      const url = clickedAddress(event);
      if (!url) return;
      if (this.state.name === 'loading' || !this.mayHave(url)) {
        this.state = { name: 'loading' };
        return;
      }
      event.preventDefault();
      void this.go(url, 'forward');
      this.section = linkSection(event.target);
    });
    for (const type of INTENTS)
      document.addEventListener(type, ({ target }) => this.prefetch(linkAddress(target)), { passive: true });
    // The browser may keep this document for the way back.
    window.addEventListener('pagehide', () => {
      const { name } = this.state;
      if (name === 'loading' || (name === 'fetching' && !this.isHolding)) this.enter({ name: 'shown' });
    });
  }

  /** Follows a visitor who went back before any script ran: the slot holds another page, be it of the same remote. */
  catchUp(): void {
    const [load] = performance.getEntriesByType('navigation');
    if (load && pageOf(new URL(load.name)) !== pageOf(window.location)) this.showCurrent('back');
  }

  /** As if a link to a page of this site had been clicked. @throws for every other address: `blob:` has an origin, too */
  navigate(path: string): void {
    const url = new URL(path, window.location.href);
    if (!url.href.startsWith(`${window.location.origin}/`)) throw new Error(`Not on this site: ${path}`);
    // As browsers do while a page loads. The event that tells of it brings the next page.
    if (this.state.name === 'showing') window.history.replaceState(null, '', url);
    else void this.go(url, 'forward');
  }

  /** The page of the current address is shown. */
  setHead(head: HeadInput): void {
    this.head = head;
    this.said = pageOf(window.location);
    if (this.state.name === 'showing') this.settle();
    else this.writeHead();
  }

  /** What the slot holds now is the page of the current address. */
  settle(): void {
    const { state } = this;
    // The first page is not a navigation, even when the browser had to fill its slot.
    if (state.name !== 'showing') return;
    goToPosition(state.direction, state.isPositioned, this.section);
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

  /** Reloads a failed page from the server. @returns false where no request comes through */
  async recover(): Promise<boolean> {
    const { state } = this;
    const url = new URL(window.location.href);
    const isAway = await isUnreachable(url);
    if (state !== this.state) return true;
    if (!isAway) this.load(url);
    return !isAway;
  }

  /** The page is in the slot. Head, focus and announcement wait until it is painted. */
  private async end(): Promise<void> {
    const state: State = { name: 'shown' };
    this.state = state;
    const focused = document.activeElement;
    await painted();
    this.writeHead();
    if (state !== this.state) return;
    this.enter(state);
    const { activeElement: active, body } = document;
    // The focus stays where the visitor has moved it meanwhile. What closes as the page changes leaves it on the body.
    arrive(document.title, active === focused || active === body);
  }

  /** Writes the head, unless it is there already: the title, and tags for search engines and networks. Nobody waits for it. */
  private writeHead(): void {
    const { head } = this;
    if (!head || head === this.written) return;
    const { config } = this.options;
    this.written = head;
    document.title = head.title || config.site.name;
    // It is with what a soft navigation has fetched. Where that is unavailable, the page says what the server wrote.
    this.options.startRouting().then(
      ({ applyHead }) => {
        if (head === this.written) applyHead(head, config);
      },
      () => {},
    );
  }

  private enter(state: State): void {
    this.state = state;
    this.options.onBusy(state.name === 'fetching' || state.name === 'showing');
  }

  /**
   * Fetches a page and shows it. @param state the next one; `showing` where nothing is to be held, as the page before has gone
   */
  private async go(url: URL, direction: Direction, state: State = { name: 'fetching' }): Promise<void> {
    this.section = undefined;
    this.said = undefined;
    this.enter(state);
    let page: SoftPage | undefined;
    let isAway = false;
    try {
      page = await orAfter(this.fetch(url), FETCH_LIMIT_MS, () => undefined);
    } catch (error) {
      if (state !== this.state) return;
      console.error(`${url.pathname} is loaded as a page.`, error);
      isAway = await isUnreachable(url);
    }
    if (state !== this.state) return;
    if (isAway) {
      if (state.name === 'fetching') void this.show(url, direction);
      return this.options.onUnreachable();
    }
    if (!page) return this.load(url);
    const { owner } = page;
    if (state.name === 'showing') return this.options.onOwner(owner);
    // Browsers that go back by a gesture move the page themselves.
    if (direction === 'back') return void this.show(url, direction, owner);
    const { crossFade } = await this.options.startRouting();
    await crossFade(async () => {
      // The visitor may have gone elsewhere while the click was painted.
      if (state === this.state) await this.show(page.url, direction, owner);
    });
  }

  /** Whether this document may show the page. True while the pages of other remotes are unknown; {@link fetch} then decides. */
  private mayHave(url: URL): boolean {
    return !this.options.releases.isKnown || this.ownerOf(url) !== undefined;
  }

  /** The remote whose page this document can show, given its policy and the code that it runs. */
  private ownerOf({ pathname }: URL): Owned | undefined {
    const { releases } = this.options;
    const target = releases.ownerOf(pathname);
    const first = releases.ownerOf(this.firstPath);
    if (!target || target.route.document !== (first?.route.document ?? false)) return undefined;
    return releases.isOutdatedFor(target) ? undefined : target;
  }

  /** Fetches a page, or the one that it leads to. @returns undefined when only a page load can show it. @throws when a part of it fails */
  private async fetch(url: URL, redirects = 0): Promise<SoftPage | undefined> {
    const { config, releases, startRouting } = this.options;
    await releases.refresh();
    const owned = this.ownerOf(url);
    if (!owned) return undefined;
    await Promise.all([fetchPage(owned), startRouting()]);
    const { prepare } = await loadRemote(owned.remote);
    // A page that changes its own query, as a list does by its page numbers, says itself that it loads.
    const answer = url.pathname === this.lastPath ? undefined : await prepare?.({ url, config });
    if (answer) {
      // The server has the page for what is denied, judges addresses of other sites, and corrects the entry of a step back.
      const to = 'to' in answer && url.href !== window.location.href ? new URL(answer.to, url) : undefined;
      return to?.origin === url.origin && redirects < MOST_REDIRECTS ? this.fetch(to, redirects + 1) : undefined;
    }
    this.lastPath = url.pathname;
    return { url, owner: owned.remote.name };
  }

  /** Prefetches a page that a visitor is about to go to, and what shows it, unless they save data. */
  private async prefetch(url: URL | undefined): Promise<void> {
    if (!url || savesData()) return;
    const { releases, startRouting } = this.options;
    try {
      await releases.refresh();
      const owned = releases.ownerOf(url.pathname);
      if (!owned || owned.route.document || releases.isOutdatedFor(owned)) return;
      void prefetchPage(owned);
      await startRouting();
    } catch {
      // Whoever then clicks hears of it.
    }
  }

  private load(url: URL): void {
    this.state = { name: 'loading' };
    loadPage(url);
  }

  private show(url: URL, direction: Direction, owner?: string): Promise<void> {
    // At once, so that a visitor who waits for data sees where it will appear.
    const isPositioned = direction === 'forward' && !url.hash && !this.section;
    const shown = new Promise<void>((resolve) => {
      this.enter({ name: 'showing', direction, isPositioned, onShown: resolve });
      setTimeout(resolve, TRANSITION_LIMIT_MS);
    });
    if (owner) this.options.onOwner(owner);
    if (direction === 'back') {
      this.position.comeBack();
      // A remote whose code came after the step has gone to the page by itself, and says its head once.
      if (this.said === pageOf(url)) this.settle();
    } else {
      this.position.leave();
      // Before any change, because scrolling forces a layout.
      if (isPositioned) window.scrollTo({ top: 0, behavior: 'instant' });
      // No remote shows the page that stands, so none will call `setHead`.
      if (!this.position.push(url) && !this.options.onRetry()) this.settle();
    }
    return shown;
  }

  /** Goes where the browser's history, or a router, has gone. */
  private follow(event: Event): void {
    if (event.isTrusted && this.position.isLeft) {
      event.stopImmediatePropagation();
      if (event.type === 'popstate') void this.go(new URL(window.location.href), 'back');
      return;
    }
    if (event.type !== 'popstate') return;
    const move = this.position.follow();
    if (move === 'forward' || move === 'back') this.showCurrent(move);
    // No remote calls `setHead`.
    if (move === 'back within the page') goToSavedPosition();
    // The page that stands is wanted, and the one that was on its way no longer.
    if (event.isTrusted && this.state.name === 'fetching') this.enter({ name: 'shown' });
  }

  /** Shows the page of the address, which nothing is held for. */
  private showCurrent(direction: Direction): void {
    const state: State = { name: 'showing', direction, isPositioned: false, onShown: () => {} };
    void this.go(new URL(window.location.href), direction, state);
  }
}
