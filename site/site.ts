import { defineSite } from '@wholepage/composer/define-site';
import type { Budgets } from '@wholepage/contracts/site';
import { FORMS } from 'api-wire/forms';
import { companySchema } from './contract/config';
import { navigationSchema } from './contract/navigation';
import { deploy, production, services, staff, trial } from './services';
import { calledOrigins, checkoutSources, csp, publicConfig, settings } from './settings';

/** Largest size of a page before the first interaction, in bytes after brotli. */
const budgets = {
  /** A page that reads its address or leads to a checkout may be larger than one that is the same for everybody. */
  scripts: ({ path, query, document }) => (path.includes(':') || query?.length || document ? 99_000 : 94_500),
  styles: 30_000,
  /** Font files are compressed already: their size is the transferred one. */
  fonts: 53_000,
} as const satisfies Budgets;

const formPaths = Object.values(FORMS).map(({ path }) => path);

/** First segments of the API's paths. `api` belongs to the e-mail service, whose own path begins with it. */
const apiPaths = [
  'api',
  'catalogue',
  'confirm_payment.php',
  'covers',
  'create_order.php',
  'enrolments',
  'form.css',
  'formdata',
  'openapi.json',
  'payment_state',
  ...formPaths.map((path) => path.slice(1)),
  'webhooks',
];

const site = defineSite({
  name: 'the site',
  settings,
  production,
  navigation: {
    file: 'navigation.json',
    what: 'the links of the layout',
    schema: navigationSchema,
  },
  content: {
    company: {
      file: 'company.json',
      what: "the company's details",
      schema: companySchema,
    },
  },
  publicConfig,
  csp,
  readableOrigins: calledOrigins,
  standaloneSources: checkoutSources,
  // The e-mail service's own path begins with /api.
  apiKeepsPrefix: ['/api/v1.0/'],
  // Covers of posts are pictures of pages, wherever the API stores them.
  indexedApiPaths: ['/api/covers/'],
  goals: {
    enquiry: {
      confirmedBy: formPaths.map((path) => `POST /api${path}`),
      thanks: '/thank-you',
    },
    enrolment: { confirmedBy: ['POST /api/confirm_payment.php'] },
  },
  apiPaths,
  // Service workers of the former site: the usual names of the tools that it was built with.
  retiredWorkers: ['/service-worker.js', '/sw.js'],
  budgets,
  remotePrefix: 'mf-',
  services,
  staff,
  trial,
  deploy,
  sharedSources: ['../shared-ui', '../api/wire', 'contract'],
  sources: { pictures: '../shared-ui/pictures', facts: 'facts.json' },
  gallery: '../shared-ui',
  siteFiles: '../shared-ui/pictures/site',
});

export default site;

const { navigation } = site;

export { budgets, csp, navigation, publicConfig, settings };
