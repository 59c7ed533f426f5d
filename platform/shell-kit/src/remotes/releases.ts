import {
  LIVE_SET_PATH,
  type LiveSet,
  type PageState,
  type RemoteOnPage,
  type RouteOnPage,
  type SetDocument,
  setPath,
} from '@wholepage/contracts/page';
import { matchRoute } from '@wholepage/page-rules/address';
import { fetchJson } from '../boot/page-state';
import { loadedVersion } from './load-remote';

/** A tab asks for newer releases when it goes on after so long. */
const FRESH_MS = 60_000;

/** Which remote shows which page. A page knows its own; the others are fetched when somebody is about to go on. */
export class Releases {
  private set: SetDocument | undefined;
  private asking: Promise<void> | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly page: PageState) {}

  /** Whether other pages than this one are known. */
  get isKnown(): boolean {
    return this.set !== undefined;
  }

  /** Id of the set that was asked for last. */
  get setId(): string | undefined {
    return this.set?.id;
  }

  ownerOf(path: string): Owned | undefined {
    const { remote } = this.page;
    return (this.set && ownerOf(this.set.remotes, path)) ?? (remote && ownerOf([remote], path));
  }

  /** Follows what is live. An answer of a while ago will do while there is none of now. @throws when there is none at all */
  async refresh(): Promise<void> {
    if (performance.now() - this.askedAt > FRESH_MS) {
      this.asking ??= this.ask().finally(() => {
        this.asking = undefined;
      });
    }
    try {
      await this.asking;
    } catch (error) {
      if (!this.set) throw error;
    }
  }

  /** Whether this tab runs other code than the live set has for a page: then a page load takes the newer one. */
  isOutdatedFor({ remote }: Owned): boolean {
    const loaded = loadedVersion(remote.name);
    const isOtherShell = this.set !== undefined && this.set.shell !== this.page.releases.shell;
    return isOtherShell || (loaded !== undefined && loaded !== remote.version);
  }

  private async ask(): Promise<void> {
    // An answer is as old as its question: a machine may sleep in between.
    const askedAt = performance.now();
    const { id } = await fetchJson<LiveSet>(LIVE_SET_PATH);
    if (id !== this.set?.id) this.set = await fetchJson<SetDocument>(setPath(id));
    this.askedAt = askedAt;
  }
}

/** A page's remote, and the route by which it is that. */
export interface Owned {
  remote: RemoteOnPage;
  route: RouteOnPage;
}

/** Which remote shows a path, and by which of its routes. */
export function ownerOf(remotes: readonly RemoteOnPage[], path: string): Owned | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { remote, route };
  }
  return undefined;
}
