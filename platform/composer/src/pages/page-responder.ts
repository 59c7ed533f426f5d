import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Head, headSchema } from '@wholepage/contracts/head';
import type { LayoutStatus } from '@wholepage/contracts/page';
import type { Denied, Redirect, RenderedPage } from '@wholepage/contracts/render';
import { canonicalPath, pageAddress } from '@wholepage/page-rules/address';
import type { Trace } from '@wholepage/telemetry/trace';
import { LRUCache } from 'lru-cache';
import { goalsScriptOf, type PageVisit } from '../canary/visitors';
import { devtoolsOf } from '../devtools/devtools';
import { GuestBusyError } from '../errors';
import { PageFragments } from '../fragments/fragment-filler';
import type { LayoutPieces, Renderer } from '../guests/renderer';
import { asStep, cookiesOf } from '../http/request/request';
import { FOR_ONE_VISITOR, type StoredResponse, send, sendReady, sendText } from '../http/response/send';
import { frameDocument, isolatedSlot } from '../isolated/isolated-pages';
import { type Log, reason } from '../log';
import type { Parts } from '../parts';
import { type MadeOf, previewBar, previewNotice } from '../preview/preview-bar';
import { isPersonal, type LoadedRelease, type ReleaseSet, releaseOf } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import type { SiteConfig } from '../settings/site/site-configs';
import { AddressCache, ContentCache, HeadCache, type LiveVersion, type MadePage, PageCache } from './cache/page-cache';
import { RELOAD_SCRIPT } from './document/dev-reload';
import { pageResponse, redirectResponse } from './document/document';
import { isAbsent, type Owner, ownerOf, pageVersion } from './page-parts';
import { sendSorry } from './sorry-page';

const CACHE = { maxEntries: 2_000, maxBytes: 16 * 1024 * 1024 };

const liveIn =
  (set: ReleaseSet): LiveVersion =>
  (app) =>
    releaseOf(set, app)?.manifest.version ?? '';

const isBrought = (request: IncomingMessage, names: readonly string[]): boolean =>
  names.length > 0 && Object.keys(cookiesOf(request, names)).length > 0;

const isPersonalTo = (request: IncomingMessage, stored: StoredResponse): boolean =>
  isBrought(request, stored.personalCookies);

export const sendMoved = (request: IncomingMessage, response: ServerResponse, location: string): void =>
  sendText(request, response, 308, 'Moved.', { location });

/** Returns a redirect's target in ASCII. Parameters that the page does not read, such as a campaign's, go along on the site. */
function withUnread(location: string, asked: URL, address: string): string {
  const target = new URL(location, asked);
  if (target.origin !== asked.origin) return target.href;
  const read = new URL(address, asked).searchParams;
  for (const [name, value] of asked.searchParams) if (!read.has(name)) target.searchParams.append(name, value);
  return target.pathname + target.search + target.hash;
}

/** Answers requests for pages: from the cache, by a render, or with the page for unknown addresses. */
export class PageResponder {
  private pages: PageCache;
  private readonly addresses = new AddressCache(CACHE.maxEntries);
  private maker: PageMaker;
  private trust: string | undefined;
  /** Makes pages of previews: without shared caches and metrics. */
  private readonly previewMaker: PageMaker;

  constructor(private readonly parts: MakerParts & Pick<Parts, 'pending' | 'metrics'>) {
    this.pages = new PageCache(CACHE, parts.log);
    this.maker = new PageMaker(parts, true);
    this.previewMaker = new PageMaker(parts, false);
  }

  /** Returns a page through the cache, unless it is one visitor's preview. */
  kept(set: ReleaseSet, key: string, version: string, make: () => Promise<MadePage>): Promise<StoredResponse> {
    this.forgetUntrusted(set);
    if (isPersonal(set)) return make().then((page) => page.response);
    return this.pages.get(key, version, make, liveIn(set));
  }

