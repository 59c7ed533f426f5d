import { StartError } from '@wholepage/database/errors';
import { readClient } from '@wholepage/staff-kit/client-files';
import { serveStaff } from '@wholepage/staff-kit/serve';
import { officeSecret } from 'api-wire/office/secret';
import { pino } from 'pino';
import { CLIENT_DIR } from './paths';
import { RIGHTS } from './rights';
import { buildApp } from './server/app';
import { openOfficeDatabase } from './server/open-database';
import { readOfficeSettings } from './server/settings';

serveStaff(async () => {
  const settings = readOfficeSettings();
  const { production } = settings.signIn;
  const secret = await officeSecret({ given: settings.apiSecret, production, dataDir: settings.dataDir });
  if (!secret) throw new StartError('OFFICE_API_SECRET is missing: give the office and every API the same one.');
  const client = await readClient({
    folder: CLIENT_DIR,
    name: 'office',
    title: 'Office',
    command: 'npm run api -- office',
    withoutScripts: 'The commands in docs/shop/office.md do the same without.',
  });
  const log = pino({ level: settings.logLevel, base: null });
  const database = await openOfficeDatabase(settings, (text) => log.warn(text));
  const server = await buildApp({ settings, pool: database.pool, secret, client, logger: log });
  return {
    title: 'Office',
    settings,
    portSetting: 'OFFICE_PORT',
    rights: RIGHTS,
    firstRight: 'owner',
    database,
    server,
  };
});
