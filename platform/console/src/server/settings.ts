import { join, resolve } from 'node:path';
import { StartError } from '@wholepage/database/errors';
import { storePlace } from '@wholepage/releases/settings';
import { readSignInSettings } from '@wholepage/sign-in/settings';
import { portSetting, readSettings, requireDatabase } from '@wholepage/staff-kit/settings';
import { trustProxySetting } from '@wholepage/staff-kit/trust-proxy';
import * as z from 'zod';
import { ROOT } from '../paths';
import { errorsAddress, quietHoursOf } from './outgoing';
import { RIGHTS } from './rights';

const SERVICE = 'console';

const schema = z.object({
  CONSOLE_PORT: portSetting(3300),
  HOST: z.string().default('localhost'),
  CONSOLE_ORIGIN: z.string().default(''),
  CONSOLE_DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/.*)?$/, 'must be an address such as postgres://user:password@host:5432/console')
    .default(''),
  PRIVATE_STORE_URL: z.string().default(''),
  PORT: z.string().default('3000'),
  SITE_ORIGIN: z
    .string()
    .regex(/^(https?:\/\/\S+)?$/, 'must be an address')
    .default(''),
  PREVIEW_ORIGIN: z
    .string()
    .regex(/^(https?:\/\/\S+)?$/, 'must be an address')
    .default(''),
  ERRORS_URL: z
    .string()
    .refine((text) => text === '' || errorsAddress(text), 'must be a DSN such as https://key@errors.example/7')
    .default(''),
  NOTIFY_URL: z
    .string()
    .regex(/^(https?:\/\/\S+)?$/, 'must be the address of an incoming hook')
    .default(''),
  NOTIFY_QUIET_HOURS: z
    .string()
    .refine((text) => text === '' || quietHoursOf(text, 'UTC'), 'must be two hours of the day, such as 22-7')
    .default(''),
  DATA_DIR: z.string().default('var'),
  EMBEDDED_DATABASE: z.string().default(''),
  TRUST_PROXY: trustProxySetting,
  LOG_LEVEL: z.string().default('info'),
});

/**
 * Reads the console's settings; docs/settings.md lists them.
 * @throws StartError with one sentence that names the variable
 */
export function readConsoleSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = readSettings(schema, env);
  const signIn = readSignInSettings(env, {
    service: SERVICE,
    setting: 'CONSOLE_ORIGIN',
    port: values.CONSOLE_PORT,
    rights: RIGHTS,
  });
  const { CONSOLE_DATABASE_URL: url, EMBEDDED_DATABASE: embedded } = values;
  requireDatabase('CONSOLE_DATABASE_URL', { url, embedded, production: signIn.production });
  const store = storePlace(env);
  if (/^https?:/.test(store))
    throw new StartError(
      `RELEASES_URL names ${store}, which can only be read. Name the folder or bucket that it shows.`,
    );
  return {
    service: SERVICE,
    signIn,
    port: values.CONSOLE_PORT,
    host: values.HOST,
    dataDir: resolve(ROOT, values.DATA_DIR),
    privateStore: /^s3:/.test(values.PRIVATE_STORE_URL)
      ? values.PRIVATE_STORE_URL
      : resolve(ROOT, values.PRIVATE_STORE_URL || join(values.DATA_DIR, 'private')),
    databaseUrl: values.CONSOLE_DATABASE_URL || undefined,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    siteOrigin: values.SITE_ORIGIN.replace(/\/$/, '') || `http://localhost:${values.PORT}`,
    previewOrigin: values.PREVIEW_ORIGIN.replace(/\/$/, '') || undefined,
    errors: errorsAddress(values.ERRORS_URL),
    notify: values.NOTIFY_URL
      ? {
          url: values.NOTIFY_URL,
          quiet: quietHoursOf(values.NOTIFY_QUIET_HOURS, new Intl.DateTimeFormat().resolvedOptions().timeZone),
        }
      : undefined,
    store,
  };
}

export type ConsoleSettings = ReturnType<typeof readConsoleSettings>;
