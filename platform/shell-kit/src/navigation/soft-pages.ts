import type { PublicConfig } from '@wholepage/contracts/mount';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { savesData } from '../boot/when-wanted';
import { loadRemote } from '../remotes/load-remote';
import { fetchPage, prefetchPage } from '../remotes/page-files';
import type { Owned, Releases } from '../remotes/releases';
import type { Routing } from '../remotes/routing';
import { linkAddress } from './links';

/** Past this the browser loads the page: the server makes it whole, and a slow line carries it once. */
const FETCH_LIMIT_MS = 2_000;

/** After so many redirects a page load goes on: browsers know a circle. */
const MOST_REDIRECTS = 5;

/** A page that is ready to be shown. */
export interface SoftPage {
  url: URL;
  /** Name of its remote. */
  owner: string;
}

export interface SoftPagesOptions {
  config: PublicConfig;
  releases: Releases;
  /** Loads single-spa. @throws when it cannot be loaded */
  startRouting(): Promise<void>;
}

/** Decides which pages this document can show, given its policy and the code that it runs, and fetches them. */
export function softPages({ config, releases, startRouting }: SoftPagesOptions) {
  const firstPath = window.location.pathname;
  // On a page of the shell's own no remote is mounted: a link to its address asks again.
  let lastPath = releases.ownerOf(firstPath) && firstPath;

  const ownerOf = (url: URL): Owned | undefined => {
    const target = releases.ownerOf(url.pathname);
    const first = releases.ownerOf(firstPath);
    if (!target || target.route.document !== (first?.route.document ?? false)) return undefined;
    return releases.isOutdatedFor(target) ? undefined : target;
  };
  const fetching = async (url: URL, redirects = 0): Promise<SoftPage | undefined> => {
    await releases.refresh();
    const owned = ownerOf(url);
    if (!owned) return undefined;
    await Promise.all([fetchPage(owned), startRouting()]);
    const { prepare } = await loadRemote(owned.remote);
    // A page that changes its own query, as a list does by its page numbers, says itself that it loads.
    const answer = url.pathname === lastPath ? undefined : await prepare?.({ url, config });
    if (answer) {
      // The server has the page for what is denied, judges addresses of other sites, and corrects the entry of a step back.
      const to = 'to' in answer && url.href !== window.location.href ? new URL(answer.to, url) : undefined;
      return to?.origin === url.origin && redirects < MOST_REDIRECTS ? fetching(to, redirects + 1) : undefined;
    }
    lastPath = url.pathname;
    return { url, owner: owned.remote.name };
  };

  return {
    /** Whether this document may show the page. True while the pages of other remotes are unknown; `fetch` then decides. */
    mayHave: (url: URL): boolean => !releases.isKnown || ownerOf(url) !== undefined,

    /** Fetches a page, or the one that it leads to. @returns undefined when only a page load can show it, or is sooner there. @throws when a part of it fails */
    fetch: (url: URL): Promise<SoftPage | undefined> => orAfter(fetching(url), FETCH_LIMIT_MS, () => undefined),
  };
}

type Starter = Pick<Routing, 'start'>;

async function prefetch(releases: Releases, routing: Starter, path: string): Promise<void> {
  await releases.refresh();
  const owned = releases.ownerOf(path);
  if (!owned || owned.route.document || releases.isOutdatedFor(owned)) return;
  void prefetchPage(owned);
  await routing.start();
}

/** Prefetches the page of a link that a visitor points at, touches or tabs to, and what shows it, unless they save data. */
export function prefetchOnIntent(releases: Releases, routing: Starter): void {
  const onIntent = (event: Event) => {
    const url = linkAddress(event.target);
    // Whoever then clicks hears of it, should it fail.
    if (url && !savesData()) prefetch(releases, routing, url.pathname).catch(() => {});
  };
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}
