import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { FRAGMENTS_PATH } from '@wholepage/contracts/fragment';
import { ISOLATED_PATH } from '@wholepage/contracts/isolated';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { SHELL } from '@wholepage/contracts/release';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { isDistant } from '@wholepage/releases/settings';
import type { Trace } from '@wholepage/telemetry/trace';
import { SharedSecret } from './canary/bucket';
import { CanaryKeeper } from './canary/canary-keeper';
import { GOALS_PATH, Goals, goalsScript, REPORTS_PATH, Visitors } from './canary/visitors';
import { isComposition, sendComposition } from './composition/composition';
import { DEVTOOLS_PATH, devtoolsScript } from './devtools/devtools';
import { RenderTimeoutError } from './errors';
import { StaticFiles } from './files/static-files';
import { sendFragment } from './fragments/fragment-endpoint';
import { FragmentFiller, FragmentSource, FragmentWatch } from './fragments/fragment-filler';
import type { Circuit } from './guests/pool/guest-pools';
import { Renderer, type RenderObserver } from './guests/renderer';
import { thrownOf } from './guests/wire/thrown';
import { ApiProxy, BackEndRoutes, BackEnds, ForeignOrigins, isApiPath } from './http/proxy/api-proxy';
import { type Asked, namesTwoHosts, parseRequestUrl, traceOnDemand, withoutEndSlashes } from './http/request/request';
import { refuseUncached, send, sendText } from './http/response/send';
import { Drain, type DrainOptions, PENDING_PATH, PendingResponses } from './http/server/drain';
import { IsolatedRoutes } from './isolated/isolated-pages';
import { type Log, reason } from './log';
import { LoopWatch, Metrics } from './metrics';
import { serveDevReload } from './pages/document/dev-reload';
import { BAR_STYLES_PATH, speculationRules } from './pages/document/document';
import { type OwnedFile, SetDocuments, textFileAt } from './pages/page-parts';
import { PageResponder, sendMoved } from './pages/page-responder';
import { sendSorry } from './pages/sorry-page';
import { makeTextFile, retiredWorker, robots, SitemapMaker } from './pages/text-files';
import type { Parts } from './parts';
import { barStyles } from './preview/preview-bar';
import { Previews } from './preview/previews';
import { sendStandalone } from './preview/standalone';
import { mirrored } from './releases/mirror';
import { type LoadedRelease, type ReleaseSet, withDevServers, withoutCanaries } from './releases/release-set';
import { createPurge, ReleaseWatcher } from './releases/release-watcher';
import { DigestCollector, DigestKeeper } from './reports/digests';
import { createReports } from './reports/reports';
import { LiveContent, publicConfig, SiteConfigs } from './settings/site/site-configs';

/* The composer: assembles its parts, and routes each request to the part that answers it. */

interface AssembleOptions extends Pick<Parts, 'settings' | 'log' | 'onSpan' | 'store' | 'shared' | 'privateStore'> {
  /** The visitors' server; not listening yet. */
  server: Server;
  /** The operators' server; not listening yet. */
  privateServer: Server;
  /** Its own folder, with a copy of a remote store's live files, so that it can start without the store. */
  cacheDir: string;
  /** The guests' program: guests/guest-main.ts. */
  guestFile: string;
  circuit?: Circuit;
}

/** Longest time for the last rounds at a stop: reports and evidence are written. */
const LAST_ROUNDS_MS = 2_000;

