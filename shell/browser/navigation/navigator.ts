import type { HeadInput } from 'contracts/head';
import type { PageState, RemoteOnPage } from 'contracts/page';
import { getAppStatus, SKIP_BECAUSE_BROKEN } from 'single-spa';
import { loadRemote } from '../remotes/load-remote';
import { ownerOf } from '../remotes/owner';
import { applyHead } from './apply-head';
import { arrive } from './arrive';
import { currentEntry, nextEntryState, saveScroll } from './history-entries';
import { clickedAddress } from './links';
import { prefetchPage } from './prefetch';

/** Longest time that the old page is held on screen while the new one mounts. */
const TRANSITION_LIMIT_MS = 1_000;

interface NavigatorOptions {
  state: PageState;
  /** Told when a visitor begins and ends waiting for a page. */
  onBusy(busy: boolean): void;
}

type Transition = (update: () => Promise<void>) => { updateCallbackDone: Promise<void> };

/** Soft navigation: one click is one history entry; focus, scroll and title behave as with a page load. */
export class Navigator {
  private readonly remotes: readonly RemoteOnPage[];
  private entry = currentEntry();
  private direction: 'forward' | 'back' = 'forward';
  private latest = 0;
  private shown: (() => void) | undefined;

  constructor(private readonly options: NavigatorOptions) {
    this.remotes = options.state.remotes;
  }

  listen(): void {
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
      if (currentEntry() === this.entry) return;
      saveScroll(this.entry);
      this.entry = currentEntry();
      this.latest += 1;
      this.direction = 'back';
      if (!this.isSoft(new URL(window.location.href))) window.location.reload();
    });
  }

  /** As if a link had been clicked. */
  navigate(path: string): void {
    const url = new URL(path, window.location.href);
    if (url.origin === window.location.origin && this.isSoft(url)) void this.go(url);
    else window.location.assign(url);
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
    window.location.reload();
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
    if (!remote) return window.location.assign(url);
    this.options.onBusy(true);
    prefetchPage(this.remotes, url.pathname);
    try {
      await loadRemote(remote, 'navigating');
    } catch (error) {
      console.error(`${url.pathname} is loaded as an ordinary page instead.`, error);
      return window.location.assign(url);
    }
    if (turn !== this.latest) return;
    await this.transition(() => this.push(url));
  }

  private push(url: URL): Promise<void> {
    const same = url.href === window.location.href;
    saveScroll(this.entry);
    this.direction = 'forward';
    const shown = new Promise<void>((resolve) => {
      this.shown = resolve;
      setTimeout(resolve, TRANSITION_LIMIT_MS);
    });
    if (same) {
      arrive('forward', document.title);
      this.options.onBusy(false);
      return Promise.resolve();
    }
    const state = nextEntryState();
    this.entry = state.entry ?? this.entry;
    window.history.pushState(state, '', url);
    // At once, so that whoever waits for the page's data sees the place where it will be.
    if (!url.hash) window.scrollTo({ top: 0, behavior: 'instant' });
    return shown;
  }

  private async transition(update: () => Promise<void>): Promise<void> {
    const start = (document as { startViewTransition?: Transition }).startViewTransition?.bind(document);
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!start || still) return update();
    await start(update).updateCallbackDone;
  }
}
