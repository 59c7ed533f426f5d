import { userInfo } from 'node:os';
import { messageOf, StartError } from '@wholepage/database/errors';
import { environmentTrust } from '@wholepage/releases/settings';
import { invite } from '@wholepage/sign-in/invite';
import { pino } from 'pino';
import { CLIENT_DIR } from './paths';
import { buildApp } from './server/app';
import { readClient } from './server/client-files';
import { openConsoleDatabase } from './server/open-database';
import { RIGHTS } from './server/rights';
import { readConsoleSettings } from './server/settings';

async function start(): Promise<void> {
  const settings = readConsoleSettings();
  const log = pino({ level: settings.logLevel, base: null });
  const { pool, close } = await openConsoleDatabase(settings, (text) => log.warn(text));
  const server = await buildApp({
    settings,
    pool,
    client: await readClient(CLIENT_DIR),
    trust: environmentTrust(),
    logger: log,
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  try {
    await server.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await close();
    throw new StartError(`CONSOLE_PORT ${settings.port} on ${settings.host} cannot be used (${messageOf(error)}).`, {
      cause: error,
    });
  }
  const { origin, production, openId } = settings.signIn;
  // On a developer's machine the link is at hand; in production somebody is invited by name.
  const link =
    production || openId
      ? origin
      : await invite(pool, { name: userInfo().username, rights: ['admin'], by: 'npm start', model: RIGHTS, origin });
  process.stdout.write(`Console: ${link}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