/** Assembles a composer and waits for the live releases. @throws when they cannot be read; all its processes have ended then */
export async function assemble({ server, privateServer, cacheDir, guestFile, circuit, ...given }: AssembleOptions) {
  const { settings, log, onSpan, privateStore } = given;
  const mirror = isDistant(given.store.place) ? mirrored(given.store, join(cacheDir, 'mirror')) : undefined;
  const store = mirror ?? given.store;
  const config = publicConfig(settings);
  const loop = new LoopWatch(({ heldMs, owner, ownerMs }) => {
    metrics.loopHolds.inc({ remote: owner ?? 'none' });
    log('warn', 'event loop held', { heldMs, remote: owner, remoteMs: ownerMs });
  });
  const ends: (() => unknown)[] = [loop.start()];
  const metrics: Metrics = new Metrics(() => renderer.pids.length);
  const backEnds = new BackEnds(settings.API_ORIGINS);
  const digests = new DigestCollector();
  const observer = observeRenders(log, metrics, loop, digests);
  const renderer = new Renderer({ guestFile, settings, backEnds, circuit, observer });
  const watcher = new ReleaseWatcher({
    store,
    cacheDir,
    log,
    tryOut: (release) => tryOut(renderer, release, config),
    warm: (release) => renderer.warm(release).catch(() => undefined),
    ...(mirror && { keep: mirror.keep }),
    ...(settings.PURGE_URL && { purge: createPurge({ url: settings.PURGE_URL, token: settings.PURGE_TOKEN, log }) }),
  });
  await watcher.start().catch(async (error: unknown) => {
    for (const end of ends) end();
    await renderer.close();
    throw error;
  });
  const content = new LiveContent(settings.contentUrl, settings.contentFiles, settings.content, log);
  ends.push(content.start());
  const secret = new SharedSecret(privateStore, log);
  await secret.start();
  ends.push(() => watcher.stop());
  ends.push(() => secret.stop());
  const developed = settings.DEV_SERVERS && withDevServers(settings.DEV_SERVERS);
  const released = () => (secret.isKnown ? watcher.set : withoutCanaries(watcher.set));
  const currentSet = () => developed?.(released()) ?? released();
  const started = { ...given, store, metrics, backEnds, digests, renderer, watcher, content, secret, currentSet };
  const keeper = new CanaryKeeper(started);
  const digestKeeper = new DigestKeeper(started);
  ends.push(keeper.start(), digestKeeper.start());
  metrics.watchCanaries(() => keeper.verdicts, secret);
  metrics.watchRegistry(watcher);
  metrics.watchDisk(settings.dataDir);
  const drain = new Drain(server);
  const sites = new SiteConfigs(started);
  const visitors = new Visitors({ ...started, keeper });
  const foreign = new ForeignOrigins(settings.FEDERATION_ORIGINS);
  const files = new StaticFiles({ ...started, foreign, visitors });
  const filler = new FragmentFiller(new FragmentSource(renderer), log, onSpan);
  const watch = new FragmentWatch(metrics);
  const pending = new PendingResponses(settings.behindProxy);
  const goals = new Goals({ ...started, keeper, visitors });
  const previews = new Previews({ ...started, files, visitors });
  const made = { ...started, keeper, sites, visitors, foreign, files, filler, watch, pending, goals, previews };
  const parts: Parts = { ...made, pages: new PageResponder(made) };
  /** Ready once no page depends on the store any more, until the server is asked to stop. */
  const readiness = () =>
    watcher.hasCheckedAll && !drain.isStopping
      ? readinessOf(watcher.set, secret)
      : { isReady: false, text: 'starting or stopping' };
  server.on(
    'request',
    visitorsListener(parts, { drain, readiness, isolatedScripts: join(dirname(guestFile), '..', 'isolated') }),
  );
  privateServer.on('request', operatorsListener(parts, readiness));
  /** Answers what is in flight, and ends all its processes. */
  const stop = async (options: DrainOptions) => {
    await drain.stop(options);
    await orAfter(Promise.all(ends.map((end) => end())), LAST_ROUNDS_MS, () => undefined);
    await renderer.close();
    privateServer.close();
  };
  return { renderer, keeper, digestKeeper, stop };
}

/** Answers a request. @param trace begins on first use */
type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  trace: () => Trace,
  own?: ReleaseSet,
) => void | Promise<void>;

const SITE_FILE = /^\/(?:_site\/([\w./-]+)|(favicon\.svg|favicon\.ico))$/;
const SITE_FILE_HEADERS = { 'cache-control': 'public, max-age=3600' };

interface ListenerOptions {
  drain: Drain;
  readiness: () => Readiness;
  isolatedScripts: string;
}