  /** Sends the page for unknown or malformed addresses. */
  async sendNotFound(request: IncomingMessage, response: ServerResponse, set: ReleaseSet, status = 404): Promise<void> {
    const make = () => this.makerOf(set).make(set, new URL(UNKNOWN_PATH, this.parts.settings.siteOrigin));
    const made = this.kept(set, UNKNOWN_PATH, this.version(set, ''), make);
    const deliver = (to: ServerResponse, stored: StoredResponse) => send(request, to, stored, status);
    return this.parts.pending.answer(request, response, { made, deliver });
  }

  /** Sends the cached page of an address. @returns false, without an answer, when it has to be looked up or rendered */
  sendCached(request: IncomingMessage, response: ServerResponse, set: ReleaseSet): boolean {
    if (set.canaries.length > 0) return false;
    const { metrics, sites } = this.parts;
    const known = this.addresses.find(request.url ?? '', set, sites.of(set));
    const stored = known && this.pages.fresh(known.key, known.version, liveIn(set));
    if (!stored || isPersonalTo(request, stored) || !sendReady(request, response, stored)) return false;
    metrics.cacheHits.inc();
    return true;
  }

  isCached(request: IncomingMessage, asked: URL, { set, cacheKey }: Pick<PageVisit, 'set' | 'cacheKey'>): boolean {
    const owner = ownerOf(set, asked.pathname);
    const key = owner ? cacheKey + pageAddress(asked, owner.route.query) : UNKNOWN_PATH;
    if (isPersonal(set) || isBrought(request, owner?.route.cookies ?? [])) return false;
    const fresh = this.pages.fresh(key, this.version(set, owner?.name ?? ''), liveIn(set));
    return fresh !== undefined && !isPersonalTo(request, fresh);
  }

  send(
    request: IncomingMessage,
    response: ServerResponse,
    asked: URL,
    visit: PageVisit,
    trace: () => Trace,
  ): void | Promise<void> {
    const { set, cacheKey, sends } = visit;
    this.forgetUntrusted(set);
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
      this.parts.pending.answer(request, response, { made, deliver });
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
      this.addresses.remember(request.url ?? '', set, this.parts.sites.of(set), { key: address, version });
    this.parts.metrics.cacheHits.inc();
    return deliver(response, fresh);
  }

  /** Returns the document of an isolated remote, see {@link PageMaker.makeIsolated}. */
  makeIsolated(set: ReleaseSet, app: string, url: URL, trace: Trace): Promise<StoredResponse | undefined> {
    return this.makerOf(set).makeIsolated(set, app, url, trace);
  }

  /** Drops cached pages when a key is withdrawn: pages of its releases must not replace failed ones. */
  private forgetUntrusted({ trust }: ReleaseSet): void {
    if (trust === this.trust) return;
    this.trust = trust;
    this.pages = new PageCache(CACHE, this.parts.log);
    this.maker = new PageMaker(this.parts, true);
  }

  private version(set: ReleaseSet, remote: string): string {
    return `${pageVersion(set, remote)} ${this.parts.sites.of(set).path}`;
  }

  private makerOf(set: ReleaseSet): PageMaker {
    return isPersonal(set) ? this.previewMaker : this.maker;
  }
}

/** A page's content between header and footer, and its head. */
export interface PageContent extends Pick<RenderedPage, 'status' | 'head' | 'maxAge' | 'allow'> {
  /** Undefined when it could not be rendered: the browser fills its place. */
  rendered: Pick<RenderedPage, 'html' | 'data'> | undefined;
  /** Whether the release is at fault, and not the load. */
  isFaulty: boolean;
}

interface PageRequest {
  url: URL;
  site: SiteConfig;
  trace: Trace | undefined;
  /** The visitor's cookies that the route declares. */
  cookies: Readonly<Record<string, string>>;
}

export type PageAnswer = PageContent | Redirect | Denied;

