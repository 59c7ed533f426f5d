import { within } from '../deadline';
import { loadRemote } from '../remotes/load-remote';
import type { Owned } from '../remotes/owner';
import { fetchPage } from '../remotes/page-files';
import type { Releases } from '../remotes/releases';

/** With the time that asking the server takes, a visitor has a page or a panel within 4 s. */
const CODE_LIMIT_MS = 2_000;

export interface SoftPagesOptions {
  releases: Releases;
  /** Has ready what puts one remote in the place of another. @throws when it cannot be had */
  startRouting(): Promise<void>;
  /** A page of this remote is about to be shown. */
  onOwner(name: string): void;
}

/** The pages that can be shown without leaving this document, what its CSP allows and the code it runs. */
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
    /** Whether a page may be one of them. Where the pages of the others are is not known before the first click: then it is asked. */
    mayHave: (url: URL): boolean => !releases.isKnown || ownerOf(url) !== undefined,

    /** @returns whether the page is one of them; then its code is here. @throws when that cannot be had in time */
    fetch: (url: URL): Promise<boolean> => within(fetching(url), CODE_LIMIT_MS, `Fetching the code of ${url.pathname}`),
  };
}
