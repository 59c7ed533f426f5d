import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartError } from '@wholepage/database/errors';
import { readSignInSettings } from '@wholepage/sign-in/settings';
import * as z from 'zod';
import type { StaffService } from './server';

/** A port; 0 lets the system choose. */
export const portSetting = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(65_535, 'must be at most 65535')
    .default(fallback);

/** Reads variables by a schema; an empty one counts as not set. @throws StartError with one sentence that names the variable */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`The setting ${String(issue?.path[0])} ${issue?.message}.`);
}

/** An address's origin, or nothing. */
export const originSetting = z
  .string()
  .refine((text) => text === '' || URL.canParse(text), 'must be an origin such as https://files.example.com')
  .transform((text) => text && new URL(text).origin)
  .default('');

/** Where a service keeps its own tables; nothing stands for the embedded server. */
export const databaseSetting = (service: string) =>
  z
    .string()
    .regex(/^(postgres(ql)?:\/\/.*)?$/, `must be an address such as postgres://user:password@host:5432/${service}`)
    .default('');

/** Names for networks, as Fastify knows them. */
const NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

const isProxy = (item: string): boolean => {
  const [address = '', prefix, ...more] = item.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (more.length > 0 || isIP(address) === 0) return NETWORKS.includes(item);
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
};

const itemsOf = (text: string): string[] => text.split(',').map((item) => item.trim());

/** Whose word about a visitor's address counts, as Fastify's `trustProxy` takes it. */
const trustProxySetting = z
  .string()
  .default('loopback')
  .refine(
    (text) => text === 'none' || itemsOf(text).every(isProxy),
    'must be "none", or a list of addresses, networks and the word loopback',
  )
  .refine(
    (text) => !itemsOf(text).some((item) => /\/0+$/.test(item)),
    'must not name a network of all addresses: whoever calls could then say to be somebody else',
  )
  .transform((text) => (text === 'none' ? (false as const) : itemsOf(text)));

/** Variables that mean the same for every service of staff. */
const schema = z.object({
  HOST: z.string().default('localhost'),
  PORT: portSetting(3000),
  SITE_ORIGIN: originSetting,
  DATA_DIR: z.string().default('var'),
  EMBEDDED_DATABASE: z.string().default(''),
  TRUST_PROXY: trustProxySetting,
  LOG_LEVEL: z.string().default('info'),
});

/**
 * Reads what every service of staff is set to, beside variables of its own.
 * @param own as the service read its own `NAME_PORT` and `NAME_DATABASE_URL`
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
