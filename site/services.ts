import type { SiteService, StaffService } from '@wholepage/contracts/site';

/**
 * What a request needs is garbage when it is answered. It goes soon where the young generation is small and V8 prefers
 * memory to speed. With 8 MB for the young generation the API takes 70 MB more under 200 uploads (22 November 2026).
 * Enquiries are bound by PostgreSQL either way (docs/performance.md).
 */
const apiOptions = ['--max-semi-space-size=2', '--optimize-for-size'];

const OFFICE = { variable: 'OFFICE_PORT', default: 3400 };

/** What stands behind this site. */
export const services: readonly SiteService[] = [
  {
    name: 'payment-sandbox',
    folder: '../payment-sandbox',
    port: { variable: 'PAYMENT_SANDBOX_PORT', default: 3200 },
    build: { script: 'scripts/build.ts' },
    nodeOptions: ['--enable-source-maps'],
    isWanted: (env) => env.NODE_ENV !== 'production' && !env.PAYMENT_API_ORIGIN,
  },
  {
    name: 'api',
    folder: '../api',
    port: { variable: 'API_PORT', default: 3100 },
    build: { script: 'scripts/build.ts' },
    nodeOptions: apiOptions,
    deploy: {
      privatePort: { variable: 'API_PRIVATE_PORT', default: 3110 },
      processes: { api: { API_ROLE: 'web' }, jobs: { API_ROLE: 'jobs' } },
    },
    alsoMadeOf: ['../platform/contracts', '../platform/telemetry', 'contract', 'company.json'],
    // Its mails link to the office. In production the office may be absent, or at any address.
    settingsFor: ({ NODE_ENV, OFFICE_PORT }): Readonly<Record<string, string>> =>
      NODE_ENV === 'production' ? {} : { OFFICE_ORIGIN: `http://localhost:${OFFICE_PORT || OFFICE.default}` },
  },
];

/** For the people of this site, each at an address of its own. */
export const staff: readonly (StaffService | 'console')[] = [
  'console',
  {
    name: 'office',
    title: 'Office',
    folder: '../office',
    port: OFFICE,
    originVariable: 'OFFICE_ORIGIN',
    savesTables: true,
    image: ['../platform/sign-in/migrations', 'company.json', 'navigation.json'],
    deploy: {
      callsApi: true,
      names: ['office-files'],
      // A picture of a post.
      bodyLimit: '11m',
    },
  },
];
