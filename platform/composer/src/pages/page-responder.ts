import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalPath, pageAddress } from '@wholepage/page-rules/address';
import type { Trace } from '@wholepage/telemetry/trace';
import type { PageVisit, Visitors } from '../canary/visitors';
import { cookiesOf } from '../http/request/request';
import { FOR_ONE_VISITOR, type StoredResponse, send, sendReady, sendText } from '../http/response/send';
import type { PendingResponses } from '../http/server/drain';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import { isPersonal, type ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import { AddressCache, type LiveVersion, PageCache, type RenderedPage } from './cache/page-cache';
import { personalCookies } from './document/document';
import { type CookiesOf, PageMaker, type PageMakerOptions, UNKNOWN_PATH } from './page-maker';
import { isAbsent, ownerOf, pageVersion } from './page-parts';
import { sendSorry } from './sorry-page';

const CACHE = { maxEntries: 2_000, maxBytes: 16 * 1024 * 1024 };

const liveIn =
  (set: ReleaseSet): LiveVersion =>
  (app) =>
    set.apps[app]?.manifest.version ?? '';

/** Whether the visitor brings any of these cookies. */
const isBrought = (request: IncomingMessage, names: readonly string[]): boolean =>
  names.length > 0 && Object.keys(cookiesOf(request, names)).length > 0;

/** Whether this visitor gets a page of their own in the place of what all others get. */
const isPersonalTo = (request: IncomingMessage, stored: StoredResponse): boolean =>
  isBrought(request, personalCookies(stored));

interface PageResponderOptions extends PageMakerOptions {
  settings: Settings;
  visitors: Visitors;
  pending: PendingResponses;
  metrics: Metrics;
  log: Log;
}

export const sendMoved = (request: IncomingMessage, response: ServerResponse, location: string): void =>
  sendText(request, response, 308, 'Moved.', { location });

/** Parameters that the page does not read, such as where a visitor came from, go along within the site. */
function withUnread(location: string, asked: URL, address: string): string {
  const target = new URL(location, asked);
  const read = new URL(address, asked).searchParams;
  const unread = [...asked.searchParams].filter(([name]) => !read.has(name));
  if (target.origin !== asked.origin || unread.length === 0) return location;
  for (const [name, value] of unread) target.searchParams.append(name, value);
  return target.pathname + target.search + target.hash;
}

/** Answers requests for pages: from the cache, by a new render, or with the page for unknown addresses. */
export class PageResponder {
  private readonly pages: PageCache;
  private readonly addresses = new AddressCache(CACHE.maxEntries);
  private readonly maker: PageMaker;
  /** Makes what one visitor alone sees: it remembers nothing for the others, and counts nothing. */
  private readonly previewMaker: PageMaker;

  constructor(private readonly options: PageResponderOptions) {
    this.pages = new PageCache(CACHE, options.log);
    this.maker = new PageMaker(options);
    const { noteHeld: _noteHeld, observeFragments: _observeFragments, ...alone } = options;
    this.previewMaker = new PageMaker(alone);
  }

  /** Anything that is kept like a page, unless one visitor alone sees it. */
  kept(set: ReleaseSet, key: string, version: string, make: () => Promise<RenderedPage>): Promise<StoredResponse> {
    if (isPersonal(set)) return make().then((page) => page.response);
    return this.pages.get(key, version, make, liveIn(set));
  }

  /** The page for addresses that nobody owns, or that cannot be read. */
  async sendNotFound(request: IncomingMessage, response: ServerResponse, set: ReleaseSet, status = 404): Promise<void> {
    const make = () => this.makerOf(set).make(set, new URL(UNKNOWN_PATH, this.options.settings.siteOrigin));
    const made = this.kept(set, UNKNOWN_PATH, this.version(set, ''), make);
    return this.options.pending.answer(request, response, made, (to, stored) => send(request, to, stored, status));
  }

  /**
   * Sends at once what was sent for this address before, to a visitor who brings nothing that makes it another page.
   * @returns false, and sends nothing, when there is something to find out or to make
   */
  sendCached(request: IncomingMessage, response: ServerResponse, set: ReleaseSet): boolean {
    if (set.canaries.length > 0) return false;
    const { metrics, sites } = this.options;
    const known = this.addresses.find(request.url ?? '', set, sites.of(set));
    const stored = known && this.pages.fresh(known.key, known.version, liveIn(set));
    if (!stored || isPersonalTo(request, stored) || !sendReady(request, response, stored)) return false;
    metrics.cacheHit();
    return true;
  }

  /** Whether this visitor's page is in memory. */
  isCached(request: IncomingMessage, asked: URL, { set, cacheKey }: Pick<PageVisit, 'set' | 'cacheKey'>): boolean {
    const owner = ownerOf(set, asked.pathname);
    const key = owner ? cacheKey + pageAddress(asked, owner.route.query) : UNKNOWN_PATH;
    if (isPersonal(set) || isBrought(request, owner?.route.cookies ?? [])) return false;
    const fresh = this.pages.fresh(key, this.version(set, owner?.name ?? ''), liveIn(set));
    return fresh !== undefined && !isPersonalTo(request, fresh);
  }

  /** @param trace is asked for only when something is made */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    asked: URL,
    visit: PageVisit,
    trace: () => Trace,
  ): void | Promise<void> {
    const { set, cacheKey, sends } = visit;
    const owner = ownerOf(set, asked.pathname);
    if (!owner && isAbsent(set, asked.pathname)) return sendSorry(request, response, set.apps.shell);
    if (!owner) return this.sendNotFound(request, response, set);
    const path = canonicalPath(asked.pathname) ?? asked.pathname;
    if (path !== asked.pathname) return sendMoved(request, response, path + asked.search);
    const address = pageAddress(asked, owner.route.query);
    const deliver = (to: ServerResponse, stored: StoredResponse) => {
      sends(to, owner.release, stored);
      const { location } = stored.headers;
      if (!location) return send(request, to, stored);
      const headers = { ...stored.headers, ...(to.hasHeader('vary') && FOR_ONE_VISITOR) };
      return sendText(request, to, stored.status, 'See the address in Location.', {
        ...headers,
        location: withUnread(location, asked, address),
      });
    };
    const deliverMade = (made: Promise<StoredResponse>) =>
      this.options.pending.answer(request, response, made, deliver);
    const make = (cookiesOfVisitor?: CookiesOf) =>
      this.makerOf(set).make(set, new URL(address, asked), trace(), cookiesOfVisitor);
    const makeOwn = () => make((names) => cookiesOf(request, names)).then((page) => page.response);
    if (isPersonal(set) || isBrought(request, owner.route.cookies ?? [])) return deliverMade(makeOwn());
    const version = this.version(set, owner.name);
    const live = liveIn(set);
    const fresh = this.pages.fresh(cacheKey + address, version, live);
    if (!fresh) {
      const shared = this.pages.get(cacheKey + address, version, () => make(), live);
      return deliverMade(shared.then((stored) => (isPersonalTo(request, stored) ? makeOwn() : stored)));
    }
    if (isPersonalTo(request, fresh)) return deliverMade(makeOwn());
    if (!cacheKey && !fresh.headers.location)
      this.addresses.remember(request.url ?? '', set, this.options.sites.of(set), { key: address, version });
    this.options.metrics.cacheHit();
    return deliver(response, fresh);
  }

  /** The document of an isolated remote, see {@link PageMaker.makeIsolated}. */
  makeIsolated(set: ReleaseSet, app: string, url: URL, trace: Trace): Promise<StoredResponse | undefined> {
    return this.makerOf(set).makeIsolated(set, app, url, trace);
  }

  private version(set: ReleaseSet, remote: string): string {
    return `${pageVersion(set, remote)} ${this.options.sites.of(set).path}`;
  }

  private makerOf(set: ReleaseSet): PageMaker {
    return isPersonal(set) ? this.previewMaker : this.maker;
  }
}
