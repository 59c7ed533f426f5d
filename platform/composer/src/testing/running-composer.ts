import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { isWritable, openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import type { Span } from '@wholepage/telemetry/trace';
import { build } from 'esbuild';
import { assemble } from '../app';
import type { CanaryKeeper } from '../canary/canary-keeper';
import { Circuit } from '../guests/pool/guest-pools';
import type { Log } from '../log';
import { readSettings } from '../settings/settings';
import { fixtureSite } from './fixture-site';

const ROOT = join(__dirname, '..', '..', '..', '..');

/** Rest of an open circuit; shorter than in production, for tests that wait for its end. */
const CIRCUIT_REST_MS = 500;
/** One bundle for all test files of a run, because each run has its own temporary folder. */
const guestFile = join(tmpdir(), 'guest-main.mjs');
let guest: Promise<unknown> | undefined;

async function buildGuest(): Promise<void> {
  if (existsSync(guestFile)) return;
  const draft = `${guestFile}.${process.pid}.draft`;
  await build({
    entryPoints: [join(__dirname, '..', 'guests', 'guest-main.ts')],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  await rename(draft, guestFile);
}

export interface RunningComposer {
  origin: string;
  /** Origin of `/metrics` and `/_composition`. */
  privateOrigin: string;
  /** Log entries so far. */
  events: { level: string; event: string; details: Record<string, unknown> }[];
  /** Spans that have ended. */
  spans: Span[];
  /** Process ids of its guests. */
  guests(): number[];
  /** Stops as on SIGTERM. */
  stop(drainMs: number): Promise<void>;
  /** Writes a digest at once, as the composer does every ten seconds. */
  writeDigest(): Promise<void>;
  /** The judge's present verdicts on the canaries. */
  verdicts(): CanaryKeeper['verdicts'];
  close(): Promise<void>;
}

/**
 * Starts a composer on a free port, with real guests and the test's own store.
 * @param options.place location of the store for the composer: the folder itself, or an address that serves it
 * @param options.siteDir folder of the site's content
 */
export async function runComposer(
  store: string,
  env: NodeJS.ProcessEnv = {},
  { place = store, siteDir = fixtureSite.dir } = {},
): Promise<RunningComposer> {
  guest ??= buildGuest();
  await guest;
  const settings = readSettings(
    { RENDER_TIMEOUT_MS: '2500', RENDER_MEMORY_MB: '160', DATA_DIR: store, SITE_ORIGIN: 'http://site.test', ...env },
    ROOT,
    { ...fixtureSite, dir: siteDir },
  );
  const events: RunningComposer['events'] = [];
  const log: Log = (level, event, details = {}) => events.push({ level, event, details });
  const server = createServer();
  const privateServer = createServer();
  const spans: Span[] = [];
  const { renderer, keeper, digestKeeper, stop } = await assemble({
    settings,
    log,
    server,
    privateServer,
    store: openStore(place),
    shared: isWritable(place) ? openWritableStore(place) : undefined,
    privateStore: openWritableStore(settings.privateStore),
    cacheDir: join(store, 'composer'),
    guestFile,
    circuit: new Circuit(undefined, CIRCUIT_REST_MS),
    onSpan: (span) => spans.push(span),
  });
  const listen = async (listening: Server): Promise<string> => {
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  };
  return {
    origin: await listen(server),
    privateOrigin: await listen(privateServer),
    events,
    spans,
    guests: () => renderer.pids,
    stop: (drainMs) => stop({ drainMs, graceMs: 5_000 }),
    verdicts: () => keeper.verdicts,
    writeDigest: () => digestKeeper.write(),
    async close() {
      for (const listening of [server, privateServer]) listening.closeAllConnections();
      await stop({ drainMs: 0, graceMs: 0 });
    },
  };
}

/** Pause between polls. Without it, polling would starve the awaited work of CPU. */
const POLL_MS = 10;
/** Timeout of polling, which only failing tests reach. The bench measures how soon a release is live. */
const PATIENCE_MS = 30_000;

/** Repeats `ask` until the answer is wanted. @throws Error with the last answer after the timeout */
export async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Not as wanted within ${PATIENCE_MS / 1000} s: ${inspect(answer)}`);
    await pause(POLL_MS);
  }
}
