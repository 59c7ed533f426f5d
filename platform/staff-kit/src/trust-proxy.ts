import { isIP } from 'node:net';
import * as z from 'zod';

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
export const trustProxySetting = z
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
