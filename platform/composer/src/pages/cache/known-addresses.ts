import type { ReleaseSet } from '../../releases/release-set';
import type { SiteConfig } from '../../settings/site/site-configs';

/** Where a page is kept, see `PageCache`. */
export interface PageKey {
  key: string;
  version: string;
}

/** Advertisements make addresses as long as they like; these are read again at each visit. */
const LONGEST = 512;

/**
 * What addresses came to, as they were written: whose page it is and where it is kept needs no finding out at the second
 * visit. A release or a changed setting of the site invalidates it.
 */
export class KnownAddresses {
  private readonly keys = new Map<string, PageKey>();
  private set: ReleaseSet | undefined;
  private site: SiteConfig | undefined;

  /** @param limit addresses can be made up without end: with more than so many, all are forgotten */
  constructor(private readonly limit: number) {}

  /** @param address path and query as the visitor's browser wrote them */
  find(address: string, set: ReleaseSet, site: SiteConfig): PageKey | undefined {
    return set === this.set && site === this.site ? this.keys.get(address) : undefined;
  }

  remember(address: string, set: ReleaseSet, site: SiteConfig, page: PageKey): void {
    if (set !== this.set || site !== this.site || this.keys.size >= this.limit) this.keys.clear();
    [this.set, this.site] = [set, site];
    if (address.length <= LONGEST) this.keys.set(address, page);
  }
}
