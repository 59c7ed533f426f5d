import { SettingsError } from '../errors';

interface Requirement {
  name: string;
  /** Said of the setting after its name. */
  reason: string;
  /** True when what is set serves in production. Default: anything. */
  fits?: (env: NodeJS.ProcessEnv) => boolean;
}

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim());

/** A store that others can write to: what lies in a folder of this machine was signed on it. */
const isDistantStore = ({ RELEASES_URL = '' }: NodeJS.ProcessEnv): boolean => /^(s3|https?):/.test(RELEASES_URL);

/** For a staging site: the provider's test keys, or a provider on this machine. */
const takesTestPayments = (env: NodeJS.ProcessEnv): boolean => env.TEST_PAYMENTS === '1';

const REQUIREMENTS: readonly Requirement[] = [
  { name: 'SITE_ORIGIN', reason: 'name the public address of the site, such as https://www.example.com' },
  {
    name: 'PAYMENT_KEY_ID',
    reason: "set your account's live key, or TEST_PAYMENTS=1 on a site where nobody really pays",
    fits: (env) =>
      isSet(env, 'PAYMENT_KEY_ID') &&
      !(takesTestPayments(env) ? /^rzp_test_sandbox$/ : /^rzp_test_/).test(env.PAYMENT_KEY_ID ?? ''),
  },
  {
    name: 'PAYMENT_CHECKOUT_URL',
    reason:
      "name the payment provider's script, such as https://checkout.razorpay.com/v1/checkout.js; it has to be https",
    fits: (env) =>
      isSet(env, 'PAYMENT_CHECKOUT_URL') && (takesTestPayments(env) || /^https:/i.test(env.PAYMENT_CHECKOUT_URL ?? '')),
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
 * @throws SettingsError with a sentence for each setting that `NODE_ENV=production` misses
 */
export function requireProductionSettings(env: NodeJS.ProcessEnv): void {
  if (env.NODE_ENV !== 'production') return;
  const missing = REQUIREMENTS.filter(({ name, fits }) => !(fits ? fits(env) : isSet(env, name)));
  if (missing.length === 0) return;
  throw new SettingsError(
    missing
      .map(({ name, reason }) => `${name} is ${isSet(env, name) ? 'not for production' : 'missing'}: ${reason}.`)
      .join('\n'),
  );
}
