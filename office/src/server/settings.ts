import { API_PORT } from '@wholepage/contracts/site';
import { StartError } from '@wholepage/database/errors';
import { portSetting, readSettings } from '@wholepage/database/settings';
import { privatePortBeside } from '@wholepage/page-rules/address';
import { databaseSetting, originSetting, readStaffSettings } from '@wholepage/staff-kit/settings';
import { OFFICE_PORT } from 'site/services';
import * as z from 'zod';
import { OFFICE } from '../service';

const schema = z.object({
  OFFICE_PORT: portSetting(OFFICE_PORT.default),
  OFFICE_FILES_ORIGIN: originSetting,
  API_PRIVATE_ORIGIN: originSetting,
  OFFICE_API_SECRET: z.string().default(''),
  OFFICE_DATABASE_URL: databaseSetting('office'),
  API_PORT: portSetting(API_PORT.default),
  API_PRIVATE_PORT: portSetting(0),
});

type Values = z.output<typeof schema>;

/** Origin of visitors' files: never one with a session. On a developer's machine, its other name serves: `127.0.0.1`. */
const filesOrigin = (values: Values, own: string, production: boolean): string => {
  const given = values.OFFICE_FILES_ORIGIN;
  if (!given && production)
    throw new StartError(
      'OFFICE_FILES_ORIGIN is missing: name a second address of the office, where visitors’ files are shown without a session.',
    );
  const files = given || `http://127.0.0.1:${values.OFFICE_PORT}`;
  if (new URL(files).host === new URL(own).host)
    throw new StartError('The setting OFFICE_FILES_ORIGIN must not be the office’s own address: sessions live there.');
  if (production && !files.startsWith('https:'))
    throw new StartError('The setting OFFICE_FILES_ORIGIN must begin with https:// in production.');
  return files;
};

/** Reads the office's settings; docs/settings.md lists them. @throws StartError with one sentence that names the variable */
export function readOfficeSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = readSettings(schema, env);
  const staff = readStaffSettings(OFFICE, { port: values.OFFICE_PORT, databaseUrl: values.OFFICE_DATABASE_URL }, env);
  const { origin, production } = staff.signIn;
  return {
    ...staff,
    filesOrigin: filesOrigin(values, origin, production),
    apiOrigin:
      values.API_PRIVATE_ORIGIN || `http://localhost:${values.API_PRIVATE_PORT || privatePortBeside(values.API_PORT)}`,
    apiSecret: values.OFFICE_API_SECRET,
  };
}

export type OfficeSettings = ReturnType<typeof readOfficeSettings>;
