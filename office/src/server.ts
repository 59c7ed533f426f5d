import { StartError } from '@wholepage/database/errors';
import { serveStaff } from '@wholepage/staff-kit/server';
import { officeSecret } from 'api-wire/office/caller';
import { buildApp } from './server/app';
import { readOfficeSettings } from './server/settings';
import { OFFICE } from './service';

async function settingsWithSecret() {
  const settings = readOfficeSettings();
  const { production } = settings.signIn;
  const secret = await officeSecret({ given: settings.apiSecret, production, dataDir: settings.dataDir });
  if (!secret) throw new StartError('OFFICE_API_SECRET is missing: give the office and every API the same one.');
  return { ...settings, apiSecret: secret };
}

serveStaff(OFFICE, settingsWithSecret, buildApp);