/** The shell's own pages by status. A 404 is cached briefly, because the path may soon have an owner; a denial never. */
const OWN_PAGES = {
  401: { title: 'Sign-in Needed', maxAge: 0 },
  403: { title: 'Access Denied', maxAge: 0 },
  404: { title: 'Page Not Found', maxAge: 60 },
} as const;

/** Returns the content of the shell's own page, for an address without an owner or denied to the visitor. */
const ownContent = (status: keyof typeof OWN_PAGES, siteName: string): PageContent => ({
  status,
  head: headSchema.parse({ title: `${OWN_PAGES[status].title} | ${siteName}`, noindex: true }),
  maxAge: OWN_PAGES[status].maxAge,
  rendered: undefined,
  isFaulty: false,
});

const addressOf = ({ pathname, search }: URL): string => pathname + search;

const detailsOf = ({ manifest: { app, version } }: LoadedRelease, phase: string, url: URL, trace?: Trace) => ({
  app,
  version,
  phase,
  requestId: trace?.id,
  path: url.pathname,
});

const unrenderedContent = (known: Head | undefined, error: unknown): PageContent => ({
  status: known ? 200 : 503,
  head: known ?? headSchema.parse({ title: '' }),
  maxAge: 0,
  rendered: undefined,
  isFaulty: !isBusy(error),
});

/** Path that stands for all unknown ones, which are the same page. No release can claim a path of this form. */
const UNKNOWN_PATH = '/_unknown';

const barOf = ({ preview }: ReleaseSet, made: MadeOf): string | undefined =>
  preview && (preview.refused === undefined ? previewBar(preview, made) : previewNotice(preview.refused));

type MakerParts = Pick<Parts, 'settings' | 'sites' | 'renderer' | 'log' | 'onSpan' | 'filler' | 'watch' | 'digests'>;

type CookiesOf = (names: readonly string[]) => Record<string, string>;

const NO_COOKIES: CookiesOf = () => ({});

/** Makes complete pages from a set of releases: the shell's layout, a remote's content, and fragments in both. */
class PageMaker {
  private readonly layouts: LayoutMaker;
  private readonly contentCache = new ContentCache();
  private readonly heads = new HeadCache();

  /** @param isCounted whether its pages are for visitors, and count in metrics */
  constructor(
    private readonly parts: MakerParts,
    private readonly isCounted: boolean,
  ) {
    this.layouts = new LayoutMaker(parts.renderer, parts.log);
  }

