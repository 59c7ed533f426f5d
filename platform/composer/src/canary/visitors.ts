/**
 * Visitors while canaries run: each gets a random variant, and a page-view token with each page. Decision 149 has the reasons.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EVENT_NAME } from '@wholepage/contracts/events';
import { VIEW_METRIC } from '@wholepage/contracts/report-limits';
import type { SiteGoals } from '@wholepage/contracts/site';
import { networkOf } from '@wholepage/releases/network';
import { CLOCKS_DIFFER_MS } from '@wholepage/releases/registry/step-rights';
import { readCookie } from '../http/request/request';
import { type ReleaseInPage, type StoredResponse, storedText } from '../http/response/send';
import type { Parts } from '../parts';
import { type LoadedRelease, oncePerSet, type ReleaseSet, releaseKey, setId } from '../releases/release-set';
import { isOfThisMachine } from '../settings/developer-access';
import {
  type Bucket,
  bucketCookie,
  isOnCanary,
  KEPT_FOR_EXPERIMENT_SECONDS,
  newBucket,
  readBucket,
  type Secret,
} from './bucket';
import type { Visit } from './canary-keeper';

/** Address of reports, and path of the page-view cookies. */
export const REPORTS_PATH = '/_reports';

export interface PageVisit {
  set: ReleaseSet;
  /** Variant part of cache keys; empty while no canary runs. */
  cacheKey: string;
  /** Adds cookies to a page; call it before the page is sent. */
  sends(response: ServerResponse, owner: LoadedRelease, stored: StoredResponse): void;
}

const cacheKeyOf = (variant: ReleaseSet, live: ReleaseSet): string => (variant === live ? '' : `${variant.id} `);

const uncounted = (set: ReleaseSet): PageVisit => ({ set, cacheKey: '', sends() {} });

/** Page views from earlier than this before a canary's start, by this machine's clock, are not counted. */
const CLOCK_SKEW_SECONDS = 60;

/** Returns when the oldest canary of a set began, in seconds since 1970. */
const oldestStart = ({ canaries }: ReleaseSet): number =>
  Math.min(...canaries.map(({ deployment }) => Date.parse(deployment.extras.startedAt ?? '') / 1000 || 0));

function partsOf({ apps }: ReleaseSet, { manifest }: LoadedRelease, stored: StoredResponse): ReleaseInPage[] {
  const owner = { app: manifest.app, version: manifest.version, failed: stored.isFaulty };
  const fragments = stored.fragmentParts.filter(({ app }) => app !== owner.app);
  const shell = apps.shell?.manifest;
  return [owner, ...fragments, ...(shell ? [{ app: shell.app, version: shell.version, failed: false }] : [])];
}

/** Whether a browser navigates to a page: other programs' requests are not visits. */
const isVisit = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.headers['sec-fetch-mode'] === 'navigate' &&
  'sec-fetch-dest' in request.headers &&
  !isPart(request);

/** Whether a request is for a part of another page, or a prefetch. The browser may not store its cookies. */
const isPart = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') !== 'document' || String(headers['sec-purpose'] ?? '').includes('prefetch');

/** Assigns each visitor variants of the running canaries. While none runs, no cookie is set and nothing is counted. */
export class Visitors {
  constructor(private readonly parts: Pick<Parts, 'settings' | 'secret' | 'keeper'>) {}

  /** Returns the set for a visitor's requests beside pages. */
  setOf(request: IncomingMessage, live: ReleaseSet): ReleaseSet {
    if (live.canaries.length === 0) return live;
    const bucket = this.bucketOf(request, live);
    return bucket === undefined ? live : variantOf(live, bucket.bucket);
  }

  /** Returns a visitor's set and cache key without drawing a variant. */
  variantOf(request: IncomingMessage, live: ReleaseSet): Pick<PageVisit, 'set' | 'cacheKey'> {
    const set = this.setOf(request, live);
    return { set, cacheKey: cacheKeyOf(set, live) };
  }

