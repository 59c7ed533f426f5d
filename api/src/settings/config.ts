import path from 'node:path';
import { isSet, missingInProduction } from '@wholepage/composer/setting-schemas';
import { API_PORT, SITE_PORT } from '@wholepage/contracts/site';
import {
  addressSetting,
  logLevelSetting,
  numberSetting,
  portSetting,
  readSettings,
  trustProxySetting,
} from '@wholepage/database/settings';
import { privatePortBeside } from '@wholepage/page-rules/address';
import { production, SANDBOX_PORT, takesTestPayments } from 'site/services';
import { emailjsNames, emailjsSettings } from 'site/settings';
import * as z from 'zod';
import { LEAST_SECRET_LENGTH } from '../../wire/office/caller';
import { StartError } from '../errors';
import { ROOT_DIR } from './paths';

const text = (fallback: string) => z.string().trim().default(fallback);
const wholeNumber = (fallback: number, min: number, max: number) => numberSetting(min, max).default(fallback);
/** A server's address, without a trailing slash. */
const origin = addressSetting(/^https?:$/, 'https://api.example.com').transform((value) => value.replace(/\/+$/, ''));
const filled = (fallback: string) => text(fallback).refine((value) => value !== '', 'must not be empty');

const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be production, development or test' })
    .default('development'),
  PORT: portSetting(SITE_PORT.default),
  API_PORT: portSetting(API_PORT.default),
  API_PRIVATE_PORT: numberSetting(0, 65_535).optional(),
  HOST: filled('localhost'),
  API_ROLE: z.enum(['', 'web', 'jobs'], { error: 'must be web or jobs, or empty for both' }).default(''),
  DATA_DIR: filled('var'),
  SAMPLE_POSTS: z.enum(['', '0', '1'], { error: 'must be 1 or 0' }).default(''),
  UPLOADS_URL: text('').refine(
    (value) => !value.includes('://') || value.startsWith('s3://'),
    'must be a folder, or a bucket such as s3://bucket/prefix',
  ),
  S3_ENDPOINT: addressSetting(/^https?:$/, 'https://s3.example.com'),
  DATABASE_URL: addressSetting(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/database'),
  EMBEDDED_DATABASE: z.enum(['', '0', '1'], { error: 'must be 1 or 0' }).default(''),
  DATABASE_POOL: wholeNumber(16, 1, 90),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin,
  SMTP_URL: addressSetting(/^smtps?:$/, 'smtp://user:password@host:587'),
  SMTP_PLAIN: z.enum(['', '0', '1'], { error: 'must be 1 or 0' }).default(''),
  BACKUP_ALARM_HOURS: wholeNumber(26, 0, 10_000),
  OFFICE_ORIGIN: origin,
  ALERT_URL: addressSetting(/^https?:$/, 'https://chat.example.com/hooks/site'),
  SITE_ORIGIN: origin,
  PREVIEW_ORIGIN: origin,
  TRUST_PROXY: trustProxySetting,
  DRAIN_MS: wholeNumber(0, 0, 600_000),
  RATE_LIMIT_PER_MINUTE: wholeNumber(10, 1, 1_000_000),
  LOG_LEVEL: logLevelSetting,
  ...emailjsSettings.shape,
  OFFICE_API_SECRET: text('').refine(
    (value) => value === '' || value.length >= LEAST_SECRET_LENGTH,
    `must have ${LEAST_SECRET_LENGTH} characters or more`,
  ),
  TEST_PAYMENTS: z.enum(['', '0', '1'], { error: 'must be 1 or 0' }).default(''),
  PAYMENT_SANDBOX_PORT: portSetting(SANDBOX_PORT.default),
  PAYMENT_API_ORIGIN: origin,
  PAYMENT_KEY_ID: filled('rzp_test_sandbox'),
  PAYMENT_KEY_SECRET: filled('sandbox_secret'),
  PAYMENT_WEBHOOK_SECRET: filled('sandbox_webhook_secret'),
  PAYMENT_WEBHOOK_SECRET_PREVIOUS: text(''),
});

type Environment = z.output<typeof environmentSchema>;

/** Timeout of a call to the provider, for which a buyer waits. */
const PAYMENT_TIMEOUT_MS = 5_000;

/** Returns the origins whose posts the API accepts, the site's first. */
const siteOrigins = (env: Environment): [string, ...string[]] => {
  const named = [env.SITE_ORIGIN, env.PREVIEW_ORIGIN].filter(Boolean).map((value) => new URL(value).origin);
  const [site = `http://localhost:${env.PORT}`, ...others] = named;
  return [site, ...others];
};

/** Refuses the sandbox's public secrets for a real provider: anybody could sign payments with them. */
const refuseSandboxSecrets = (settings: Environment): void => {
  if (!settings.PAYMENT_API_ORIGIN.startsWith('https:')) return;
  for (const name of ['PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET', 'PAYMENT_WEBHOOK_SECRET_PREVIOUS'] as const) {
    if (settings[name].startsWith('sandbox_')) {
      throw new StartError(
        `The setting ${name} must be the secret of your own account when PAYMENT_API_ORIGIN is a real provider.`,
      );
    }
  }
};