  /**
   * @param url address of the page, with only the query parameters that its route reads
   * @param trace of the visitor's request
   * @param cookiesOf reads the visitor's cookies, for personal pages
   * @throws Error when there is no release of the shell, or no layout
   */
  async make(set: ReleaseSet, url: URL, trace?: Trace, cookiesOf: CookiesOf = NO_COOKIES): Promise<MadePage> {
    const { settings, sites, filler } = this.parts;
    const began = performance.now();
    const shell = set.apps.shell;
    if (!shell) throw new Error('There is no release of the shell.');
    const site = sites.of(set);
    const { config } = site;
    const asked = ownerOf(set, url.pathname);
    const cookies = asked?.route.cookies ?? [];
    const [remoteLayout, answer] = await Promise.all([
      asked && this.layouts.make(shell, url.pathname, 200, site),
      asked && this.contentOf(set, asked, { url, site, trace, cookies: cookiesOf(cookies) }),
    ]);
    if (asked && answer && 'to' in answer) {
      const response = redirectResponse(answer, cookies);
      return { response, maxAge: answer.maxAge ?? 0, complete: true, hasContent: true, uses: {} };
    }
    const shown = answer && 'rendered' in answer ? answer : undefined;
    // A denied page has no owner: the browser mounts no remote there.
    const owner = shown && asked;
    const ownStatus = answer && 'denied' in answer ? answer.status : 404;
    const path = owner ? url.pathname : `/${ownStatus}`;
    const made = shown ?? ownContent(ownStatus, config.site.name);
    const layout = (shown && remoteLayout) ?? (await this.layouts.make(shell, path, ownStatus, site));
    const fragments = new PageFragments('f');
    const context = {
      set,
      url,
      site,
      cookiesOf,
      trace,
      deadline: performance.now() + settings.FRAGMENTS_TIMEOUT_MS,
      fragments,
      hasVisitorProps: isPersonal(set),
    };
    const [before = '', slot = '', after = ''] = await Promise.all(
      [layout.pieces.before, owner?.release.isIsolated ? '' : (made.rendered?.html ?? ''), layout.pieces.after].map(
        (html) => filler.fill(html, context),
      ),
    );
    const responseOf = (content: PageContent): StoredResponse => {
      const filled = owner?.release.isIsolated ? isolatedSlot(owner, url, content) : slot;
      const parts = {
        set,
        url,
        path,
        site,
        shell,
        owner,
        content,
        fragments,
        personalCookies: [...cookies, ...fragments.cookies],
        layout: { before, after },
        slot: content.rendered ? filled : '',
        bar: barOf(set, { remote: owner?.name, ms: performance.now() - began, fragments: fragments.outcomes }),
        extraScripts: ownScripts(set, settings),
      };
      return pageResponse(parts, settings);
    };
    const { content, response } = this.composed(owner, url, made, responseOf, trace);
    if (this.isCounted) this.count(owner, path, response, fragments);
    const hasContent = response.status < 500 && (!owner || content.rendered !== undefined);
    return {
      response,
      maxAge: Math.min(content.maxAge, fragments.maxAge),
      complete: layout.isExact && hasContent && fragments.isComplete,
      hasContent,
      isEndless: owner !== undefined && !owner.route.query && url.search !== '',
      uses: fragments.uses,
    };
  }

  private count(owner: Owner | undefined, path: string, made: StoredResponse, { outcomes }: PageFragments): void {
    const { watch, digests } = this.parts;
    watch.made(made, path, outcomes);
    const held = outcomes.filter(({ version }) => version !== '').map(({ of }) => of);
    if (owner) digests.holds({ app: owner.name, page: owner.route.path }, held);
  }

  /** Makes the document of an isolated remote's iframe. @returns undefined when it owns no such page, or cannot render it now */
  async makeIsolated(set: ReleaseSet, app: string, url: URL, trace?: Trace): Promise<StoredResponse | undefined> {
    const { settings, sites } = this.parts;
    const owner = ownerOf(set, url.pathname);
    const { shell } = set.apps;
    if (!shell || owner?.name !== app || !owner.release.isIsolated) return undefined;
    const site = sites.of(set);
    const content = await this.contentOf(set, owner, { url, site, trace, cookies: {} });
    if (!('rendered' in content) || !content.rendered) return undefined;
    return frameDocument({ shell, owner, url, site, siteOrigin: settings.siteOrigin, content });
  }

  /** Composes a page. A failure counts against its remote, whose place stays empty then. */
  private composed(
    owner: Owner | undefined,
    url: URL,
    made: PageContent,
    responseOf: (content: PageContent) => StoredResponse,
    trace?: Trace,
  ): { content: PageContent; response: StoredResponse } {
    try {
      return { content: made, response: responseOf(made) };
    } catch (error) {
      if (!owner) throw error;
      // Its head is not trusted either.
      this.heads.forget(addressOf(url));
      const details = detailsOf(owner.release, 'compose', url, trace);
      this.parts.log('error', 'render failed', { ...details, reason: reason(error) });
      const content = unrenderedContent(undefined, error);
      return { content, response: responseOf(content) };
    }
  }

