import type { PublicConfig } from '@wholepage/contracts/config';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { savesData } from '../boot/connection';
import { loadRemote } from '../remotes/load-remote';
import type { Owned } from '../remotes/owner';
import { fetchPage, prefetchPage } from '../remotes/page-files';
import type { Releases } from '../remotes/releases';
import type { Routing } from '../remotes/routing';
import { linkAddress } from './links';

/** Past this the browser loads the page: the server makes it whole, and a slow line carries it once. */
const FETCH_LIMIT_MS = 2_000;

export interface SoftPagesOptions {
  config: PublicConfig;
  releases: Releases;
  /** Loads single-spa. @throws when it cannot be loaded */
  startRouting(): Promise<void>;
}

/** Decides which pages this document can show, given its policy and the code that it runs, and fetches them. */
export function softPages({ config, releases, startRouting }: SoftPagesOptions) {
  const firstPath = window.location.pathname;
  let lastPath = firstPath;

  const ownerOf = (url: URL): Owned | undefined => {
    const target = releases.ownerOf(url.pathname);
    const first = releases.ownerOf(firstPath);
    if (!target || target.route.document !== (first?.route.document ?? false)) return undefined;
    return releases.isOutdatedFor(target) ? undefined : target;
  };
  const fetching = async (url: URL): Promise<string | undefined> => {
    await releases.refresh();
    const owned = ownerOf(url);
    if (!owned) return undefined;
    await Promise.all([fetchPage(owned), startRouting()]);
    const { prepare } = await loadRemote(owned.remote);
    // A page that changes its own query, as a list does by its page numbers, says itself that it loads.
    if (url.pathname !== lastPath) await prepare?.({ url, config });
    lastPath = url.pathname;
    return owned.remote.name;
  };

  return {
    /** Whether this document may show the page. True while the pages of other remotes are unknown; `fetch` then decides. */
    mayHave: (url: URL): boolean => !releases.isKnown || ownerOf(url) !== undefined,

    /** Fetches a page. @returns the name of its remote; undefined when only a page load can show it, or is sooner there. @throws when a part of it fails */
    fetch: (url: URL): Promise<string | undefined> => orAfter(fetching(url), FETCH_LIMIT_MS, () => undefined),
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