  arrive(request: IncomingMessage, response: ServerResponse, live: ReleaseSet): PageVisit {
    if (live.canaries.length === 0) return uncounted(live);
    const { settings, secret, keeper } = this.parts;
    const { secure } = settings;
    const known = this.bucketOf(request, live);
    response.setHeader('cache-control', 'private, no-cache');
    response.setHeader('vary', 'cookie');
    if (!known && isPart(request)) return uncounted(live);
    const bucket = known ?? newBucket();
    const visit = this.visitOf(request, bucket);
    const set = variantOf(live, bucket.bucket);
    const at = Math.floor(Date.now() / 1000);
    const isFirst = known === undefined;
    const isExperiment = live.canaries.some(({ deployment }) => deployment.extras.experiment);
    const kept = isExperiment ? KEPT_FOR_EXPERIMENT_SECONDS : undefined;
    if (isFirst) response.appendHeader('set-cookie', bucketCookie(bucket, secure, secret, kept));
    const isView = isVisit(request);
    if (isFirst && isView) keeper.arrive(visit, at);
    return {
      set,
      cacheKey: cacheKeyOf(set, live),
      sends(to, owner, stored) {
        const parts = partsOf(set, owner, stored);
        const isGiven = isView && !stored.headers.location;
        for (const { app, version, failed } of parts)
          keeper.observe(visit, app, version, { failed, ...(isGiven && { given: at }) });
        if (!isGiven) return;
        const apps = Object.fromEntries(parts.map(({ app, version }) => [app, version]));
        const { id, cookie } = newView({ at, isFirst, apps }, { network: visit.network, bucket }, { secure, secret });
        to.appendHeader('set-cookie', cookie);
        to.setHeader('server-timing', `${VIEW_METRIC};desc="${id}"`);
      },
    };
  }

  /**
   * Returns the visit that a report belongs to; undefined without a page-view token. Another composer may have set the
   * token: this one counts the visitor then.
   * @param view id of the page view
   */
  reporter(
    request: IncomingMessage,
    view: string | undefined,
    live: ReleaseSet,
  ): { visit: Visit; apps: PageView['apps'] } | undefined {
    const { secret, keeper } = this.parts;
    const bucket = this.broughtBy(request);
    if (!bucket) return undefined;
    const visit = this.visitOf(request, bucket);
    const seen = readView(request.headers.cookie, view, { network: visit.network, bucket }, secret);
    if (!seen) return undefined;
    if (seen.isFirst && bucket.givenAt + CLOCK_SKEW_SECONDS >= oldestStart(live)) keeper.arrive(visit, seen.at);
    for (const [app, version] of Object.entries(seen.apps))
      keeper.observe(visit, app, version, { given: seen.at, heard: true });
    return { visit, apps: seen.apps };
  }

  endViews(request: IncomingMessage, response: ServerResponse): void {
    const ended = endedViews(request.headers.cookie);
    if (ended.length > 0) response.setHeader('set-cookie', ended);
  }

  /** Returns a visitor whose variant a composer of this site drew; undefined for others. */
  known(request: IncomingMessage, live: ReleaseSet): Visit | undefined {
    const bucket = this.bucketOf(request, live);
    return bucket && this.visitOf(request, bucket);
  }

  /** Returns the network of a request for limits, visit or not. */
  networkOf(request: IncomingMessage): string {
    return this.visitOf(request, this.broughtBy(request) ?? { bucket: -1 }).network;
  }

  /** Returns the visitor's bucket unless it is older than all running canaries: a new one is drawn then. */
  private bucketOf(request: IncomingMessage, live: ReleaseSet): Bucket | undefined {
    const bucket = this.broughtBy(request);
    return bucket && bucket.givenAt + CLOCKS_DIFFER_MS / 1000 >= oldestStart(live) ? bucket : undefined;
  }

