import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import type { PublicConfig } from '@wholepage/contracts/mount';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import type { SpanSink } from '@wholepage/telemetry/trace';
import { createComposer, readinessOf } from './app';
import { BackEnds } from './back-ends/back-end-proxy';
import { SharedSecret } from './canary/bucket';
import { CanaryKeeper } from './canary/canary-keeper';
import { RenderTimeoutError } from './errors';
import type { Circuit } from './guests/pool/circuit';
import { Renderer, type RenderObserver } from './guests/renderer';
import { thrownOf } from './guests/wire/thrown';
import { Drain } from './http/server/drain';
import type { Log } from './log';
import { LoopWatch, Metrics } from './metrics';
import type { Mirror } from './releases/mirror';
import { type LoadedRelease, withDevServers, withoutCanaries } from './releases/release-set';
import { createPurge, ReleaseWatcher } from './releases/release-watcher';
import { DigestCollector, DigestKeeper } from './reports/digests';
import type { Settings } from './settings/settings';
import { ContentWatcher, EditedContent, publicConfig, SiteConfigs } from './settings/site/site-configs';

interface AssembleOptions {
  settings: Settings;
  log: Log;
  /** What visitors come to; not listening yet. */
  server: Server;
  /** What those come to who run it; not listening yet. */
  privateServer: Server;
  store: ReleaseStore & Partial<Mirror>;
  /** The same store with its history; undefined where it can only be read. */
  shared: WritableStore | undefined;
  /** What composers tell each other and nobody else. */
  privateStore: WritableStore;
  /** Where the set that was live last is kept for a start without the store. */
  cacheDir: string;
  /** The program of a guest, see guests/guest-main.ts. */
  guestFile: string;
  circuit?: Circuit;
  /** Called with the steps of traces; undefined where nobody collects them. */
  onSpan?: SpanSink | undefined;
}

interface AssembledComposer {
  renderer: Renderer;
  keeper: CanaryKeeper;
  /** Writes what was seen for the console. */
  digests: DigestKeeper;
  drain: Drain;
  /** No longer looks for releases, nor at canaries. */
  unwatch(): void;
}

/**
 * Puts a composer's parts together, waits for the live releases, and lets it answer the server's requests.
 * @throws what keeps the releases from being read; no process is left then
 */
