import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import type { Head } from '@wholepage/contracts/head';
import { LRUCache } from 'lru-cache';
import type { ReleaseSet } from '../../releases/release-set';
import type { SiteConfig } from '../../settings/site/site-configs';
import type { PageAnswer, PageContent } from '../page-maker';

/** Where a page is kept, see `PageCache`. */
interface PageKey {
  key: string;
  version: string;
}

/** Advertisements make addresses as long as they like; these are read again at each visit. */
const LONGEST = 512;

/**
 * What addresses came to, as they were written: whose page it is and where it is kept needs no finding out at the second
 * visit. A release or a changed setting of the site invalidates it.
 */
export class AddressCache {
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

const CACHE = { max: 500, maxSize: 8 * 1024 * 1024 };

/**
 * Renderings of pages that hold fragments, stored apart from the fragments. So no other team's page is rendered again
 * when a fragment is released, or made for one visitor.
 */
export class ContentCache {
  private readonly contents = new LRUCache<string, { content: PageContent; expiresAt: number }>({
    ...CACHE,
    sizeCalculation: ({ content }) => 2 * (content.rendered?.html.length ?? 0) + 2_000,
  });

  async get(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const known = this.contents.get(key);
    if (known && known.expiresAt > Date.now()) return known.content;
    const content = await render();
    if (!('rendered' in content)) return content;
    const { rendered, maxAge, status } = content;
    if (status === 200 && maxAge > 0 && rendered?.html.includes(`<${FRAGMENT_ELEMENT}`)) {
      this.contents.set(key, { content, expiresAt: Date.now() + maxAge * 1_000 });
    }
    return content;
  }
}

const HEADS_KEPT = 2_000;

/** What pages said about themselves last: a page that cannot be rendered just now is still the same page. */
export class HeadCache {
  private readonly heads = new LRUCache<string, Head>({ max: HEADS_KEPT });

  /** Of pages that were found; what is gone for good is forgotten. */
  remember(address: string, status: number, head: Head): void {
    if (status === 200) this.heads.set(address, head);
    else if (status < 500) this.heads.delete(address);
  }

  forget(address: string): void {
    this.heads.delete(address);
  }

  of(address: string): Head | undefined {
    return this.heads.get(address);
  }
}