  private broughtBy({ headers }: IncomingMessage): Bucket | undefined {
    return readBucket(headers.cookie, this.parts.settings.secure, this.parts.secret);
  }

  private visitOf(request: IncomingMessage, { bucket }: Pick<Bucket, 'bucket'>): Visit {
    return { network: countedNetwork(addressOf(request, this.parts.settings.behindProxy), bucket), bucket };
  }
}

const variantsOf = oncePerSet(() => new Map<string, ReleaseSet>());

/** Returns the live set with a bucket's canaries. All visitors of a variant get the same set, and share cached pages. */
function variantOf(set: ReleaseSet, bucket: number): ReleaseSet {
  const theirs = set.canaries.filter(({ release, percent }) =>
    isOnCanary(bucket, releaseKey(release.manifest), percent),
  );
  if (theirs.length === 0) return set;
  const apps = { ...set.apps };
  for (const { release } of theirs) apps[release.manifest.app] = release;
  const id = setId(apps);
  return variantsOf(set).getOrInsert(id, { ...set, id, apps });
}

/** Returns the client's address: the last one that a trusted proxy added, else the connection's. */
function addressOf(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return forwarded || (request.socket.remoteAddress ?? '');
}

/** Returns the network of an address. On this machine, where all share one address, each bucket counts as a network. */
const countedNetwork = (address: string, bucket: number): string =>
  isOfThisMachine(address) ? `bucket ${bucket}` : networkOf(address);

/** Each page view has a cookie of its own name, so that tabs do not overwrite each other's. */
const VIEW_PREFIX = 'view-';
const VIEW_NAMES = /(?:^|; )view-([\w-]{12})=/g;
const VIEW_VALID_SECONDS = 300;
/** Most view cookies of a browser, which sends them all with each report: older ones are expired. */
const MOST_VIEWS = 8;

/** A page view, as one composer attests it to the others. */
interface PageView {
  /** Seconds since 1970. */
  at: number;
  /** True when the visitor's variant was drawn with this view. */
  isFirst: boolean;
  /** Versions of the page's releases, by app: the shell's, its owner's and its fragments'. */
  apps: Readonly<Record<string, string>>;
}

type Viewer = Pick<Visit, 'network'> & { bucket: Bucket };

const tagOf = (id: string, payload: string, { network, bucket }: Viewer) =>
  ['view', id, network, bucket.bucket, bucket.givenAt, payload] as const;

