import { environmentTrust } from '@wholepage/releases/settings';
import { readClient } from '@wholepage/staff-kit/client-files';
import { serveStaff } from '@wholepage/staff-kit/serve';
import { pino } from 'pino';
import { CLIENT_DIR } from './paths';
import { buildApp, openConsoleDatabase } from './server/app';
import { RIGHTS } from './server/rights';
import { readConsoleSettings } from './server/settings';
import { siteGoals } from './server/views';

serveStaff(async () => {
  const settings = readConsoleSettings();
  const client = await readClient({
    folder: CLIENT_DIR,
    name: 'console',
    title: 'Console',
    command: 'npm run wholepage -- console',
    withoutScripts: 'The commands do the same without.',
  });
  const log = pino({ level: settings.logLevel, base: null });
  const database = await openConsoleDatabase(settings, (text) => log.warn(text));
  const [trust, goals] = [environmentTrust(), await siteGoals()];
  const server = await buildApp({ settings, pool: database.pool, client, trust, goals, logger: log });
  return {
    title: 'Console',
    settings,
    portSetting: 'CONSOLE_PORT',
    rights: RIGHTS,
    firstRight: 'admin',
    database,
    server,
  };
});
