import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SpanSink } from 'contracts/otlp';
import type { Trace } from 'contracts/trace';
import type { ReleaseStore, WritableStore } from 'releases/store/store';
import type { CanaryKeeper } from './canary/canary-keeper';
import { createReports, REPORTS_PATH } from './canary/reports';
import type { Secret } from './canary/secret';
import { uncounted, Visitors } from './canary/visitors';
import { createComposition } from './composition/composition';
import { StaticFiles } from './files/static-files';
import { FragmentEndpoint } from './fragments/fragment-endpoint';
import { FragmentFiller } from './fragments/fragment-filler';
import { FragmentSource } from './fragments/fragment-source';
import type { Renderer } from './guests/renderer';
import { createApiProxy, isApiPath } from './http/api-proxy';
import { ForeignOrigins } from './http/foreign-origins';
import { answerHealth } from './http/operations';
import { parseRequestUrl, withoutEndSlashes } from './http/request-url';
import { send, sendText } from './http/send';
import { tellOfRequest, traceOf } from './http/trace';
import { type Log, reason } from './log';
import type { Metrics } from './metrics';
import { BADGE_STYLES_PATH, badgeStyles } from './override/badge';
import { Overrides } from './override/overrides';
import { serveDevReload } from './pages/dev-reload';
import { PageResponder, sendMoved } from './pages/page-responder';
import { SetDocuments } from './pages/set-document';
import { robots, SitemapMaker } from './pages/sitemap';
import { sendSorry } from './pages/sorry-page';
import { SpeculationRules } from './pages/speculation-rules';
import { standalonePage } from './pages/standalone-page';
import { PREVIEW, Previews } from './preview/previews';
import { createPrivateApp } from './private-app';
import { isPersonal, type LoadedRelease, type ReleaseSet } from './releases/release-set';
import { isDeveloper } from './settings/developer-access';
import type { Settings } from './settings/settings';
import type { SiteConfigs } from './settings/site-configs';

export interface ComposerParts {
  settings: Settings;
  sites: SiteConfigs;
  store: ReleaseStore;
  renderer: Renderer;
  currentSet: () => ReleaseSet;
  /** Why releases of the registry are not served. */
  refusals: () => readonly string[];
  /** Any published release. @throws ReleaseError when there is none, or it does not hold */
  loadRelease(app: string, version: string): Promise<LoadedRelease>;
  /** Watches over canaries. */
  keeper?: CanaryKeeper | undefined;
  /** By which composers know their cookies again. */
  secret: Secret;
  /** The store with its history; undefined where it can only be read. */
  shared?: WritableStore | undefined;
  log: Log;
  /** Told of the steps of traces. */
  tell?: SpanSink | undefined;
  metrics: Metrics;
  /** Told of every response before anything is written to it. */
  track(response: ServerResponse): void;
  /** False as soon as the server is told to stop. */
  isReady(): boolean;
}

const SITE_FILE = /^\/(?:_site\/([\w.-]+)|(favicon\.svg|favicon\.ico))$/;
const SITE_FILE_HEADERS = { 'cache-control': 'public, max-age=3600' };

export interface ComposerListeners {
  /** What visitors ask. */
  visitors: RequestListener;
  /** What those ask who run it. */
  operators: RequestListener;
}

