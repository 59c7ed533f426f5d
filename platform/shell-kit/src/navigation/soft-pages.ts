import { within } from '@wholepage/federation/deadline';
import { loadRemote } from '../remotes/load-remote';
import type { Owned } from '../remotes/owner';
import { fetchPage } from '../remotes/page-files';
import type { Releases } from '../remotes/releases';

/** Together with the question to the server, a visitor has a page or a panel within 4 s. */
const CODE_LIMIT_MS = 2_000;

export interface SoftPagesOptions {
  releases: Releases;
  /** Loads single-spa. @throws when it cannot be loaded */
  startRouting(): Promise<void>;
  /** A page of this remote is about to be shown. */
  onOwner(name: string): void;
}

/** Decides which pages this document can show, given its policy and the code that it runs, and fetches their code. */
export function softPages({ releases, startRouting, onOwner }: SoftPagesOptions) {
  const firstPath = window.location.pathname;

  const ownerOf = (url: URL): Owned | undefined => {
    const target = releases.ownerOf(url.pathname);
    const first = releases.ownerOf(firstPath);
    if (!target || target.route.document !== (first?.route.document ?? false)) return undefined;
    return releases.isOutdatedFor(target) ? undefined : target;
  };
  const fetching = async (url: URL): Promise<boolean> => {
    await releases.refresh();
    const owned = ownerOf(url);
    if (!owned) return false;
    await Promise.all([fetchPage(owned), startRouting()]);
    await loadRemote(owned.remote);
    onOwner(owned.remote.name);
    return true;
  };

  return {
    /** Whether this document may show the page. True while the pages of other remotes are unknown; `fetch` then decides. */
    mayHave: (url: URL): boolean => !releases.isKnown || ownerOf(url) !== undefined,

    /** Fetches the code of a page. @returns false when only a page load can show it. @throws when the code is late or fails */
    fetch: (url: URL): Promise<boolean> => within(fetching(url), CODE_LIMIT_MS, `Fetching the code of ${url.pathname}`),
  };
}
