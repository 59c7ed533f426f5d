import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createComposer } from './app';
import { CanaryKeeper } from './canary/canary-keeper';
import { Renderer } from './guests/renderer';
import { Drain } from './http/drain';
import { jsonLog, reason } from './log';
import { Metrics } from './metrics';
import { observeRenders } from './observe-renders';
import { openReleases, openSharedStore } from './releases/open-releases';
import { createPurge } from './releases/purge';
import { ReleaseWatcher } from './releases/release-watcher';
import { tryOut } from './releases/try-out';
import { publicConfig } from './settings/public-config';
import { readSettings, type Settings } from './settings/settings';

/** A developer waits for each release. */
const DEV_POLL_MS = 50;

const GRACE_MS = 10_000;

const listen = (server: Server, { PORT, HOST }: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new Error(`PORT: ${PORT} is taken by another program; choose another.`) : error,
      );
    });
    server.listen({ port: PORT, host: HOST, ipv6Only: false }, resolve);
  });

async function main(): Promise<void> {
  const settings = readSettings(process.env, process.cwd());
  const log = jsonLog(settings.LOG_LEVEL);
  const config = publicConfig(settings);
  const opened = openReleases(settings);
  const store = settings.DEV_RELOAD === '1' ? { ...opened, pollMs: DEV_POLL_MS } : opened;
  const metrics: Metrics = new Metrics(() => renderer.pids.length);
  const renderer = new Renderer({
    guestFile: fileURLToPath(new URL('./guests/guest-main.mjs', import.meta.url)),
    processes: settings.RENDER_WORKERS,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
    memoryMb: settings.RENDER_MEMORY_MB,
    apiOrigin: settings.apiOrigin,
    config,
    observer: observeRenders(log, metrics),
  });
  const cacheDir = join(settings.dataDir, 'composer');
  const watcher = new ReleaseWatcher({
    store,
    cacheDir,
    log,
    tryOut: (release) => tryOut(renderer, release),
    keep: async (set) => opened.keep?.(set),
    ...(settings.PURGE_URL && { purge: createPurge({ url: settings.PURGE_URL, token: settings.PURGE_TOKEN, log }) }),
  });
  await watcher.start();
  const currentSet = () => watcher.set;
  const shared = openSharedStore(settings);
  const keeper = new CanaryKeeper({
    currentSet,
    store: shared,
    log,
    leaveOut: (key) => watcher.leaveOut(key),
  });
  keeper.start();
  metrics.watchCanaries(() => keeper.verdicts);
  metrics.watchRegistry(watcher);
  metrics.watchDisk(settings.dataDir);
  const server = createServer({
    requestTimeout: 600_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  });
  const drain = new Drain(server);
  const composer = createComposer({
    settings,
    config,
    store,
    renderer,
    currentSet,
    loadRelease: (app, version) => watcher.load(app, version),
    keeper,
    shared,
    log,
    metrics,
    track: (response) => drain.track(response),
    isReady: () => !drain.isStopping,
  });
  server.on('request', composer);
  await listen(server, settings);
  log('info', 'listening', { port: settings.PORT });

  const stop = async () => {
    log('info', 'stopping: finishing what is in flight', { drainMs: settings.DRAIN_MS });
    watcher.stop();
    keeper.stop();
    await drain.stop({ drainMs: settings.DRAIN_MS, graceMs: GRACE_MS });
    await renderer.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`The composer cannot start: ${reason(error)}\n`);
  process.exit(1);
});