/** The composer: whole pages, release files, and the way through to the API. */
export function createComposer(parts: ComposerParts): ComposerListeners {
  const { settings, sites, store, renderer, currentSet, keeper, log, tell, metrics } = parts;
  const sets = new SetDocuments();
  const speculation = new SpeculationRules();
  const sitemaps = new SitemapMaker({ settings, renderer, sites, log });
  const foreign = new ForeignOrigins(settings.FEDERATION_ORIGINS);
  const files = new StaticFiles(store, currentSet, log, foreign);
  const behindProxy = settings.BEHIND_PROXY === '1';
  const secure = settings.siteOrigin.startsWith('https:');
  const visitors = new Visitors({ behindProxy, secure, secret: parts.secret, keeper });
  const fragments = new FragmentSource(renderer);
  const fragmentEndpoint = new FragmentEndpoint({ settings, sites, filler: new FragmentFiller(fragments, log) });
  const pages = new PageResponder({
    fragments,
    settings,
    sites,
    renderer,
    visitors,
    metrics,
    log,
    tell,
  });
  const load = async (app: string, version: string) => {
    const release = await parts.loadRelease(app, version);
    // The index knows it before its page asks for files by their names alone.
    await files.manifest(app, version);
    return release;
  };
  const overrides = new Overrides({ secure, currentSet, load, log });
  const previews = new Previews({ secure, store, currentSet, load, log });
  const mayOverride = (request: IncomingMessage): boolean => isDeveloper(request, settings);
  const reports = createReports({
    visitors,
    onReports(request, proof, list) {
      const set = currentSet();
      const reporter = set.canaries.length > 0 ? visitors.reporter(request, proof, set) : undefined;
      for (const { app, version, failed, lcp, inp } of list) {
        const isOfView = reporter?.set.apps[app]?.manifest.version === version;
        metrics.report(isOfView);
        if (reporter && isOfView)
          keeper?.observe(reporter.visit, app, version, { failed: failed !== undefined, lcp, inp });
      }
    },
  });
  const proxy = createApiProxy({ apiOrigin: settings.apiOrigin, trustProxy: behindProxy, log, foreign });

  const sendPage = (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    set: ReleaseSet,
    trace: () => Trace,
  ) =>
    pages.send(
      request,
      response,
      url,
      isPersonal(set) ? uncounted(set) : visitors.arrive(request, response, set),
      trace,
    );

  const sendSiteFile = (request: IncomingMessage, response: ServerResponse, name: string) => {
    const shell = currentSet().apps.shell?.manifest;
    const file = name === 'favicon.ico' ? 'favicon-32.png' : name;
    return files.serveFile(request, response, 'shell', shell?.version ?? '', `site/${file}`, SITE_FILE_HEADERS);
  };

  const sendSitemap = async (request: IncomingMessage, response: ServerResponse) => {
    const set = currentSet();
    const stored = await pages.kept('sitemap', set.id, () => sitemaps.make(set));
    return send(request, response, stored);
  };

  const sendStandalone = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const [, , app = '', version = ''] = path.split('/');
    const manifest = await files.manifest(app, version);
    const page = manifest && standalonePage(manifest, sites.of(currentSet()).config, settings);
    if (!page)
      return sendText(request, response, 404, 'There is no such release to show alone. `npm run releases` lists them.');
    return send(request, response, page);
  };

  /** What this visitor gets of the site. @param override the set that they asked for in place of the live one */
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    trace: () => Trace,
    override?: ReleaseSet,
  ): void | Promise<void> => {
    const path = url.pathname;
    const set = override ?? currentSet();
    const document =
      sites.findLive(path, set, foreign.headers(request)) ??
      sites.find(path, set) ??
      speculation.find(path, set) ??
      sets.find(path, override ?? visitors.setOf(request, set));
    if (document) return send(request, response, document);
    const fragment = fragmentEndpoint.answer(request, response, url, override ?? visitors.setOf(request, set), trace);
    if (fragment) return fragment;
    if (path === '/robots.txt') return sendText(request, response, 200, robots(settings));
    if (path === '/sitemap.xml') return sendSitemap(request, response);
    const site = SITE_FILE.exec(path);
    if (site) return sendSiteFile(request, response, site[1] ?? site[2] ?? '');
    if (path.length > 1 && path.endsWith('/')) {
      return sendMoved(request, response, withoutEndSlashes(path) + url.search);
    }
    return sendPage(request, response, url, set, trace);
  };

  const route = (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    trace: () => Trace,
  ): void | Promise<void> => {
    const path = url.pathname;
    if (settings.DEV_RELOAD === '1' && serveDevReload(path, request, response, currentSet)) return;
    if (answerHealth(parts.isReady, path, request, response)) return;
    if (path.startsWith('/_releases/')) return files.serve(request, response, path);
    if (path.startsWith('/_standalone/')) return sendStandalone(request, response, path);
    if (path === BADGE_STYLES_PATH) return send(request, response, badgeStyles);
    if (url.searchParams.has(PREVIEW)) return previews.enter(request, response, url);
    if (previews.isBrought(request))
      return previews.setOf(request, response).then((set) => answer(request, response, url, trace, set));
    if (!mayOverride(request)) return answer(request, response, url, trace);
    const entered = overrides.enter(request, response, url);
    if (entered || !overrides.isBrought(request)) return entered ?? answer(request, response, url, trace);
    return overrides.setOf(request, response).then((set) => answer(request, response, url, trace, set));
  };

  const operators = createPrivateApp({
    isReady: parts.isReady,
    registry: metrics.registry,
    composition: createComposition({
      settings,
      currentSet,
      refusals: parts.refusals,
      store: parts.shared,
      keeper,
      metrics,
    }),
    sendRelease: (request, response, path) => files.serve(request, response, path),
    log,
  });

  const visitorsListener: RequestListener = (request, response) => {
    parts.track(response);
    const isOwn = previews.isBrought(request) || (overrides.isBrought(request) && mayOverride(request));
    if (!isOwn && pages.sendKnown(request, response, currentSet())) return;
    let started: Trace | undefined;
    // A page from memory is part of no trace.
    const trace = () => {
      if (started) return started;
      started = traceOf(request);
      if (tell) tellOfRequest(tell, started, `${request.method}`, response);
      return started;
    };
    const url = parseRequestUrl(request.url ?? '/', settings.siteOrigin);
    if (url instanceof URL && isApiPath(url.pathname)) return void proxy.forward(request, response, url, trace());
    if (url instanceof URL && url.pathname === REPORTS_PATH) {
      return void reports(request, response).catch(() => response.destroy());
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendText(request, response, 405, 'Pages can only be read.', { allow: 'GET, HEAD' });
    }
    const handle = async () =>
      url instanceof URL
        ? route(request, response, url, trace)
        : pages.sendUnknown(request, response, currentSet(), url.status);
    handle().catch((error: unknown) => {
      log('error', 'request failed', { requestId: trace().id, reason: reason(error) });
      if (response.headersSent) return response.destroy();
      sendSorry(request, response, currentSet().apps.shell);
    });
  };
  return { visitors: visitorsListener, operators };
}
