import { userInfo } from 'node:os';
import { messageOf, StartError } from '@wholepage/database/errors';
import { invite } from '@wholepage/sign-in/invite';
import { officeSecret } from 'api-wire/office/secret';
import { pino } from 'pino';
import { CLIENT_DIR } from './paths';
import { RIGHTS } from './rights';
import { buildApp } from './server/app';
import { readClient } from './server/client-files';
import { openOfficeDatabase } from './server/open-database';
import { readOfficeSettings } from './server/settings';

async function start(): Promise<void> {
  const settings = readOfficeSettings();
  const { origin, production, openId } = settings.signIn;
  const secret = await officeSecret({ given: settings.apiSecret, production, dataDir: settings.dataDir });
  if (!secret) throw new StartError('OFFICE_API_SECRET is missing: give the office and every API the same one.');
  const log = pino({ level: settings.logLevel, base: null });
  const { pool, close } = await openOfficeDatabase(settings, (text) => log.warn(text));
  const server = await buildApp({ settings, pool, secret, client: await readClient(CLIENT_DIR), logger: log });
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
    throw new StartError(`OFFICE_PORT ${settings.port} on ${settings.host} cannot be used (${messageOf(error)}).`, {
      cause: error,
    });
  }
  // On a developer's machine the link is at hand; in production somebody is invited by name.
  const link =
    production || openId
      ? origin
      : await invite(pool, { name: userInfo().username, rights: ['owner'], by: 'npm start', model: RIGHTS, origin });
  process.stdout.write(`Office: ${link}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
