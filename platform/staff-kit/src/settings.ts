import { resolve } from 'node:path';
import { SITE_PORT } from '@wholepage/contracts/site';
import { StartError } from '@wholepage/database/errors';
import {
  addressSetting,
  logLevelSetting,
  portSetting,
  readSettings,
  trustProxySetting,
} from '@wholepage/database/settings';
import { readSignInSettings } from '@wholepage/sign-in/settings';
import * as z from 'zod';
import type { StaffService } from './server';

/** The origin of an address; empty for none. */
export const originSetting = addressSetting(/^https?:$/, 'https://www.example.com').transform(
  (text) => text && new URL(text).origin,
);

/** Address of a service's own database; empty for the embedded server. */
export const databaseSetting = (service: string) =>
  addressSetting(/^postgres(ql)?:$/, `postgres://user:password@host:5432/${service}`);

/** Variables that mean the same for every staff service. */
const schema = z.object({
  HOST: z.string().default('localhost'),
  PORT: portSetting(SITE_PORT.default),
  SITE_ORIGIN: originSetting,
  DATA_DIR: z.string().default('var'),
  EMBEDDED_DATABASE: z.string().default(''),
  TRUST_PROXY: trustProxySetting,
  LOG_LEVEL: logLevelSetting,
});

/**
 * Reads the settings that all staff services share.
 * @param own the service's own `NAME_PORT` and `NAME_DATABASE_URL`, which it has read itself
 * @throws StartError with one sentence that names the variable
 */
export function readStaffSettings(
  { name, rights, root }: Pick<StaffService, 'name' | 'rights' | 'root'>,
  { port, databaseUrl }: { port: number; databaseUrl: string },
  env: NodeJS.ProcessEnv,
) {
  const values = readSettings(schema, env);
  const setting = name.toUpperCase();
  const signIn = readSignInSettings(env, { service: name, setting: `${setting}_ORIGIN`, port, rights });
  if (signIn.production && !databaseUrl && values.EMBEDDED_DATABASE !== '1')
    throw new StartError(
      `${setting}_DATABASE_URL is missing: name a database, or set EMBEDDED_DATABASE=1 to keep everything in DATA_DIR.`,
    );
  return {
    signIn,
    port,
    host: values.HOST,
    siteOrigin: values.SITE_ORIGIN || `http://localhost:${values.PORT}`,
    dataDir: resolve(root, values.DATA_DIR),
    databaseUrl: databaseUrl || undefined,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}

export type StaffSettings = ReturnType<typeof readStaffSettings>;
