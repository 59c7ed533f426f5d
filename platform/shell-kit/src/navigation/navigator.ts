import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { fetchPage, prefetchPage } from '../remotes/page-files';
import { loadRemote, type Owned, type Releases } from '../remotes/releases';
import type { SoftNavigation } from '../remotes/remote-host';
import { arrive, goToPosition, goToSavedPosition, HistoryPosition, onAddressChange, pageOf, painted } from './arrive';
import { clickedAddress, isUnreachable, linkAddress, linkSection, loadPage, savesData } from './links';

/** Longest time that the old page stays on screen while the new one mounts. */
const TRANSITION_LIMIT_MS = 1_000;

/** After this the browser loads the page: the server renders it whole, which is less to transfer on a slow line. */
const FETCH_LIMIT_MS = 2_000;

/** After this many redirects the browser loads the page: it detects redirect loops. */
const MOST_REDIRECTS = 5;

interface NavigatorOptions {
  config: PublicConfig;
  releases: Releases;
  /** Loads single-spa. @throws when it cannot be loaded */
  startRouting(): Promise<Pick<SoftNavigation, 'applyHead' | 'crossFade'>>;
  /** Called before a page of this remote is shown. */
  onOwner(name: string): void;
  /** Called when a visitor begins and ends waiting for a page. */
  onBusy(busy: boolean): void;
  /** Called when neither this document nor a page load can show the page. */
  onUnreachable(): void;
  /** Retries a page that failed before. @returns whether it had failed */
  onRetry(): boolean;
}

type Direction = 'forward' | 'back';

type State =
  /** The first page. */
  | { name: 'opened' }
  /** Fetching the next page. The present one keeps its title and focus, and its address unless the visitor went back. */
  | { name: 'fetching' }
  /** The address is the new page's; its remote is mounting it. */
  | { name: 'showing'; direction: Direction; isPositioned: boolean; onShown(): void }
  /** A page reached by soft navigation. */
  | { name: 'shown' }
  /** The browser is replacing this document. The next link that is left to it cancels that. */
  | { name: 'loading' };

/** A page that is ready to be shown. */
interface SoftPage {
  url: URL;
  /** Name of its remote. */
  owner: string;
}

/** Events on a link that announce a click. */
const INTENTS = ['pointerover', 'touchstart', 'focusin'];

/** Soft navigation: one history entry a click; focus, scroll and title behave as after a page load. */
export class Navigator {
  private readonly position = new HistoryPosition();
  private state: State = { name: 'opened' };
  /** Id of the section that the clicked link opens. */
  private section: string | undefined;
  /** The head of the page shown, and the head written into the document, which follows once the page is painted. */
  private head: HeadInput | undefined;
  private written: HeadInput | undefined;
  /** Page that set a head while the next one was fetched. */
  private said: string | undefined;
  private readonly firstPath = window.location.pathname;
  /** Path of the last page of a remote; undefined on the shell's own pages, whose links fetch again. */
  private lastPath: string | undefined;

  constructor(private readonly options: NavigatorOptions) {
    this.lastPath = options.releases.ownerOf(this.firstPath) && this.firstPath;
    // Registered before single-spa and every router: they learn of a step back only when its page is there.
    onAddressChange((event) => this.follow(event));
  }

  /** Whether the visitor has left the first page. */
  get hasNavigated(): boolean {
    return this.state.name !== 'opened';
  }

