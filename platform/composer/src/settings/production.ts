import type { ProductionRequirement } from '@wholepage/contracts/site';
import { SettingsError } from '../errors';

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim());

/** A store that others can write to: what lies in a folder of this machine was signed on it. */
const isDistantStore = ({ RELEASES_URL = '' }: NodeJS.ProcessEnv): boolean => /^(s3|https?):/.test(RELEASES_URL);

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Without TLS whoever carries a page may change it: cookies, forms and code of visitors are theirs. */
const isSafeOrigin = (env: NodeJS.ProcessEnv, { SITE_ORIGIN = '' } = env): boolean =>
  !/^http:/i.test(SITE_ORIGIN) ||
  env.SITE_WITHOUT_TLS === '1' ||
  (URL.canParse(SITE_ORIGIN) && LOOPBACK.test(new URL(SITE_ORIGIN).hostname));

const REQUIREMENTS: readonly ProductionRequirement[] = [
  {
    name: 'SITE_ORIGIN',
    reason:
      'name the public address of the site, such as https://www.example.com; only with SITE_WITHOUT_TLS=1 it may begin with http://',
    fits: (env) => isSet(env, 'SITE_ORIGIN') && isSafeOrigin(env),
  },
  {
    name: 'RELEASE_KEYS',
    reason: 'pin the public keys of those who may release into RELEASES_URL',
    fits: (env) => isSet(env, 'RELEASE_KEYS') || !isDistantStore(env),
  },
  {
    name: 'PRIVATE_STORE_URL',
    reason: 'name a folder or bucket that all composers share, or they do not know the visitors of each other again',
    fits: (env) => isSet(env, 'PRIVATE_STORE_URL') || !isDistantStore(env),
  },
];

/**
 * What serves a trial on one's own machine must not be what visitors get by mistake.
 * @param ofSite what the site needs beside the composer
 * @throws SettingsError with a sentence for each setting that `NODE_ENV=production` misses
 */
export function requireProductionSettings(env: NodeJS.ProcessEnv, ofSite: readonly ProductionRequirement[] = []): void {
  if (env.NODE_ENV !== 'production') return;
  const missing = [...REQUIREMENTS, ...ofSite].filter(({ name, fits }) => !(fits ? fits(env) : isSet(env, name)));
  if (missing.length === 0) return;
  throw new SettingsError(
    missing
      .map(({ name, reason }) => `${name} is ${isSet(env, name) ? 'not for production' : 'missing'}: ${reason}.`)
      .join('\n'),
  );
}
