import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import type { Head } from '@wholepage/contracts/head';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { LRUCache } from 'lru-cache';
import type { StoredResponse } from '../../http/response/send';
import { type Log, reason } from '../../log';
import type { ReleaseSet } from '../../releases/release-set';
import type { SiteConfig } from '../../settings/site/site-configs';
import type { PageAnswer, PageContent } from '../page-responder';

interface Cached {
  response: StoredResponse;
  worth: number;
  /** Names the releases that it was rendered from, see `pageVersion`. */
  version: string;
  /** Versions of the apps whose fragments it holds. */
  uses: Readonly<Record<string, string>>;
  renderedAt: number;
  expiresAt: number;
}

/** A page as it came out of rendering, before it is stored. */
export interface MadePage {
  response: StoredResponse;
  /** Seconds for which it may be reused. */
  maxAge: number;
  /** False when a part of it could not be loaded: then the last complete one is better, when there is one. */
  complete: boolean;
  /** False when the remote's own part is left to the browser: then a page that has it is better, when there is one. */
  hasContent: boolean;
  /** Any parameter makes another page of it: visitors can make its addresses up. */
  isEndless?: boolean;
  /** Versions of the apps whose fragments it holds; empty for one that has no release. */
  uses?: Readonly<Record<string, string>>;
}

/** The version of an app that visitors get now; empty when there is none. */
export type LiveVersion = (app: string) => string;

const NO_APPS: LiveVersion = () => '';

const isOfNow = (uses: Cached['uses'], live: LiveVersion): boolean => {
  for (const app in uses) if (uses[app] !== live(app)) return false;
  return true;
};

/** A page is given up for one of its address that is worth more. */
const worthOf = ({ complete, hasContent }: MadePage): number => (complete ? 2 : hasContent ? 1 : 0);

/** Compressed copies add about this much to a body. */
const COMPRESSED_SHARE = 1.5;
/** A page that failed is tried again soon, but not for every visitor. */
const RETRY_MS = 1_000;
/** Who can be given the last good page does not wait longer for a new one. */
const REVALIDATION_WAIT_MS = 700;
/** However long a fault lasts, a page older than this is nobody's. */
const STALE_LIMIT_MS = 24 * 3_600_000;

const bytesOf = ({ response }: Cached): number => Math.ceil(response.body.length * COMPRESSED_SHARE) + 2_000;

/**
 * Stored responses by address, bounded in number and bytes. Concurrent requests for one address share one rendering.
 * While a page cannot be rendered the last good one is sent (stale-if-error), of these releases or of those before. One
 * that lacks a fragment is better than one without the remote's own part.
 * While it is being rendered for long, too (stale-while-revalidate).
 */
export class PageCache {
  private readonly pages: LRUCache<string, Cached>;
  /** Addresses can be made up without end: what was not found must not push out what was. */
  private readonly others: LRUCache<string, Cached>;
  private readonly inFlight = new Map<string, Promise<StoredResponse>>();

  constructor(
    { maxEntries, maxBytes }: { maxEntries: number; maxBytes: number },
    private readonly log: Log,
  ) {
    this.pages = new LRUCache({ max: maxEntries, maxSize: maxBytes, sizeCalculation: bytesOf });
    this.others = new LRUCache({ max: maxEntries / 10, maxSize: maxBytes / 8, sizeCalculation: bytesOf });
  }

  /** @param live a page whose fragments are of other releases is no longer fresh */
  fresh(key: string, version: string, live: LiveVersion = NO_APPS): StoredResponse | undefined {
    for (const cache of [this.pages, this.others]) {
      const cached = cache.get(key);
      if (cached?.version !== version || cached.expiresAt <= performance.now()) continue;
      if (isOfNow(cached.uses, live)) return cached.response;
    }
    return undefined;
  }

  /** @throws what `render` throws, when there is no earlier page to give instead */
  async get(
    key: string,
    version: string,
    render: () => Promise<MadePage>,
    live: LiveVersion = NO_APPS,
  ): Promise<StoredResponse> {
    const fresh = this.fresh(key, version, live);
    if (fresh) return fresh;
    const request = `${version} ${key}`;
    let inFlight = this.inFlight.get(request);
    if (!inFlight) {
      inFlight = this.revalidate(key, version, render).finally(() => this.inFlight.delete(request));
      this.inFlight.set(request, inFlight);
    }
    const stale = this.stale(key);
    return stale ? freshOrStale(inFlight, stale.response) : inFlight;
  }

  private stale(key: string): Cached | undefined {
    const cached = this.pages.get(key);
    return cached && performance.now() - cached.renderedAt < STALE_LIMIT_MS ? cached : undefined;
  }

  private async revalidate(key: string, version: string, render: () => Promise<MadePage>): Promise<StoredResponse> {
    let rendered: MadePage | undefined;
    try {
      rendered = await render();
    } catch (error) {
      if (!this.stale(key)) throw error;
      this.log('error', 'page failed, the last good one is sent', { reason: reason(error) });
    }
    const now = performance.now();
    const stale = this.stale(key);
    if (stale && (!rendered || worthOf(rendered) < stale.worth)) {
      const uses = rendered?.uses ?? stale.uses;
      this.pages.set(key, { ...stale, version, uses, expiresAt: now + RETRY_MS });
      return stale.response;
    }
    if (!rendered) throw new Error('The last good page expired meanwhile.');
    const { response, maxAge, complete, uses = {}, isEndless } = rendered;
    const worth = worthOf(rendered);
    const found = worth > 0 && response.status === 200;
    if (found && maxAge === 0) return response;
    const lifetimeMs = complete ? maxAge * 1000 : RETRY_MS;
    // An earlier one of the same bytes is compressed already.
    const isSame = complete && stale?.version === version && stale.response.isSameAs(response);
    const page = isSame ? stale.response : response;
    const kept = { response: page, worth, version, uses, renderedAt: now, expiresAt: now + lifetimeMs };
    (found && !isEndless ? this.pages : this.others).set(key, kept);
    // What is gone for good must not come back when something breaks later.
    if (found && !isEndless) this.others.delete(key);
    else if (complete) this.pages.delete(key);
    return page;
  }
}

const freshOrStale = (inFlight: Promise<StoredResponse>, stale: StoredResponse): Promise<StoredResponse> =>
  orAfter(inFlight, REVALIDATION_WAIT_MS, () => stale);

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

const MOST_BYTES = 8 * 1024 * 1024;
/** Of what a release says as JSON. */
const sizeCalculation = (said: object): number => 2 * JSON.stringify(said).length + 500;

/**
 * Renderings of pages that hold fragments, stored apart from the fragments. So no other team's page is rendered again
 * when a fragment is released, or made for one visitor.
 */
export class ContentCache {
  private readonly contents = new LRUCache<string, PageContent>({ max: 500, maxSize: MOST_BYTES, sizeCalculation });

  async get(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const known = this.contents.get(key);
    // No page is younger than its parts.
    if (known) return { ...known, maxAge: Math.min(known.maxAge, this.contents.getRemainingTTL(key) / 1_000) };
    const content = await render();
    if (!('rendered' in content)) return content;
    const { rendered, maxAge, status } = content;
    if (status === 200 && maxAge > 0 && rendered?.html.includes(`<${FRAGMENT_ELEMENT}`))
      this.contents.set(key, content, { ttl: maxAge * 1_000 });
    return content;
  }
}

/** What pages said about themselves last: a page that cannot be rendered just now is still the same page. */
export class HeadCache {
  private readonly heads = new LRUCache<string, Head>({ max: 2_000, maxSize: MOST_BYTES, sizeCalculation });

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