  /** True after a step back whose page is not there yet: the address is new, and the former remote stays mounted. */
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
    // The browser may keep this document in its back/forward cache.
    window.addEventListener('pagehide', () => {
      const { name } = this.state;
      if (name === 'loading' || (name === 'fetching' && !this.isHolding)) this.enter({ name: 'shown' });
    });
  }

  /** Shows the right page after a step back before any script ran: the slot holds the one that was loaded. */
  catchUp(): void {
    const [load] = performance.getEntriesByType('navigation');
    if (load && pageOf(new URL(load.name)) !== pageOf(window.location)) this.showCurrent('back');
  }

  /** Navigates as a click on a link does. @throws for addresses of other sites; `blob:` has this origin, too, and is refused */
  navigate(path: string): void {
    const url = new URL(path, window.location.href);
    if (!url.href.startsWith(`${window.location.origin}/`)) throw new Error(`Not on this site: ${path}`);
    // As in browsers, a page that is still loading is replaced. The `popstate` that follows brings the next page.
    if (this.state.name === 'showing') window.history.replaceState(null, '', url);
    else void this.go(url, 'forward');
  }

  /** Takes the head of the current page, which is shown. */
  setHead(head: HeadInput): void {
    this.head = head;
    this.said = pageOf(window.location);
    if (this.state.name === 'showing') this.settle();
    else this.writeHead();
  }

  /** Ends a navigation: the slot holds the page of the current address. */
  settle(): void {
    const { state } = this;
    // The first page is no navigation, even when the browser rendered it.
    if (state.name !== 'showing') return;
    goToPosition(state.direction, state.isPositioned, this.section);
    this.end();
    state.onShown();
  }

  /** Stops holding the former page: the remote rendered its page, or a placeholder, into the slot. */
  makeRoom(): void {
    if (this.state.name === 'showing') this.state.onShown();
  }

  /** Shows the failure of the current page as a page without a title. */
  showFailure(): void {
    if (this.hasNavigated) this.setHead({ title: '' });
  }

  /** Reloads a failed page from the server. @returns false when the server cannot be reached */
  async recover(): Promise<boolean> {
    const { state } = this;
    const url = new URL(window.location.href);
    const isAway = await isUnreachable(url);
    if (state !== this.state) return true;
    if (!isAway) this.load(url);
    return !isAway;
  }

  /** Writes the head, moves the focus and announces the page once it is painted. */
  private async end(): Promise<void> {
    const state: State = { name: 'shown' };
    this.state = state;
    const focused = document.activeElement;
    await painted();
    this.writeHead();
    if (state !== this.state) return;
    this.enter(state);
    const { activeElement: active, body } = document;
    // A visitor who moved the focus meanwhile keeps it. A menu that closed with the page leaves it on the body.
    arrive(document.title, active === focused || active === body);
  }

  /** Writes the title, and the metadata without waiting for it, unless they are written already. */
  private writeHead(): void {
    const { head } = this;
    if (!head || head === this.written) return;
    const { config } = this.options;
    this.written = head;
    document.title = head.title || config.site.name;
    // Its code comes with the first soft navigation. Without it the server's metadata stays.
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

  /** Fetches a page and shows it. @param state the next one; `showing` when the former page is gone and cannot stay meanwhile */
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
    this.lastPath = page.url.pathname;
    if (state.name === 'showing') return this.options.onOwner(owner);
    // A gesture that goes back has its own animation in browsers.
    if (direction === 'back') return void this.show(url, direction, owner);
    const { crossFade } = await this.options.startRouting();
    await crossFade(async () => {
      // The visitor may have clicked elsewhere meanwhile.
      if (state === this.state) await this.show(page.url, direction, owner);
    });
  }

  /** Whether this document can show the page. True while the live set is unknown: {@link fetch} decides then. */
  private mayHave(url: URL): boolean {
    return !this.options.releases.isKnown || this.ownerOf(url) !== undefined;
  }

  /** Returns the page's owner if this document can show it, given its policy and the code that it runs. */
  private ownerOf({ pathname }: URL): Owned | undefined {
    const { releases } = this.options;
    const target = releases.ownerOf(pathname);
    const first = releases.ownerOf(this.firstPath);
    if (!target || target.route.document !== (first?.route.document ?? false)) return undefined;
    return releases.isOutdatedFor(target) ? undefined : target;
  }

  /** Fetches a page, or the one it redirects to. @returns undefined when only a page load shows it @throws when a file fails */
  private async fetch(url: URL, redirects = 0): Promise<SoftPage | undefined> {
    const { config, releases, startRouting } = this.options;
    await releases.refresh();
    const owned = this.ownerOf(url);
    if (!owned) return undefined;
    await Promise.all([fetchPage(owned), startRouting()]);
    const { prepare } = await loadRemote(owned.remote);
    // A page that changes only its query, as a paginated list does, shows its own loading state.
    const answer = url.pathname === this.lastPath ? undefined : await prepare?.({ url, config });
    if (answer) {
      // A page load serves denied pages, redirects to other sites, and redirects after a step back.
      const to = 'to' in answer && url.href !== window.location.href ? new URL(answer.to, url) : undefined;
      return to?.origin === url.origin && redirects < MOST_REDIRECTS ? this.fetch(to, redirects + 1) : undefined;
    }
    return { url, owner: owned.remote.name };
  }

  /** Prefetches a page and the code for soft navigation, unless the visitor saves data. */
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
      // A click on the link reports the failure.
    }
  }

  private load(url: URL): void {
    this.state = { name: 'loading' };
    loadPage(url);
  }

  private show(url: URL, direction: Direction, owner?: string): Promise<void> {
    // Scrolled at once, so that the visitor sees the top of the page while its data loads.
    const isPositioned = direction === 'forward' && !url.hash && !this.section;
    const shown = new Promise<void>((resolve) => {
      this.enter({ name: 'showing', direction, isPositioned, onShown: resolve });
      setTimeout(resolve, TRANSITION_LIMIT_MS);
    });
    if (owner) this.options.onOwner(owner);
    if (direction === 'back') {
      this.position.comeBack();
      // A remote whose code came after the step rendered the page itself, and set its head then.
      if (this.said === pageOf(url)) this.settle();
    } else {
      this.position.leave();
      // Scrolling forces a layout: do it before the page changes.
      if (isPositioned) window.scrollTo({ top: 0, behavior: 'instant' });
      // The page shown is the page asked for, so no remote will call `setHead`.
      if (!this.position.push(url) && !this.options.onRetry()) this.settle();
    }
    return shown;
  }

  /** Follows a change of the address by the browser's history or by a router. */
  private follow(event: Event): void {
    if (event.isTrusted && this.position.isLeft) {
      event.stopImmediatePropagation();
      if (event.type === 'popstate') void this.go(new URL(window.location.href), 'back');
      return;
    }
    if (event.type !== 'popstate') return;
    const move = this.position.follow();
    if (move === 'forward' || move === 'back') this.showCurrent(move);
    // Here no remote calls `setHead`.
    if (move === 'back within the page') goToSavedPosition();
    // The visitor came back to the page shown: the one being fetched is not wanted any more.
    if (event.isTrusted && this.state.name === 'fetching') this.enter({ name: 'shown' });
  }

  /** Shows the page of the address without holding the former one. */
  private showCurrent(direction: Direction): void {
    const state: State = { name: 'showing', direction, isPositioned: false, onShown: () => {} };
    void this.go(new URL(window.location.href), direction, state);
  }
}
