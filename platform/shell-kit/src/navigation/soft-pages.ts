import type { PublicConfig } from '@wholepage/contracts/config';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { loadRemote } from '../remotes/load-remote';
import type { Owned } from '../remotes/owner';
import { fetchPage } from '../remotes/page-files';
import type { Releases } from '../remotes/releases';

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
    await prepare?.({ url, config });
    return owned.remote.name;
  };

  return {
    /** Whether this document may show the page. True while the pages of other remotes are unknown; `fetch` then decides. */
    mayHave: (url: URL): boolean => !releases.isKnown || ownerOf(url) !== undefined,

    /** Fetches a page. @returns the name of its remote; undefined when only a page load can show it, or is sooner there. @throws when a part of it fails */
    fetch: (url: URL): Promise<string | undefined> => orAfter(fetching(url), FETCH_LIMIT_MS, () => undefined),
  };
}
