import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { SHELL } from '@wholepage/contracts/release';
import { wasReviewed } from '@wholepage/releases/preview/preview';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import type { SpanSink, Trace } from '@wholepage/telemetry/trace';
import type { Registry } from 'prom-client';
import { BackEndRoutes, type BackEnds } from './back-ends/back-end-proxy';
import type { Secret } from './canary/bucket';
import type { CanaryKeeper } from './canary/canary-keeper';
import { REPORTS_PATH, Visitors } from './canary/visitors';
import { createComposition } from './composition/composition';
import { DEVTOOLS_PATH, devtoolsScript } from './devtools/devtools';
import { GOALS_PATH, Goals, goalsScript } from './experiments/goals';
import { StaticFiles } from './files/static-files';
import { FragmentEndpoint } from './fragments/fragment-endpoint';
import { FragmentFiller, FragmentSource } from './fragments/fragment-filler';
import { FragmentWatch } from './fragments/page-fragments';
import type { Renderer } from './guests/renderer';
import { createApiProxy, ForeignOrigins, isApiPath } from './http/proxy/api-proxy';
import { namesTwoHosts, parseRequestUrl, withoutEndSlashes } from './http/request/request-url';
import { refuseUncached, send, sendText } from './http/response/send';
import { PENDING_PATH, PendingResponses } from './http/server/drain';
import { type Asked, traceOnDemand } from './http/trace';
import { IsolatedRoutes } from './isolated/isolated-pages';
import { type Log, reason } from './log';
import type { Metrics } from './metrics';
import { serveDevReload } from './pages/document/dev-reload';
import { SpeculationRules } from './pages/page-headers';
import { SetDocuments } from './pages/page-parts';
import { PageResponder, sendMoved } from './pages/page-responder';
import { sendSorry } from './pages/sorry-page';
import { makeTextFile, type OwnedFile, retiredWorker, robots, SitemapMaker, textFileAt } from './pages/text-files';
import { BAR_STYLES_PATH, barStyles } from './preview/preview-bar';
import { Previews } from './preview/previews';
import { createStandalone } from './preview/standalone';
import type { LoadedRelease, ReleaseSet } from './releases/release-set';
import type { DigestCollector } from './reports/digests';
import { createReports } from './reports/reports';
import { isDeveloper } from './settings/developer-access';
import type { Settings } from './settings/settings';
import type { ContentPreview, SiteConfigs } from './settings/site/site-configs';

/** What a composer is put together from. */
interface ComposerParts {
  settings: Settings;
  sites: SiteConfigs;
  /** Edited content that somebody looks at before it is saved. @throws Error in one sentence when it is unavailable */
  contentOf(id: string): Promise<ContentPreview>;
  store: ReleaseStore;
  /** Folder of the scripts on both sides of an isolated remote. */
  isolatedScripts: string;
  renderer: Renderer;
  /** Back ends that remotes have of their own. */
  backEnds: BackEnds;
  currentSet: () => ReleaseSet;
  /** Why releases of the registry are not served. */
  refusals: () => readonly string[];
  /** Any published release. @throws ReleaseError when there is none, or it does not hold */
  loadRelease(app: string, version: string): Promise<LoadedRelease>;
  /** Watches over canaries. */
  keeper?: CanaryKeeper | undefined;
  /** Gathers what browsers report for the console. */
  digests?: DigestCollector | undefined;
  /** By which composers know their cookies again. */
  secret: Secret;
  /** The store with its history; undefined where it can only be read. */
  shared?: WritableStore | undefined;
  log: Log;
  /** Called with the steps of traces. */
  onSpan?: SpanSink | undefined;
  metrics: Metrics;
  /** Called with every response before anything is written to it. */
  track(response: ServerResponse): void;
  /** Ready from when no page depends on the store any more, until the server is asked to stop. */
  readiness(): Readiness;
}

/** Answers a request, or a part of them. @param trace begins when it is first asked for */
type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  trace: () => Trace,
  own?: ReleaseSet,
) => void | Promise<void>;

