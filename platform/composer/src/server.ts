import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWritable, openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import { createTrust, type Trust } from '@wholepage/releases/trust/trust';
import { otlpExporter } from '@wholepage/telemetry/trace';
import { assemble } from './app';
import { limitedServer } from './http/server/drain';
import { jsonLog, reason } from './log';
import { loadSite, readServingSettings, type Settings } from './settings/settings';

import { keepTickShape } from './tricks/tick-shape';

/** Returns the composer's trust: pinned keys, else keys made on this machine. It signs no release. */
const trustOf = ({ dataDir, RELEASE_KEYS, STEP_SIGNING_KEY }: Settings): Trust =>
  createTrust({
    keysDir: join(dataDir, 'release-keys'),
    pinned: RELEASE_KEYS,
    signingKey: '',
    stepSigningKey: STEP_SIGNING_KEY,
    role: 'composer',
  });

/** Poll interval during development, where somebody waits for each release. */
const DEV_POLL_MS = 50;

const GRACE_MS = 10_000;

const listen = (server: Server, name: string, port: number, { HOST }: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`${name}: ${port} is taken by another program; choose another.`)
          : error,
      );
    });
    server.listen({ port, host: HOST, ipv6Only: false }, resolve);
  });

async function main(): Promise<void> {
  keepTickShape();
  const site = await loadSite(process.env, process.cwd());
  const settings = readServingSettings(process.env, process.cwd(), site);
  const log = jsonLog(settings.LOG_LEVEL);
  const opened = openStore(settings.store, trustOf(settings));
  const exporter =
    settings.OTEL_EXPORTER_OTLP_ENDPOINT &&
    otlpExporter({
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      service: 'composer',
      onLost: (why) => log('warn', 'traces are lost', { reason: why }),
    });
  const server = limitedServer();
  const privateServer = limitedServer();
  const composer = await assemble({
    settings,
    log,
    server,
    privateServer,
    store: settings.DEV_SERVERS ? { ...opened, pollMs: DEV_POLL_MS } : opened,
    shared: isWritable(settings.store) ? openWritableStore(settings.store, trustOf(settings)) : undefined,
    privateStore: openWritableStore(settings.privateStore, trustOf(settings)),
    cacheDir: join(settings.dataDir, 'composer'),
    onSpan: exporter ? exporter.onSpan : undefined,
    guestFile: fileURLToPath(new URL('./guests/guest-main.mjs', import.meta.url)),
  });
  await listen(privateServer, 'COMPOSER_PRIVATE_PORT', settings.privatePort, settings);
  await listen(server, 'PORT', settings.PORT, settings);
  log('info', 'listening', { port: settings.PORT });

  const stop = async () => {
    log('info', 'stopping: finishing what is in flight', { drainMs: settings.DRAIN_MS });
    await composer.stop({ drainMs: settings.DRAIN_MS, graceMs: GRACE_MS });
    if (exporter) await exporter.flush();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`The composer cannot start: ${reason(error)}\n`);
  process.exit(1);
});
