import { pino } from 'pino';
import { messageOf, StartError, StorageAwayError } from './errors';
import { readConfig, requireProductionSettings } from './settings/config';
import { openSite, type Site } from './site';

/** Longest stop, longer than any response; then the process ends. */
const STOP_PATIENCE_MS = 25_000;

async function start(): Promise<void> {
  requireProductionSettings(process.env);
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null });
  const site = await openSite(config, log);

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: finishing what is under way.`);
    setTimeout(() => process.exit(1), config.drainMs + STOP_PATIENCE_MS).unref();
    site.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(`Stopping failed: ${messageOf(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const listen = async (app: Site['app'], name: string, port: number): Promise<void> => {
    try {
      await app.listen({ port, host: config.host });
    } catch (error) {
      await site.close();
      throw new StartError(`${name} ${port} on ${config.host} cannot be used (${messageOf(error)}).`, {
        cause: error,
      });
    }
  };
  await listen(site.privateApp, 'API_PRIVATE_PORT', config.privatePort);
  await listen(site.app, 'API_PORT', config.port);
}

start().catch((error: unknown) => {
  // One sentence for what the owner can mend; anything else is a bug and needs its stack.
  const isAway = error instanceof StorageAwayError;
  const sentence =
    error instanceof StartError ? error.message : isAway && `${error.message} See to it, and to UPLOADS_URL.`;
  process.stderr.write(`${sentence || (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
});