export async function assemble(options: AssembleOptions): Promise<AssembledComposer> {
  const { settings, log, server, store, shared, cacheDir } = options;
  const config = publicConfig(settings);
  const loop = new LoopWatch(({ heldMs, owner, ownerMs }) => {
    metrics.loopHeld(owner);
    log('warn', 'event loop held', { heldMs, remote: owner, remoteMs: ownerMs });
  });
  loop.start();
  const metrics: Metrics = new Metrics(() => renderer.pids.length);
  const backEnds = new BackEnds(settings.API_ORIGINS);
  const digests = new DigestCollector();
  const renderer = new Renderer({
    guestFile: options.guestFile,
    processes: settings.RENDER_WORKERS,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
    fragmentTimeoutMs: settings.FRAGMENTS_TIMEOUT_MS,
    memoryMb: settings.RENDER_MEMORY_MB,
    apiOrigin: settings.apiOrigin,
    origins: settings.site.definition.readableOrigins?.(settings.site.values) ?? [],
    redirectOrigins: settings.site.definition.redirectOrigins?.(settings.site.values) ?? [],
    backEnds,
    ...(options.circuit && { circuit: options.circuit }),
    observer: observeRenders({ log, metrics, loop, digests }),
  });
  const watcher = new ReleaseWatcher({
    store,
    cacheDir,
    log,
    tryOut: (release) => tryOut(renderer, release, config),
    warm: (release) => renderer.warm(release).catch(() => undefined),
    ...(store.keep && { keep: (set) => store.keep?.(set) ?? Promise.resolve() }),
    ...(settings.PURGE_URL && { purge: createPurge({ url: settings.PURGE_URL, token: settings.PURGE_TOKEN, log }) }),
  });
  await watcher.start().catch(async (error: unknown) => {
    loop.stop();
    await renderer.close();
    throw error;
  });
  const files = new ContentWatcher(settings.contentFiles, settings.content, log);
  files.start();
  const content = new EditedContent(settings.contentUrl, settings.contentFiles, () => files.current, log);
  content.start();
  const secret = new SharedSecret(options.privateStore, log);
  await secret.start();
  const { DEV_SERVERS } = settings;
  const released = () => (secret.isKnown ? watcher.set : withoutCanaries(watcher.set));
  const currentSet = () => (DEV_SERVERS ? withDevServers(released(), DEV_SERVERS) : released());
  const keeper = new CanaryKeeper({
    currentSet,
    store: shared,
    privateStore: options.privateStore,
    secret,
    log,
    leaveOut: (key) => watcher.leaveOut(key),
  });
  keeper.start();
  const digestKeeper = new DigestKeeper({
    collector: digests,
    privateStore: options.privateStore,
    generation: () => watcher.generation,
    log,
  });
  digestKeeper.start();
  metrics.watchCanaries(() => keeper.verdicts, secret);
  metrics.watchRegistry(watcher);
  metrics.watchDisk(settings.dataDir);
  const drain = new Drain(server);
  const composer = createComposer({
    settings,
    sites: new SiteConfigs(settings, () => content.current),
    contentOf: (id) => content.preview(id),
    store,
    isolatedScripts: join(dirname(options.guestFile), '..', 'isolated'),
    renderer,
    backEnds,
    currentSet,
    refusals: () => watcher.refusals,
    loadRelease: (app, version) => watcher.load(app, version),
    keeper,
    digests,
    secret,
    shared,
    log,
    onSpan: options.onSpan,
    metrics,
    track: (response) => drain.track(response),
    readiness: () =>
      watcher.hasCheckedAll && !drain.isStopping
        ? readinessOf(watcher.set, secret)
        : { isReady: false, text: 'starting or stopping' },
  });
  server.on('request', composer.visitors);
  options.privateServer.on('request', composer.operators);
  const unwatch = () => {
    watcher.stop();
    files.stop();
    content.stop();
    keeper.stop();
    secret.stop();
    digestKeeper.stop();
    loop.stop();
  };
  return { renderer, keeper, digests: digestKeeper, drain, unwatch };
}

interface Observers {
  log: Log;
  metrics: Metrics;
  loop: LoopWatch;
  digests: DigestCollector;
}

/** Counts what releases do, and logs the end of a guest with remote, version, phase and reason. */
const observeRenders = ({ log, metrics, loop, digests }: Observers): RenderObserver => ({
  rendered: (release, outcome, seconds) => {
    metrics.rendered(release, outcome, seconds);
    if (outcome !== 'refused') digests.rendered(release, outcome === 'rendered');
  },
  threw: (release, page, error) => {
    const { app, version } = release;
    digests.serverFailed({ app, version, page }, thrownOf(release, error));
  },
  guestEnded: ({ app, version }, { why, cause }) => {
    metrics.guestEnded({ app, version });
    log('error', 'guest ended', { app, version, phase: 'render', cause, reason: why });
  },
  worked: ({ app, version }, ms) => loop.charge(`${app} ${version}`, ms),
  apiFailed: ({ app, version }, why) => log('warn', 'api failed a page', { app, version, phase: 'api', reason: why }),
});

/** A machine that starts everything at once may be too slow for the first one, whose code is read on the way. */
const TRIES = 2;

const isTimeout = (error: unknown): boolean => error instanceof Error && error.cause instanceof RenderTimeoutError;

/**
 * Tries a release out before any page is made from it. Every page needs a layout, so a shell that makes none is refused.
 * A remote is not tried, for its pages are made from the browser's code when the server's fails.
 * @throws RenderError when the release cannot go live
 */
export async function tryOut(
  renderer: Pick<Renderer, 'layout'>,
  release: LoadedRelease,
  config: PublicConfig,
): Promise<void> {
  if (release.manifest.app !== 'shell') return;
  for (let tries = 1; ; tries += 1) {
    try {
      await renderer.layout(release, { path: '/', status: 200, config });
      return;
    } catch (error) {
      if (tries === TRIES || !isTimeout(error)) throw error;
    }
  }
}
