import type { HeadInput } from 'contracts/head';
import type { PageState, RemoteOnPage } from 'contracts/page';
import { getAppStatus, SKIP_BECAUSE_BROKEN } from 'single-spa';
import { loadRemote } from '../remotes/load-remote';
import { ownerOf } from '../remotes/owner';
import { applyHead } from './apply-head';
import { arrive } from './arrive';
import { crossFade } from './cross-fade';
import { currentEntry, nameEntry, nextEntryState, savedScroll, saveScroll } from './history-entries';
import { clickedAddress } from './links';
import { loadPage, reloadPage } from './page-load';
import { prefetchPage } from './prefetch';

/** Longest time that the old page is held on screen while the new one mounts. */
const TRANSITION_LIMIT_MS = 1_000;

interface NavigatorOptions {
  state: PageState;
  /** Told when a visitor begins and ends waiting for a page. */
  onBusy(busy: boolean): void;
}

const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** Soft navigation: one click is one history entry; focus, scroll and title behave as with a page load. */
export class Navigator {
  private readonly remotes: readonly RemoteOnPage[];
  private entry = currentEntry();
  private page = pageOf(window.location);
  private direction: 'forward' | 'back' = 'forward';
  private latest = 0;
  private shown: (() => void) | undefined;

  constructor(private readonly options: NavigatorOptions) {
    this.remotes = options.state.remotes;
  }

  listen(): void {
    nameEntry();
    this.entry = currentEntry();
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', () => {
      saveScroll(this.entry);
      // A page load restores better than scripts can: it knows before the first paint.
      window.history.scrollRestoration = 'auto';
    });
    window.addEventListener('pageshow', () => {
      window.history.scrollRestoration = 'manual';
    });
    document.addEventListener('click', (event) => {
      const url = clickedAddress(event);
      if (!url || !this.isSoft(url)) return;
      event.preventDefault();
      void this.go(url);
    });
    window.addEventListener('popstate', () => {
      // Routers announce their own pushes by the same event; only a change of entry is a step through history.
      const isNew = nameEntry();
      if (currentEntry() === this.entry) return;
      saveScroll(this.entry);
      this.entry = currentEntry();
      const page = pageOf(window.location);
      if (page === this.page) {
        // From place to place on one page no remote has anything to tell, and the browser goes only to new ones.
        if (!isNew) window.scrollTo({ top: savedScroll(), behavior: 'instant' });
        return;
      }
      this.page = page;
      this.latest += 1;
      this.direction = isNew ? 'forward' : 'back';
      if (!this.isSoft(new URL(window.location.href))) reloadPage();
    });
  }

  /** As if a link had been clicked. */
  navigate(path: string): void {
    const url = new URL(path, window.location.href);
    if (url.origin === window.location.origin && this.isSoft(url)) void this.go(url);
    else loadPage(url);
  }

  /** The page of the current address is shown. */
  setHead(head: HeadInput): void {
    const title = applyHead(head, this.options.state.config);
    // A page that was opened, and whose slot the browser had to fill, is not a page that was gone to.
    if (this.latest > 0) arrive(this.direction, title);
    this.options.onBusy(false);
    this.shown?.();
  }

  /** A remote failed: the server can still make the page. */
  recover(): void {
    this.options.onBusy(false);
    reloadPage();
  }

  /** Whether a page can be shown without leaving this document and what its CSP allows. A remote that failed once is left alone. */
  private isSoft(url: URL): boolean {
    const target = ownerOf(this.remotes, url.pathname);
    const first = ownerOf(this.remotes, this.firstPath);
    if (!target || getAppStatus(target.remote.name) === SKIP_BECAUSE_BROKEN) return false;
    return target.route.document === (first?.route.document ?? false);
  }

  private readonly firstPath = window.location.pathname;

  private async go(url: URL): Promise<void> {
    this.latest += 1;
    const turn = this.latest;
    const remote = ownerOf(this.remotes, url.pathname)?.remote;
    if (!remote) return loadPage(url);
    this.options.onBusy(true);
    prefetchPage(this.remotes, url.pathname);
    try {
      await loadRemote(remote, 'navigating');
    } catch (error) {
      console.error(`${url.pathname} is loaded as an ordinary page instead.`, error);
      return loadPage(url);
    }
    if (turn !== this.latest) return;
    await crossFade(() => this.push(url));
  }

  private push(url: URL): Promise<void> {
    saveScroll(this.entry);
    this.direction = 'forward';
    const shown = new Promise<void>((resolve) => {
      this.shown = resolve;
      setTimeout(resolve, TRANSITION_LIMIT_MS);
    });
    if (url.href !== window.location.href) {
      const state = nextEntryState();
      this.entry = state.entry;
      window.history.pushState(state, '', url);
    }
    const page = pageOf(url);
    if (page === this.page) {
      // No remote shows anything new, so none will tell.
      arrive('forward', document.title);
      this.options.onBusy(false);
      return Promise.resolve();
    }
    this.page = page;
    // At once, so that whoever waits for the page's data sees the place where it will be.
    if (!url.hash) window.scrollTo({ top: 0, behavior: 'instant' });
    return shown;
  }
}
