import type { IncomingMessage, ServerResponse } from 'node:http';
import { VIEW_METRIC } from '@wholepage/contracts/report-limits';
import { type FragmentParts, fragmentPartsOf } from '../fragments/fragment-watch';
import type { StoredResponse } from '../http/response/stored-response';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { CanaryKeeper, Visit } from './canary-keeper';
import { type Draw, drawCookie, KEPT_FOR_EXPERIMENT_SECONDS, newDraw, readDraw } from './draw';
import { isFaulty } from './faulty-responses';
import { endedViews, newView, type PageView, readView } from './page-view';
import type { Secret } from './secret';
import { sideOf } from './sides';
import { addressOf, countedNetwork } from './visitor';

interface VisitorsOptions {
  behindProxy: boolean;
  /** The site has an https address: then so have the cookies. */
  secure: boolean;
  secret: Secret;
  keeper: Pick<CanaryKeeper, 'arrive' | 'observe'> | undefined;
}

/** A visitor of a page: what they get, and what becomes of it. */
export interface PageVisit {
  set: ReleaseSet;
  /** Distinguishes the sides in caches; empty while there are none. */
  cacheKey: string;
  /** Call it with the page, before it is sent. */
  sends(response: ServerResponse, owner: LoadedRelease, stored: StoredResponse): void;
}

const NOBODY_COUNTS = () => {};

/** Distinguishes the sides in caches; empty for the live one. */
const cacheKeyOf = (side: ReleaseSet, live: ReleaseSet): string => (side === live ? '' : `${side.id} `);

/** A visit that says nothing of any canary. */
export const uncounted = (set: ReleaseSet): PageVisit => ({ set, cacheKey: '', sends: NOBODY_COUNTS });

/** Clocks of the machine that started a canary and of a composer differ by less. */
const CLOCK_SKEW_SECONDS = 60;

/** When the oldest canary of a set began, in seconds since 1970. */
const oldestStart = ({ canaries }: ReleaseSet): number =>
  Math.min(...canaries.map(({ deployment }) => Date.parse(deployment.extras.startedAt ?? '') / 1000 || 0));

const hasExperiment = ({ canaries }: ReleaseSet): boolean =>
  canaries.some(({ deployment }) => deployment.extras.experiment);

/** Releases that a page is made from, and whether each was at fault in it. */
function partsOf({ apps }: ReleaseSet, { manifest }: LoadedRelease, stored: StoredResponse): FragmentParts {
  const owner = { app: manifest.app, version: manifest.version, failed: isFaulty(stored) };
  const fragments = fragmentPartsOf(stored).filter(({ app }) => app !== owner.app);
  const shell = apps.shell?.manifest;
  return [owner, ...fragments, ...(shell ? [{ app: shell.app, version: shell.version, failed: false }] : [])];
}

/** A page of its own in a window, as a browser says that it is: what a program asks is not a visit. */
const isVisit = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.headers['sec-fetch-mode'] === 'navigate' &&
  'sec-fetch-dest' in request.headers &&
  !isPart(request);

/** What nobody looks at by itself, a part of another page or fetched ahead: its browser may not even keep a cookie. */
const isPart = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') !== 'document' || String(headers['sec-purpose'] ?? '').includes('prefetch');

/** Gives each visitor their side of the canaries that run. While none runs, nobody gets a cookie and nothing is counted. */
export class Visitors {
  constructor(private readonly options: VisitorsOptions) {}

  /** The set of a visitor who requests more of a page. */
  setOf(request: IncomingMessage, live: ReleaseSet): ReleaseSet {
    if (live.canaries.length === 0) return live;
    const draw = this.drawOf(request, live);
    return draw === undefined ? live : sideOf(live, draw.draw);
  }

  /** What this visitor gets when no side is drawn for them. */
  sideOf(request: IncomingMessage, live: ReleaseSet): Pick<PageVisit, 'set' | 'cacheKey'> {
    const set = this.setOf(request, live);
    return { set, cacheKey: cacheKeyOf(set, live) };
  }

