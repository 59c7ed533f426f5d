import { resolve } from 'node:path';
import { StartError } from '@wholepage/database/errors';
import { readSignInSettings } from '@wholepage/sign-in/settings';
import { portSetting, readSettings, requireDatabase } from '@wholepage/staff-kit/settings';
import { trustProxySetting } from '@wholepage/staff-kit/trust-proxy';
import * as z from 'zod';
import { ROOT } from '../paths';
import { RIGHTS } from '../rights';

const SERVICE = 'office';

const origin = z
  .string()
  .refine((text) => text === '' || URL.canParse(text), 'must be an origin such as https://files.example.com')
  .default('');

const schema = z.object({
  OFFICE_PORT: portSetting(3400),
  HOST: z.string().default('localhost'),
  OFFICE_FILES_ORIGIN: origin,
  API_PRIVATE_ORIGIN: origin,
  OFFICE_API_SECRET: z.string().default(''),
  OFFICE_DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/.*)?$/, 'must be an address such as postgres://user:password@host:5432/office')
    .default(''),
  PORT: portSetting(3000),
  SITE_ORIGIN: origin,
  API_PORT: portSetting(3100),
  API_PRIVATE_PORT: portSetting(0),
  DATA_DIR: z.string().default('var'),
  EMBEDDED_DATABASE: z.string().default(''),
  TRUST_PROXY: trustProxySetting,
  LOG_LEVEL: z.string().default('info'),
});

type Values = z.output<typeof schema>;

const originOf = (text: string): string => new URL(text).origin;

/** Where uploads are shown: never an origin with a session. On one machine the other name of it serves. */
const filesOrigin = (values: Values, own: string, production: boolean): string => {
  const given = values.OFFICE_FILES_ORIGIN;
  if (!given && production)
    throw new StartError(
      'OFFICE_FILES_ORIGIN is missing: name a second address of the office, where visitors’ files are shown without a session.',
    );
  const files = given ? originOf(given) : `http://127.0.0.1:${values.OFFICE_PORT}`;
  if (new URL(files).host === new URL(own).host)
    throw new StartError('The setting OFFICE_FILES_ORIGIN must not be the office’s own address: sessions live there.');
  if (production && !files.startsWith('https:'))
    throw new StartError('The setting OFFICE_FILES_ORIGIN must begin with https:// in production.');
  return files;
};

/**
 * Reads the office's settings; docs/settings.md lists them.
 * @throws StartError with one sentence that names the variable
 */
export function readOfficeSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = readSettings(schema, env);
  const signIn = readSignInSettings(env, {
    service: SERVICE,
    setting: 'OFFICE_ORIGIN',
    port: values.OFFICE_PORT,
    rights: RIGHTS,
  });
  const { production } = signIn;
  const { OFFICE_DATABASE_URL: url, EMBEDDED_DATABASE: embedded } = values;
  requireDatabase('OFFICE_DATABASE_URL', { url, embedded, production });
  return {
    service: SERVICE,
    signIn,
    port: values.OFFICE_PORT,
    host: values.HOST,
    filesOrigin: filesOrigin(values, signIn.origin, production),
    siteOrigin: originOf(values.SITE_ORIGIN || `http://localhost:${values.PORT}`),
    apiOrigin: originOf(
      values.API_PRIVATE_ORIGIN || `http://localhost:${values.API_PRIVATE_PORT || values.API_PORT + 10}`,
    ),
    apiSecret: values.OFFICE_API_SECRET,
    dataDir: resolve(ROOT, values.DATA_DIR),
    databaseUrl: values.OFFICE_DATABASE_URL || undefined,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}

export type OfficeSettings = ReturnType<typeof readOfficeSettings>;
