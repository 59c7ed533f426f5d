import { randomBytes } from 'node:crypto';
import { isSet } from '@wholepage/composer/setting-schemas';
import {
  API_PORT,
  type ProductionRequirement,
  type ServicePort,
  type SiteDeployment,
  type SiteService,
  type SiteTrial,
  type StaffService,
} from '@wholepage/contracts/site';
import { UPLOAD_LIMIT_MB } from 'api-wire/forms';

/* The site's services, the settings that production requires, its deployment, and the payments of a trial on one machine. */

/**
 * The memory of a request is garbage once it is answered. It is freed early if the young generation is small and V8
 * prefers memory to speed. With 8 MB for the young generation the API takes 70 MB more under 200 uploads (22 November
 * 2026). Enquiries are bound by PostgreSQL either way (docs/performance.md).
 */
const apiOptions = ['--max-semi-space-size=2', '--optimize-for-size'];

export const OFFICE_PORT: ServicePort = { variable: 'OFFICE_PORT', default: 3400 };
export const SANDBOX_PORT: ServicePort = { variable: 'PAYMENT_SANDBOX_PORT', default: 3200 };

/** Programs that run beside the composer. */
export const services: readonly SiteService[] = [
  {
    name: 'payment-sandbox',
    folder: '../payment-sandbox',
    port: SANDBOX_PORT,
    build: { script: 'scripts/build.ts' },
    nodeOptions: ['--enable-source-maps'],
    isWanted: (env) => env.NODE_ENV !== 'production' && !env.PAYMENT_API_ORIGIN,
  },
  {
    name: 'api',
    folder: '../api',
    port: API_PORT,
    build: { script: 'scripts/build.ts' },
    nodeOptions: apiOptions,
    deploy: {
      privatePort: 'API_PRIVATE_PORT',
      processes: { api: { API_ROLE: 'web' }, jobs: { API_ROLE: 'jobs' } },
    },
    alsoMadeOf: [
      '../platform/contracts',
      '../platform/telemetry',
      'contract',
      'services.ts',
      'settings.ts',
      'company.json',
    ],
    // Its mails link to the office. In production the office may be absent, or at any address.
    settingsFor: (env): Readonly<Record<string, string>> =>
      env.NODE_ENV === 'production'
        ? {}
        : { OFFICE_ORIGIN: `http://localhost:${env.OFFICE_PORT || OFFICE_PORT.default}` },
  },
];

/** Services for the site's staff, each at its own address. */
export const staff: readonly (StaffService | 'console')[] = [
  'console',
  {
    name: 'office',
    title: 'Office',
    folder: '../office',
    port: OFFICE_PORT,
    originVariable: 'OFFICE_ORIGIN',
    savesTables: true,
    image: ['../platform/sign-in/migrations', 'company.json', 'navigation.json'],
    deploy: {
      callsApi: true,
      names: ['office-files'],
      // Room for the picture of a post.
      bodyLimit: '11m',
    },
  },
];

/** True on a staging site, which may use the provider's test keys, or a provider on this machine. */
export const takesTestPayments = (env: NodeJS.ProcessEnv): boolean => env.TEST_PAYMENTS === '1';

/** Payment settings. The values of a trial on one's own machine must not be those that visitors pay with. */
export const production: readonly ProductionRequirement[] = [
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
];

/** The deployment of this site beyond its services. */
export const deploy: SiteDeployment = {
  // Each post has its own id, and is stored and mailed once.
  repeatable: {
    site: '/api/(save_\\w+\\.php|enrolments|v1\\.0/email/send(-form)?)',
    api: '/(save_\\w+\\.php|enrolments|api/v1\\.0/email/send(-form)?)',
  },
  // Room for a file and the other fields.
  bodyLimit: `${UPLOAD_LIMIT_MB + 1}m`,
  settings: {
    DATABASE_URL: 'postgres://site:change-me@database:5432/site',
    UPLOADS_URL: 's3://example-site/uploads',
    SMTP_URL: 'smtps://site:change-me@mail.example.com',
    PAYMENT_API_ORIGIN: 'https://api.razorpay.com',
    PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
    PAYMENT_KEY_ID: 'change-me',
    PAYMENT_KEY_SECRET: 'change-me',
    PAYMENT_WEBHOOK_SECRET: 'change-me',
    OFFICE_FILES_ORIGIN: 'https://office-files.example.com',
    OFFICE_API_SECRET: 'change-me-to-32-letters-or-more',
  },
};

/** A cluster pays at the sandbox, whose account lasts as long as the cluster, and shows the sample posts. */
export const trial: SiteTrial = {
  standIn: 'payment-sandbox',
  keys: () => ({
    PAYMENT_KEY_ID: 'rzp_test_cluster',
    PAYMENT_KEY_SECRET: randomBytes(12).toString('hex'),
    PAYMENT_WEBHOOK_SECRET: randomBytes(12).toString('hex'),
  }),
  serverSettings: (standInPort) => ({
    TEST_PAYMENTS: '1',
    SAMPLE_POSTS: '1',
    PAYMENT_API_ORIGIN: `http://127.0.0.1:${standInPort}`,
    PAYMENT_CHECKOUT_URL: `http://localhost:${standInPort}/checkout.js`,
  }),
};