/**
 * Reads the settings from environment variables; docs/settings.md lists them with their defaults.
 * @throws StartError with one sentence that names the variable
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const settings = readSettings(environmentSchema, env);
  refuseSandboxSecrets(settings);
  const isProduction = settings.NODE_ENV === 'production';
  return {
    production: isProduction,
    port: settings.API_PORT,
    privatePort: settings.API_PRIVATE_PORT ?? privatePortBeside(settings.API_PORT),
    host: settings.HOST,
    role: settings.API_ROLE,
    dataDir: path.resolve(ROOT_DIR, settings.DATA_DIR),
    /** Whether to publish sample posts; default: outside production. */
    samplePosts: settings.SAMPLE_POSTS === '' ? !isProduction : settings.SAMPLE_POSTS === '1',
    companyFile: path.join(ROOT_DIR, 'site', 'company.json'),
    /** A bucket, or a folder; empty: `dataDir`. */
    uploadsUrl: /^(s3:|$)/.test(settings.UPLOADS_URL)
      ? settings.UPLOADS_URL
      : path.resolve(ROOT_DIR, settings.UPLOADS_URL),
    s3Endpoint: settings.S3_ENDPOINT,
    databaseUrl: settings.DATABASE_URL || undefined,
    databasePool: settings.DATABASE_POOL,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    smtpUrl: settings.SMTP_URL || undefined,
    /** Whether mails and the password may be sent unencrypted beyond this machine. */
    smtpPlain: settings.SMTP_PLAIN === '1',
    /** Hours after which a missing back-up raises an alarm; 0: never. */
    backupAlarmHours: settings.NODE_ENV === 'production' ? settings.BACKUP_ALARM_HOURS : 0,
    /** The office's origin; empty where there is none. */
    officeOrigin: settings.OFFICE_ORIGIN,
    alertUrl: settings.ALERT_URL || undefined,
    siteOrigins: siteOrigins(settings),
    trustProxy: settings.TRUST_PROXY,
    drainMs: settings.DRAIN_MS,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    office: { given: settings.OFFICE_API_SECRET },
    logLevel: settings.LOG_LEVEL,
    emailjs: emailjsNames(settings),
    payment: {
      origin: settings.PAYMENT_API_ORIGIN || `http://localhost:${settings.PAYMENT_SANDBOX_PORT}`,
      keyId: settings.PAYMENT_KEY_ID,
      keySecret: settings.PAYMENT_KEY_SECRET,
      /** The present secret, then its predecessor while the provider still retries events signed with that. */
      webhookSecrets: [settings.PAYMENT_WEBHOOK_SECRET, settings.PAYMENT_WEBHOOK_SECRET_PREVIOUS].filter(Boolean),
      timeoutMs: PAYMENT_TIMEOUT_MS,
    },
  };
}

export type Config = ReturnType<typeof readConfig>;

const isOwn =
  (name: string, sandbox: RegExp) =>
  (env: NodeJS.ProcessEnv): boolean =>
    isSet(env, name) && !sandbox.test(env[name] ?? '');

const DATABASE: (typeof production)[number] = {
  name: 'DATABASE_URL',
  reason: 'name your PostgreSQL server, or set EMBEDDED_DATABASE=1 to keep everything in DATA_DIR',
  fits: (env) => isSet(env, 'DATABASE_URL') || env.EMBEDDED_DATABASE === '1',
};

const REQUIREMENTS: typeof production = [
  DATABASE,
  { name: 'SMTP_URL', reason: 'name your mail server; without it mails are files that nobody reads' },
  { name: 'SITE_ORIGIN', reason: 'name the public address of the site, such as https://www.example.com' },
  {
    name: 'PAYMENT_API_ORIGIN',
    reason: "name the payment provider's address, such as https://api.razorpay.com; it has to be https",
    fits: (env) => isOwn('PAYMENT_API_ORIGIN', takesTestPayments(env) ? /^$/ : /^(?!https:)/i)(env),
  },
  // Pages and API use the same account.
  ...production.filter(({ name }) => name === 'PAYMENT_KEY_ID'),
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

/** Requires the database's setting in production, so that a command works on the site's database. @throws StartError */
export function requireDatabaseSetting(env: NodeJS.ProcessEnv): void {
  const missing = missingInProduction(env, [DATABASE]);
  if (missing) throw new StartError(missing);
}

/**
 * Keeps settings that suit a trial on one's own machine out of production.
 * @throws StartError with a sentence for each setting missing for `NODE_ENV=production`
 */
export function requireProductionSettings(env: NodeJS.ProcessEnv): void {
  const missing = missingInProduction(env, REQUIREMENTS);
  if (missing) throw new StartError(missing);
}

/** Longest body of a post without a file. */
export const BODY_LIMIT_BYTES = 64 * 1024;
