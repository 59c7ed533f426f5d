import { StartError } from '../errors';

interface Requirement {
  name: string;
  /** Said of the setting after its name. */
  reason: string;
  /** True when what is set serves in production. Default: anything. */
  fits?: (env: NodeJS.ProcessEnv) => boolean;
}

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim());
const isOwn =
  (name: string, sandbox: RegExp) =>
  (env: NodeJS.ProcessEnv): boolean =>
    isSet(env, name) && !sandbox.test(env[name] ?? '');

/** For a staging site: the provider's test keys, or a provider on this machine. */
const takesTestPayments = (env: NodeJS.ProcessEnv): boolean => env.TEST_PAYMENTS === '1';

const REQUIREMENTS: readonly Requirement[] = [
  {
    name: 'DATABASE_URL',
    reason: 'name your PostgreSQL server, or set EMBEDDED_DATABASE=1 to keep everything in DATA_DIR',
    fits: (env) => isSet(env, 'DATABASE_URL') || env.EMBEDDED_DATABASE === '1',
  },
  { name: 'SMTP_URL', reason: 'name your mail server; without it mails are files that nobody reads' },
  { name: 'SITE_ORIGINS', reason: 'list the public origins of the site, such as https://www.example.com' },
  {
    name: 'PAYMENT_API_ORIGIN',
    reason: "name the payment provider's address, such as https://api.razorpay.com; it has to be https",
    fits: (env) => isOwn('PAYMENT_API_ORIGIN', takesTestPayments(env) ? /^$/ : /^(?!https:)/i)(env),
  },
  {
    name: 'PAYMENT_KEY_ID',
    reason: "set your account's live key, or TEST_PAYMENTS=1 on a site where nobody really pays",
    fits: (env) => isOwn('PAYMENT_KEY_ID', takesTestPayments(env) ? /^rzp_test_sandbox$/ : /^rzp_test_/)(env),
  },
  {
    name: 'PAYMENT_KEY_SECRET',
    reason: "set your account's secret; everybody knows that of the sandbox",
    fits: isOwn('PAYMENT_KEY_SECRET', /^sandbox_/),
  },
  {
    name: 'PAYMENT_WEBHOOK_SECRET',
    reason: 'set your own; with that of the sandbox anybody can report payments',
    fits: isOwn('PAYMENT_WEBHOOK_SECRET', /sandbox_/),
  },
];

/**
 * A command works where the site does: in production nothing but a setting says where that is.
 * @throws StartError
 */
export function requireDatabaseSetting(env: NodeJS.ProcessEnv): void {
  if (env.NODE_ENV !== 'production') return;
  const missing = REQUIREMENTS.find(({ name, fits }) => name === 'DATABASE_URL' && !fits?.(env));
  if (missing) throw new StartError(`${missing.name} is missing: ${missing.reason}.`);
}

/**
 * What serves a trial on one's own machine must not be what visitors pay and write to by mistake.
 * @throws StartError with a sentence for each setting that `NODE_ENV=production` misses
 */
export function requireProductionSettings(env: NodeJS.ProcessEnv): void {
  if (env.NODE_ENV !== 'production') return;
  const missing = REQUIREMENTS.filter(({ name, fits }) => !(fits ? fits(env) : isSet(env, name)));
  if (missing.length === 0) return;
  throw new StartError(
    missing
      .map(({ name, reason }) => `${name} is ${isSet(env, name) ? 'not for production' : 'missing'}: ${reason}.`)
      .join('\n'),
  );
}