  arrive(request: IncomingMessage, response: ServerResponse, live: ReleaseSet): PageVisit {
    if (live.canaries.length === 0) return uncounted(live);
    const { secure, secret, keeper } = this.options;
    const cookies = { secure, secret };
    const known = this.drawOf(request, live);
    response.setHeader('cache-control', 'private, no-cache');
    response.setHeader('vary', 'cookie');
    if (!known && isPart(request)) return uncounted(live);
    const draw = known ?? newDraw();
    const visit = this.visitOf(request, draw);
    const set = sideOf(live, draw.draw);
    const at = Math.floor(Date.now() / 1000);
    const isFirst = known === undefined;
    if (isFirst)
      response.appendHeader(
        'set-cookie',
        drawCookie(draw, secure, secret, hasExperiment(live) ? KEPT_FOR_EXPERIMENT_SECONDS : undefined),
      );
    const isView = isVisit(request);
    if (isFirst && isView) keeper?.arrive(visit, at);
    return {
      set,
      cacheKey: cacheKeyOf(set, live),
      sends(to, owner, stored) {
        const parts = partsOf(set, owner, stored);
        const isGiven = isView && !stored.headers.location;
        for (const { app, version, failed } of parts)
          keeper?.observe(visit, app, version, { failed, ...(isGiven && { given: at }) });
        if (!isGiven) return;
        const apps = Object.fromEntries(parts.map(({ app, version }) => [app, version]));
        const { id, cookie } = newView({ at, isFirst, apps }, { network: visit.network, draw }, cookies);
        to.appendHeader('set-cookie', cookie);
        to.setHeader('server-timing', `${VIEW_METRIC};desc="${id}"`);
      },
    };
  }

  /**
   * Whose report it is, and of which page; undefined without the proof of a page view. The browser was heard by it, and this
   * composer knows of the view then, when another one gave it.
   * @param view id of the page view
   */
  reporter(
    request: IncomingMessage,
    view: string | undefined,
    live: ReleaseSet,
  ): { visit: Visit; apps: PageView['apps'] } | undefined {
    const { secure, secret, keeper } = this.options;
    const { cookie } = request.headers;
    const draw = readDraw(cookie, secure, secret);
    if (!draw) return undefined;
    const visit = this.visitOf(request, draw);
    const seen = readView(cookie, view, { network: visit.network, draw }, secret);
    if (!seen) return undefined;
    if (seen.isFirst && draw.drawnAt + CLOCK_SKEW_SECONDS >= oldestStart(live)) keeper?.arrive(visit, seen.at);
    for (const [app, version] of Object.entries(seen.apps))
      keeper?.observe(visit, app, version, { given: seen.at, heard: true });
    return { visit, apps: seen.apps };
  }

  /** Ends page views of a browser that has too many. */
  endViews(request: IncomingMessage, response: ServerResponse): void {
    const ended = endedViews(request.headers.cookie);
    if (ended.length > 0) response.setHeader('set-cookie', ended);
  }

  /** A visitor whose side was drawn by a composer of this site; undefined of all others. */
  known(request: IncomingMessage, live: ReleaseSet): Visit | undefined {
    if (live.canaries.length === 0) return undefined;
    const draw = this.drawOf(request, live);
    return draw && this.visitOf(request, draw);
  }

  /** Who reports, for limits: whether there was a visit or not. */
  networkOf(request: IncomingMessage): string {
    const { secure, secret, behindProxy } = this.options;
    const draw = readDraw(request.headers.cookie, secure, secret);
    return countedNetwork(addressOf(request, behindProxy), draw?.draw ?? -1);
  }

  /** One from before all canaries that run says nothing of them: a side is drawn when it is needed first, by lot. */
  private drawOf(request: IncomingMessage, live: ReleaseSet): Draw | undefined {
    const { secure, secret } = this.options;
    const draw = readDraw(request.headers.cookie, secure, secret);
    return draw && draw.drawnAt + CLOCK_SKEW_SECONDS >= oldestStart(live) ? draw : undefined;
  }

  private visitOf(request: IncomingMessage, { draw }: Draw): Visit {
    return { network: countedNetwork(addressOf(request, this.options.behindProxy), draw), draw };
  }
}
