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
  /** Key of the releases that it was rendered from, see `pageVersion`. */
  version: string;
  /** Versions of its fragments' apps. */
  uses: Readonly<Record<string, string>>;
  renderedAt: number;
  expiresAt: number;
}

/** A rendered page, before it is stored. */
export interface MadePage {
  response: StoredResponse;
  /** Seconds for which it may be reused. */
  maxAge: number;
  /** False when a part could not be loaded: the last complete page, if any, is better. */
  complete: boolean;
  /** False when the remote's own part is left to the browser: a page that has it, if any, is better. */
  hasContent: boolean;
  /** True when any query parameter makes another page, so that visitors can invent its addresses. */
  isEndless?: boolean;
  /** Versions of its fragments' apps; empty for an app without a release. */
  uses?: Readonly<Record<string, string>>;
}

/** Returns the live version of an app; empty when there is none. */
export type LiveVersion = (app: string) => string;

const NO_APPS: LiveVersion = () => '';

const isOfNow = (uses: Cached['uses'], live: LiveVersion): boolean => {
  for (const app in uses) if (uses[app] !== live(app)) return false;
  return true;
};

/** Returns the worth of a page, which replaces one of lower worth at its address. */
const worthOf = ({ complete, hasContent }: MadePage): number => (complete ? 2 : hasContent ? 1 : 0);

/** Bytes of a body with its compressed copies, relative to the body. */
const COMPRESSED_SHARE = 1.5;
/** Lifetime of an incomplete page: it is retried soon, but not for every visitor. */
const RETRY_MS = 1_000;
/** Longest wait for a new page while there is a good older one. */
const REVALIDATION_WAIT_MS = 700;
/** Age after which a page is not served, however long a fault lasts. */
const STALE_LIMIT_MS = 24 * 3_600_000;

const bytesOf = ({ response }: Cached): number => Math.ceil(response.body.length * COMPRESSED_SHARE) + 2_000;

/**
 * Stored responses by address, bounded in number and bytes. Concurrent requests for one address share one render. While
 * a page cannot be rendered (stale-if-error), or takes long (stale-while-revalidate), the last good one is sent, of
 * these releases or of earlier ones. A page that lacks a fragment is better than one without the remote's own part.
 */
export class PageCache {
  private readonly pages: LRUCache<string, Cached>;
  /** Pages that were not found, or whose addresses visitors can invent: they must not evict the others. */
  private readonly others: LRUCache<string, Cached>;
  private readonly inFlight = new Map<string, Promise<StoredResponse>>();

  constructor(
    { maxEntries, maxBytes }: { maxEntries: number; maxBytes: number },
    private readonly log: Log,
  ) {
    this.pages = new LRUCache({ max: maxEntries, maxSize: maxBytes, sizeCalculation: bytesOf });
    this.others = new LRUCache({ max: maxEntries / 10, maxSize: maxBytes / 8, sizeCalculation: bytesOf });
  }

  /** @param live versions that a fresh page's fragments must have */
  fresh(key: string, version: string, live: LiveVersion = NO_APPS): StoredResponse | undefined {
    for (const cache of [this.pages, this.others]) {
      const cached = cache.get(key);
      if (cached?.version !== version || cached.expiresAt <= performance.now()) continue;
      if (isOfNow(cached.uses, live)) return cached.response;
    }
    return undefined;
  }

  /** @throws what `render` throws, when there is no earlier page instead */
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
      this.pages.set(key, { ...stale, version, uses: rendered?.uses ?? {}, expiresAt: now + RETRY_MS });
      return stale.response;
    }
    if (!rendered) throw new Error('The last good page expired meanwhile.');
    const { response, maxAge, complete, uses = {}, isEndless } = rendered;
    const worth = worthOf(rendered);
    const found = worth > 0 && response.status === 200;
    if (found && maxAge === 0) {
      this.pages.delete(key);
      return response;
    }
    const lifetimeMs = complete ? maxAge * 1000 : RETRY_MS;
    // An earlier response of the same bytes is compressed already.
    const isSame = complete && stale?.version === version && stale.response.isSameAs(response);
    const page = isSame ? stale.response : response;
    const kept = { response: page, worth, version, uses, renderedAt: now, expiresAt: now + lifetimeMs };
    (found && !isEndless ? this.pages : this.others).set(key, kept);
    // A page that is gone for good must not come back when a later render fails.
    if (found && !isEndless) this.others.delete(key);
    else if (complete) this.pages.delete(key);
    return page;
  }
}

const freshOrStale = (inFlight: Promise<StoredResponse>, stale: StoredResponse): Promise<StoredResponse> =>
  orAfter(inFlight, REVALIDATION_WAIT_MS, () => stale);

/** Key of a page in `PageCache`. */
interface PageKey {
  key: string;
  version: string;
}

/** Longest cached address: advertisements add long parameters, which are parsed at each visit. */
const LONGEST = 512;

/**
 * Caches the page key of each requested address, so that the second visit needs no routing. A release or a changed
 * setting of the site invalidates it.
 */
export class AddressCache {
  private readonly keys = new Map<string, PageKey>();
  private set: ReleaseSet | undefined;
  private site: SiteConfig | undefined;

  /** @param limit addresses after which all are dropped: visitors can invent them */
  constructor(private readonly limit: number) {}

  /** @param address path and query as requested */
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
/** Approximate bytes of a cached value. */
const sizeCalculation = (said: object): number => 2 * JSON.stringify(said).length + 500;

/**
 * Renders of pages with fragments, stored without these: the page is not rendered again when a fragment is released, or
 * is rendered for one visitor.
 */
export class ContentCache {
  private readonly contents = new LRUCache<string, PageContent>({ max: 500, maxSize: MOST_BYTES, sizeCalculation });

  async get(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const known = this.contents.get(key);
    // A page expires with its parts.
    if (known) return { ...known, maxAge: Math.min(known.maxAge, this.contents.getRemainingTTL(key) / 1_000) };
    const content = await render();
    if (!('rendered' in content)) return content;
    const { rendered, maxAge, status } = content;
    if (status === 200 && maxAge > 0 && rendered?.html.includes(`<${FRAGMENT_ELEMENT}`))
      this.contents.set(key, content, { ttl: maxAge * 1_000 });
    return content;
  }
}

/** The last head of each page, for when it cannot be rendered. */
export class HeadCache {
  private readonly heads = new LRUCache<string, Head>({ max: 2_000, maxSize: MOST_BYTES, sizeCalculation });

  /** Remembers the head of a found page; forgets one that is gone for good. */
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