  /** Returns a page's content. A development server's code renders it in the browser: the live release does not know it. */
  private async contentOf(set: ReleaseSet, owner: Owner, request: PageRequest): Promise<PageAnswer> {
    const { name, release } = owner;
    const render = () => this.rendered(owner, request);
    const isForAll = Object.keys(request.cookies).length === 0;
    const key = `${pageVersion(set, name)} ${request.site.path} ${addressOf(request.url)}`;
    const content = await (isForAll ? this.contentCache.get(key, render) : render());
    return release.devOrigin && !release.isOfSources && 'rendered' in content
      ? { ...content, rendered: undefined }
      : content;
  }

  /** Renders a page. Never rejects: a failed one has an empty place and its last known head, else the status 503. */
  private async rendered({ release, route }: Owner, { url, site, trace, cookies }: PageRequest): Promise<PageAnswer> {
    const { renderer, log, onSpan } = this.parts;
    const { app, version } = release.manifest;
    const details = detailsOf(release, 'render', url, trace);
    try {
      const step = { name: `render ${app}`, attributes: { app, version } };
      const answer = await asStep(onSpan, trace, step, (traceparent) =>
        renderer.page(release, route.path, { url: url.href, config: site.config, cookies }, traceparent),
      );
      if (!('html' in answer)) return answer;
      const { html, data, ...content } = answer;
      // A personal page's head must not be used for others.
      if (Object.keys(cookies).length === 0) this.heads.remember(addressOf(url), content.status, content.head);
      const isFaulty = content.status >= 500;
      if (isFaulty) log('warn', 'page answered a fault', { ...details, reason: `status ${content.status}` });
      return { ...content, rendered: { html, data }, isFaulty };
    } catch (error) {
      log('error', 'render failed', { ...details, reason: reason(error) });
      return unrenderedContent(this.heads.of(addressOf(url)), error);
    }
  }
}

const LAYOUTS_KEPT = 100;

interface Layout {
  pieces: LayoutPieces;
  /** False when it was rendered for another path: the current link is marked differently. */
  isExact: boolean;
}

/** Whether a render failed because of load: no fault of the release, and no reason to retry at once. */
const isBusy = (error: unknown): boolean => error instanceof Error && error.cause instanceof GuestBusyError;

/** Renders the shell's layout of a path, once a release and state of the site's settings. */
export class LayoutMaker {
  private readonly layouts = new LRUCache<string, LayoutPieces>({ max: LAYOUTS_KEPT });

  constructor(
    private readonly renderer: Pick<Renderer, 'layout'>,
    private readonly log: Log,
  ) {}

  /** @throws RenderError when it cannot be rendered and there is no other layout instead */
  async make(shell: LoadedRelease, path: string, status: LayoutStatus, site: SiteConfig): Promise<Layout> {
    const release = `${shell.code.id} ${site.path}`;
    const key = `${release} ${status} ${path}`;
    const known = this.layouts.get(key);
    if (known) return { pieces: known, isExact: true };
    const render = () => this.renderer.layout(shell, { path, status, config: site.config });
    const anyKey = `${release} ${status}`;
    try {
      const pieces = await render().catch((error: unknown) => {
        if (isBusy(error)) throw error;
        return render();
      });
      this.layouts.set(key, pieces);
      this.layouts.set(anyKey, pieces);
      return { pieces, isExact: true };
    } catch (error) {
      const pieces = this.layouts.get(anyKey);
      if (!pieces) throw error;
      const details = { reason: reason(error), path };
      this.log(isBusy(error) ? 'warn' : 'error', 'layout failed, that of another page is sent', details);
      return { pieces, isExact: false };
    }
  }
}

const ownScripts = (set: ReleaseSet, { DEV_SERVERS, site }: Settings): string[] => {
  const goals = goalsScriptOf(set, site.definition.goals);
  return [
    ...(isPersonal(set) || DEV_SERVERS ? [devtoolsOf(set)] : []),
    ...(DEV_SERVERS && !isPersonal(set) ? [RELOAD_SCRIPT] : []),
    ...(goals ? [goals] : []),
  ];
};