const SITE_FILE = /^\/(?:_site\/([\w.-]+)|(favicon\.svg|favicon\.ico))$/;
const SITE_FILE_HEADERS = { 'cache-control': 'public, max-age=3600' };

interface ComposerListeners {
  /** What visitors ask. */
  visitors: RequestListener;
  /** What those ask who run it. */
  operators: RequestListener;
}

/** The composer: whole pages, release files, and the way through to the API. */
export function createComposer(parts: ComposerParts): ComposerListeners {
  const { settings, sites, store, renderer, backEnds, currentSet, keeper, log, onSpan, metrics } = parts;
  const sets = new SetDocuments();
  const speculation = new SpeculationRules();
  const sitemaps = new SitemapMaker({ settings, renderer, sites, log });
  const foreign = new ForeignOrigins(settings.FEDERATION_ORIGINS);
  const files = new StaticFiles(store, currentSet, log, foreign);
  const behindProxy = settings.BEHIND_PROXY === '1';
  const secure = settings.siteOrigin.startsWith('https:');
  const visitors = new Visitors({ behindProxy, secure, secret: parts.secret, keeper });
  const fragments = new FragmentSource(renderer);
  const watch = new FragmentWatch(metrics);
  const filler = new FragmentFiller(fragments, log, onSpan);
  const pending = new PendingResponses(behindProxy);
  const fragmentEndpoint = new FragmentEndpoint({ settings, sites, filler, watch, pending });
  const pages = new PageResponder({
    fragments,
    observeFragments: (stored, path, outcomes) => watch.made(stored, path, outcomes),
    settings,
    sites,
    renderer,
    visitors,
    pending,
    metrics,
    log,
    onSpan,
    noteHeld: (holder, held) => parts.digests?.holds(holder, held),
  });
  const isolatedRoutes = new IsolatedRoutes({
    scriptsFolder: parts.isolatedScripts,
    makeIsolated: (set, app, url, trace) => pages.makeIsolated(set, app, url, trace),
  });
  const load = async (app: string, version: string) => {
    const release = await parts.loadRelease(app, version);
    // The index knows it before its page asks for files by their names alone.
    await files.manifest(app, version);
    return release;
  };
  const { shared } = parts;
  const previews = new Previews({
    ...{ secure, store, currentSet, load, log, previewOrigin: settings.PREVIEW_ORIGIN, contentOf: parts.contentOf },
    isDeveloper: (request) => isDeveloper(request, settings),
    wasReviewed: shared && ((app, version) => wasReviewed(shared, app, version)),
  });
  const goals = new Goals({ declared: settings.site.definition.goals ?? {}, currentSet, visitors, keeper });
  const reports = createReports({ visitors, currentSet, keeper, metrics, digests: parts.digests, goals });
  /** The releases of a visitor who sees a preview; undefined for all others. */
  const ownSetOf = (request: IncomingMessage, response: ServerResponse) =>
    previews.isBrought(request) ? previews.setOf(request, response) : undefined;
  const backEndRoutes = new BackEndRoutes({
    backEnds,
    siteOrigin: settings.siteOrigin,
    trustProxy: behindProxy,
    log,
    foreign,
    setOf: async (request, response) => (await ownSetOf(request, response)) ?? visitors.setOf(request, currentSet()),
  });
  const proxy = createApiProxy({
    apiOrigin: settings.apiOrigin,
    trustProxy: behindProxy,
    log,
    foreign,
    unchanged: settings.site.definition.apiKeepsPrefix ?? [],
  });

  const sendPage = (...[request, response, url, set, trace]: Asked) => {
    if (refuseUncached(request, response, () => pages.isCached(request, url, visitors.variantOf(request, set)))) return;
    return pages.send(request, response, url, visitors.arrive(request, response, set), trace);
  };

  const sendSiteFile = (request: IncomingMessage, response: ServerResponse, name: string) => {
    const shell = currentSet().apps.shell?.manifest;
    const file = name === 'favicon.ico' ? 'favicon-32.png' : name;
    return files.serveFile(request, response, 'shell', shell?.version ?? '', `site/${file}`, SITE_FILE_HEADERS);
  };

  const sendSitemap = async (request: IncomingMessage, response: ServerResponse) => {
    const set = currentSet();
    const stored = await pages.kept(set, 'sitemap', set.id, () => sitemaps.make(set));
    return send(request, response, stored);
  };

  const sendTextFile = async (request: IncomingMessage, response: ServerResponse, file: OwnedFile, set: ReleaseSet) => {
    const { app, version } = file.release.manifest;
    const make = () => makeTextFile(file, renderer, sites.of(set).config);
    const stored = await pages.kept(set, `file ${file.path}`, `${app}@${version}`, make).catch((error: unknown) => {
      log('warn', 'file failed', { app, version, path: file.path, reason: reason(error) });
    });
    if (stored) return send(request, response, stored);
    return sendText(request, response, 503, 'This cannot be made just now. Try again in a minute.', {
      'retry-after': '60',
    });
  };

  const sendStandalone = createStandalone({ settings, sites, files, previews, currentSet });

  /** What this visitor gets of the site. @param own the set that they asked for in place of the live one */
  const answer: Answer = (request, response, url, trace, own) => {
    const path = url.pathname;
    const set = own ?? currentSet();
    const seen = own ?? visitors.setOf(request, set);
    const document =
      sites.findLive(path, set, foreign.headers(request)) ??
      sites.find(path, set) ??
      speculation.find(path, set) ??
      sets.find(path, seen);
    if (document) return send(request, response, document);
    const isolated = isolatedRoutes.answer(request, response, url, seen, trace);
    if (isolated) return isolated;
    const fragment = fragmentEndpoint.answer(request, response, url, seen, trace);
    if (fragment) return fragment;
    if (settings.site.definition.retiredWorkers?.includes(path)) return send(request, response, retiredWorker);
    if (path === '/robots.txt') return sendText(request, response, 200, robots(settings));
    if (path === '/sitemap.xml') return sendSitemap(request, response);
    // Feed readers and shared caches know no variants.
    const file = textFileAt(set, path);
    if (file) return sendTextFile(request, response, file, set);
    const site = SITE_FILE.exec(path);
    if (site) return sendSiteFile(request, response, site[1] ?? site[2] ?? '');
    if (path.length > 1 && path.endsWith('/')) {
      return sendMoved(request, response, withoutEndSlashes(path) + url.search);
    }
    return sendPage(request, response, url, set, trace);
  };

  const route: Answer = (request, response, url, trace) => {
    const path = url.pathname;
    if (settings.DEV_SERVERS && serveDevReload(path, request, response, currentSet)) return;
    if (answerHealth(parts.readiness, path, request, response)) return;
    if (path.startsWith('/_releases/')) return files.serve(request, response, path);
    if (path.startsWith(PENDING_PATH)) return pending.send(request, response, path);
    if (path === BAR_STYLES_PATH) return send(request, response, barStyles);
    if (path === GOALS_PATH) return send(request, response, goalsScript);
    if (path === DEVTOOLS_PATH) return send(request, response, devtoolsScript);
    if (previews.isEntered(request, url)) return previews.enter(request, response, url);
    if (path.startsWith('/_standalone/')) return sendStandalone(request, response, path);
    const own = ownSetOf(request, response);
    return own ? own.then((set) => answer(request, response, url, trace, set)) : answer(request, response, url, trace);
  };

  const operators = createPrivateApp({
    readiness: parts.readiness,
    registry: metrics.registry,
    composition: createComposition({
      settings,
      currentSet,
      refusals: parts.refusals,
      store: parts.shared,
      keeper,
      metrics,
      fragmentsAt: (path) => watch.at(path),
    }),
    sendRelease: (request, response, path) => files.serve(request, response, path),
    log,
  });

  const visitorsListener: RequestListener = (request, response) => {
    parts.track(response);
    if (namesTwoHosts(request)) return sendText(request, response, 400, 'A request names one host.');
    const isPreviewed = previews.isBrought(request);
    if (!isPreviewed && pages.sendCached(request, response, currentSet())) return;
    const trace = traceOnDemand(request, response, onSpan);
    const url = parseRequestUrl(request.url ?? '/', settings.siteOrigin);
    if (url instanceof URL && request.method !== 'GET' && !isPreviewed) goals.watch(request, response, url.pathname);
    if (url instanceof URL && backEndRoutes.call(request, response, url, trace)) return;
    if (url instanceof URL && isApiPath(url.pathname)) return void proxy.forward(request, response, url, trace());
    if (url instanceof URL && url.pathname === REPORTS_PATH) {
      return void reports(request, response, isPreviewed).catch(() => response.destroy());
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const handle = async () => {
      if (!isRead && url instanceof URL && (await backEndRoutes.action(request, response, url, trace))) return;
      if (!isRead) return sendText(request, response, 405, 'Pages can only be read.', { allow: 'GET, HEAD' });
      if (url instanceof URL) return route(request, response, url, trace);
      return pages.sendNotFound(request, response, currentSet(), url.status);
    };
    handle().catch((error: unknown) => {
      log('error', 'request failed', { requestId: trace().id, reason: reason(error) });
      if (response.headersSent) return response.destroy();
      sendSorry(request, response, currentSet().apps.shell);
    });
  };
  return { visitors: visitorsListener, operators };
}

interface PrivateAppOptions {
  readiness(): Readiness;
  registry: Registry;
  /** Answers `/_composition`; undefined for any other path. */
  composition(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | undefined;
  /** Sends a file of a release; the composition's page is dressed in the shell's. */
  sendRelease(request: IncomingMessage, response: ServerResponse, path: string): void | Promise<void>;
  log: Log;
}

/** What those who run the composer ask it, at `COMPOSER_PRIVATE_PORT`, which no visitor reaches. */
function createPrivateApp({ readiness, registry, composition, sendRelease, log }: PrivateAppOptions): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(request, response, 405, 'This can only be read.', { allow: 'GET, HEAD' });
    const url = parseRequestUrl(request.url ?? '/', 'http://composer.internal');
    if (!(url instanceof URL)) return sendText(request, response, url.status, 'This address cannot be read.');
    if (answerHealth(readiness, url.pathname, request, response)) return;
    if (url.pathname === '/metrics') {
      const numbers = await registry.metrics();
      return sendText(request, response, 200, numbers.trimEnd(), { 'content-type': registry.contentType });
    }
    if (url.pathname.startsWith('/_releases/')) return sendRelease(request, response, url.pathname);
    const shown = composition(request, response, url);
    if (shown) return shown;
    return sendText(request, response, 404, 'Here are /metrics, /_composition, /healthz and /readyz.');
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log('error', 'private request failed', { reason: reason(error) });
      response.destroy();
    });
  };
}