/** The visitors' listener: pages, release files, and the proxy of the API. */
function visitorsListener(parts: Parts, { drain, readiness, isolatedScripts }: ListenerOptions): RequestListener {
  const { settings, renderer, currentSet, log, onSpan, sites, visitors, foreign, files, pending, goals } = parts;
  const { previews, pages } = parts;
  const sets = new SetDocuments();
  const sitemaps = new SitemapMaker(parts);
  const isolatedRoutes = new IsolatedRoutes(isolatedScripts, pages);
  const reports = createReports(parts);
  const backEndRoutes = new BackEndRoutes(parts);
  const proxy = new ApiProxy(parts);

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

  /** Answers a visitor. @param own the set that they asked for in place of the live one */
  const answer: Answer = (request, response, url, trace, own) => {
    const path = url.pathname;
    const set = own ?? currentSet();
    const seen = own ?? visitors.setOf(request, set);
    // Addresses of the platform, which are no pages.
    if (path.startsWith('/_')) {
      const document =
        sites.findLive(path, set, foreign.headers(request)) ??
        sites.find(path, set) ??
        speculationRules(set)[path] ??
        sets.find(path, seen);
      if (document) return send(request, response, document);
      if (path.startsWith(ISOLATED_PATH)) return isolatedRoutes.send(request, response, url, seen, trace);
      if (path.startsWith(FRAGMENTS_PATH)) return sendFragment(parts, request, response, url, seen, trace);
    }
    if (settings.site.definition.retiredWorkers?.includes(path)) return send(request, response, retiredWorker);
    if (path === '/robots.txt') return sendText(request, response, 200, robots(settings));
    if (path === '/sitemap.xml') return sendSitemap(request, response);
    // Feed readers and shared caches cannot hold variants.
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
    if (answerHealth(readiness, path, request, response)) return;
    if (path.startsWith('/_releases/')) return files.serve(request, response, path);
    if (path.startsWith(PENDING_PATH)) return pending.send(request, response, path);
    if (path === BAR_STYLES_PATH) return send(request, response, barStyles);
    if (path === GOALS_PATH) return send(request, response, goalsScript);
    if (path === DEVTOOLS_PATH) return send(request, response, devtoolsScript);
    if (previews.isEntered(request, url)) return previews.enter(request, response, url);
    if (path.startsWith('/_standalone/')) return sendStandalone(parts, request, response, path);
    if (!previews.isBrought(request)) return answer(request, response, url, trace);
    return previews.setOf(request, response).then((set) => answer(request, response, url, trace, set));
  };

  return (request, response) => {
    drain.track(response);
    if (namesTwoHosts(request)) return sendText(request, response, 400, 'A request names one host.');
    const isPreviewed = previews.isBrought(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !isPreviewed && pages.sendCached(request, response, currentSet())) return;
    const trace = traceOnDemand(request, response, onSpan);
    const url = parseRequestUrl(request.url ?? '/', settings.siteOrigin);
    if (url instanceof URL && request.method !== 'GET' && !isPreviewed) goals.watch(request, response, url.pathname);
    if (url instanceof URL && backEndRoutes.call(request, response, url, trace)) return;
    if (url instanceof URL && isApiPath(url.pathname)) return void proxy.forward(request, response, url, trace());
    if (url instanceof URL && url.pathname === REPORTS_PATH) {
      return void reports(request, response, isPreviewed).catch(() => response.destroy());
    }
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
}

function operatorsListener(parts: Parts, readiness: () => Readiness): RequestListener {
  const { metrics, files, log } = parts;

  const answerOperator = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(request, response, 405, 'This can only be read.', { allow: 'GET, HEAD' });
    const url = parseRequestUrl(request.url ?? '/', 'http://composer.internal');
    if (!(url instanceof URL)) return sendText(request, response, url.status, 'This address cannot be read.');
    if (answerHealth(readiness, url.pathname, request, response)) return;
    if (url.pathname === '/metrics') {
      const { registry } = metrics;
      const numbers = (await registry.metrics()).trimEnd();
      return sendText(request, response, 200, numbers, { 'content-type': registry.contentType });
    }
    // The composition's page uses the shell's styles.
    if (url.pathname.startsWith('/_releases/')) return files.serve(request, response, url.pathname);
    if (isComposition(url.pathname)) return sendComposition(parts, request, response, url);
    return sendText(request, response, 404, 'Here are /metrics, /_composition, /healthz and /readyz.');
  };

  return (request, response) => {
    answerOperator(request, response).catch((error: unknown) => {
      log('error', 'private request failed', { reason: reason(error) });
      response.destroy();
    });
  };
}

type Readiness = { isReady: boolean; text: string };

/**
 * Whether the live releases can be served. A single one that cannot is its team's fault. When most cannot, this
 * composer's keys, disk or network are at fault, and another composer may serve them.
 */
function readinessOf({ apps, absent }: Pick<ReleaseSet, 'apps' | 'absent'>, secret: { isKnown: boolean }): Readiness {
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

/** Answers a load balancer: `/healthz` (alive), `/readyz` (send visitors). @returns false for any other path */
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

const observeRenders = (log: Log, metrics: Metrics, loop: LoopWatch, digests: DigestCollector): RenderObserver => ({
  rendered: (release, outcome, seconds) => {
    metrics.rendered(release, outcome, seconds);
    if (outcome !== 'refused') digests.rendered(release, outcome === 'rendered');
  },
  threw: (release, page, error) => {
    const { app, version } = release;
    digests.serverFailed({ app, version, page }, thrownOf(release, error));
  },
  guestEnded: ({ app, version }, { why, cause }) => {
    metrics.guestEnds.inc({ app, version });
    log('error', 'guest ended', { app, version, phase: 'render', cause, reason: why });
  },
  worked: ({ app, version }, ms) => loop.charge(`${app} ${version}`, ms),
  apiFailed: ({ app, version }, why) => log('warn', 'api failed a page', { app, version, phase: 'api', reason: why }),
});

const isTimeout = (error: unknown): boolean => error instanceof Error && error.cause instanceof RenderTimeoutError;

/** Renders a shell's layout once before it goes live. @throws RenderError when it cannot go live */
export async function tryOut(
  renderer: Pick<Renderer, 'layout'>,
  release: LoadedRelease,
  config: PublicConfig,
): Promise<void> {
  if (release.manifest.app !== SHELL) return;
  const layout = () => renderer.layout(release, { path: '/', status: 200, config });
  await layout().catch((error: unknown) => {
    // The first render reads the code, and may be too slow on a machine that starts everything at once.
    if (!isTimeout(error)) throw error;
    return layout();
  });
}
