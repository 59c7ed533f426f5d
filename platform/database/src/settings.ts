import { isIP } from 'node:net';
import * as z from 'zod';
import { StartError } from './errors';

/* Variables of a service's environment, and how each is read. */

/** Variables that are set: a blank one counts as not set. */
export const setVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

/** Reads {@link setVariables} by a schema. @throws StartError with one sentence that names the variable */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const parsed = schema.safeParse(setVariables(env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`The setting ${String(issue?.path[0])} ${issue?.message}.`);
}

/** A whole number within bounds. */
export const numberSetting = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** A port; 0 lets the system choose. */
export const portSetting = (fallback: number) => numberSetting(0, 65_535).default(fallback);

/** An address of one of these protocols; empty where there is none. */
export const addressSetting = (protocol: RegExp, example: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (URL.canParse(text) && protocol.test(new URL(text).protocol)),
      `must be an address such as ${example}`,
    )
    .default('');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The lowest level that a program logs. */
export const logLevelSetting = z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info');

/** Names for networks, as Fastify knows them. */
const NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

const isProxy = (item: string): boolean => {
  const [address = '', prefix, ...more] = item.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (more.length > 0 || isIP(address) === 0) return NETWORKS.includes(item);
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
};

const itemsOf = (text: string): string[] => text.split(',').map((item) => item.trim());

/** Proxies that are trusted to state a visitor's address, as in Fastify's `trustProxy`. */
export const trustProxySetting = z
  .string()
  .trim()
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