/** Creates a view: its id for the page's script, and the cookie, which scripts cannot read. */
function newView(
  { at, isFirst, apps }: PageView,
  viewer: Viewer,
  { secure, secret }: { secure: boolean; secret: Secret },
): { id: string; cookie: string } {
  const id = randomBytes(9).toString('base64url');
  const payload = Buffer.from(JSON.stringify([at, isFirst, apps])).toString('base64url');
  const value = `${payload}.${secret.tag(...tagOf(id, payload, viewer))}`;
  const attributes = `Path=${REPORTS_PATH}; Max-Age=${VIEW_VALID_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return { id, cookie: `${VIEW_PREFIX}${id}=${value}; ${attributes}` };
}

/** Returns the view of an id; undefined unless it is at most five minutes old, and of this network and bucket. */
function readView(
  cookies: string | undefined,
  id: string | undefined,
  viewer: Viewer,
  secret: Secret,
  now = Date.now(),
): PageView | undefined {
  if (!id) return undefined;
  const [payload = '', tag = ''] = readCookie(cookies, VIEW_PREFIX + id)?.split('.') ?? [];
  if (!tag || !secret.holds(tag, ...tagOf(id, payload, viewer))) return undefined;
  // A composer of this site wrote it.
  const [at, isFirst, apps] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return Math.abs(now / 1000 - at) <= VIEW_VALID_SECONDS ? { at, isFirst, apps } : undefined;
}

/** Returns cookies that expire a browser's oldest views beyond {@link MOST_VIEWS}; browsers send the oldest first. */
const endedViews = (cookies: string | undefined): string[] =>
  [...(cookies ?? '').matchAll(VIEW_NAMES)]
    .slice(0, -MOST_VIEWS)
    .map(([, id]) => `${VIEW_PREFIX}${id}=; Path=${REPORTS_PATH}; Max-Age=0`);

/** Returns the site's goal of a name or event; undefined for an event that only pages report. */
const declaredAs = (declared: SiteGoals, goal: string): SiteGoals[string] | undefined =>
  (Object.hasOwn(declared, goal) ? declared[goal] : undefined) ??
  Object.values(declared).find(({ event }) => event === goal);

const goalsOf = ({ canaries }: ReleaseSet): string[] => [
  ...new Set(canaries.flatMap(({ deployment }) => deployment.extras.experiment?.goal ?? [])),
];

/** Returns the events that a set's pages report: an experiment counts them, and no back end confirms them. */
const eventGoalsOf = (set: ReleaseSet, declared: SiteGoals = {}): string[] =>
  goalsOf(set).filter((goal) => EVENT_NAME.test(goal) && !declaredAs(declared, goal));

/** Whether a back end accepted a request: a 2xx status, or a redirect to the thanks page. */
function isTaken(response: ServerResponse, thanks: string | undefined): boolean {
  const { statusCode } = response;
  if (statusCode !== 303) return statusCode >= 200 && statusCode < 300;
  const location = URL.parse(String(response.getHeader('location') ?? ''), 'http://site');
  return thanks !== undefined && location?.pathname === thanks;
}

export class Goals {
  private readonly declared: SiteGoals;

  constructor(private readonly parts: Pick<Parts, 'settings' | 'currentSet' | 'visitors' | 'keeper'>) {
    this.declared = parts.settings.site.definition.goals ?? {};
  }

  /** Counts the goals that this request reaches, once its back end has confirmed it. */
  watch(request: IncomingMessage, response: ServerResponse, path: string): void {
    const { declared } = this;
    const goals = goalsOf(this.parts.currentSet());
    const call = `${request.method} ${path}`;
    const asked = goals.filter((goal) => declaredAs(declared, goal)?.confirmedBy.includes(call));
    if (asked.length === 0) return;
    // Node keeps the headers of writeHead only if one was set before it. No cache stores the response to a form.
    response.setHeader('cache-control', 'no-store');
    response.once('finish', () => {
      const reached = asked.filter((goal) => isTaken(response, declaredAs(declared, goal)?.thanks));
      if (reached.length > 0) this.reach(request, reached);
    });
  }

  /** Counts an event that a page reported, unless a back end confirms it. */
  report(request: IncomingMessage, event: string): void {
    if (eventGoalsOf(this.parts.currentSet(), this.declared).includes(event)) this.reach(request, [event]);
  }

  /** Counts goals of a visitor with a variant, whose cookie scripts cannot read: without a page view nothing counts. */
  private reach(request: IncomingMessage, goals: readonly string[]): void {
    const { currentSet, visitors, keeper } = this.parts;
    const visit = visitors.known(request, currentSet());
    if (visit) keeper.reach(visit, goals);
  }
}

export const GOALS_PATH = '/_goals.js';

/** Script that reports the first of each counted event. Pages include it only during such an experiment. */
const TEXT = `for (const goal of new URL(document.currentScript.src).searchParams.getAll('goal'))
  document.addEventListener(goal, () => navigator.sendBeacon('/_reports', JSON.stringify({ goal })), { once: true });
`;

export function goalsScriptOf(set: ReleaseSet, declared: SiteGoals | undefined): string | undefined {
  const events = eventGoalsOf(set, declared);
  if (events.length === 0) return undefined;
  return `${GOALS_PATH}?${new URLSearchParams(events.sort().map((event) => ['goal', event]))}`;
}

export const goalsScript = storedText('text/javascript', TEXT, 'public, max-age=3600');