/** Whether a composer can do its work, and in words. */
interface Readiness {
  isReady: boolean;
  text: string;
}

/**
 * Whether the live releases can be served. One that cannot is its own team's trouble. When most of them cannot, the keys, the disk
 * or the network of this composer are at fault, and another may serve them.
 */
export function readinessOf(
  { apps, absent }: Pick<ReleaseSet, 'apps' | 'absent'>,
  secret: { isKnown: boolean },
): Readiness {
  const served = Object.keys(apps).filter((app) => app !== SHELL);
  const unserved = Object.keys(absent);
  const isReady = unserved.length <= served.length;
  const text = isReady ? 'ready' : 'most live releases cannot be served';
  const remarks = [
    text,
    ...(unserved.length > 0 ? [`not served: ${unserved.join(', ')}`] : []),
    ...(secret.isKnown ? [] : ['canaries are withheld, for the private store cannot be used']),
  ];
  return { isReady, text: remarks.join('; ') };
}

/** What a load balancer asks a server: `/healthz` (it lives), `/readyz` (send it visitors). @returns false for any other path */
function answerHealth(
  readiness: () => Readiness,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (path !== '/healthz' && path !== '/readyz') return false;
  const { isReady, text } = path === '/healthz' ? { isReady: true, text: 'ok' } : readiness();
  sendText(request, response, isReady ? 200 : 503, text);
  return true;
}
