import { defineSite } from '@wholepage/composer/define-site';
import { apiPaths } from './api-paths';
import { budgets } from './budgets';
import { companySchema } from './contract/config';
import { navigationSchema } from './contract/navigation';
import { calledOrigins, checkoutSources, csp } from './csp';
import { deploy, production, trial } from './production';
import { publicConfig } from './public-config';
import { services, staff } from './services';
import { settings } from './settings';

const site = defineSite({
  name: 'the site',
  settings,
  production,
  navigation: {
    file: 'navigation.json',
    what: 'the links of the frame',
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
  stageSources: checkoutSources,
  // The e-mail service's own path begins with /api.
  apiKeepsPrefix: ['/api/v1.0/'],
  // Covers of posts are pictures of pages, wherever the API keeps them.
  indexedApiPaths: ['/api/covers/'],
  goals: {
    enquiry: {
      event: 'shell:enquiry-sent',
      confirmedBy: [
        'POST /api/save_home_form.php',
        'POST /api/save_modal_form.php',
        'POST /api/save_form.php',
        'POST /api/save_inspiration.php',
      ],
      thanks: '/thank-you',
    },
    enrolment: { event: 'mf-courses:enrolment-paid', confirmedBy: ['POST /api/confirm_payment.php'] },
  },
  apiPaths,
  // Of the site before this one: the usual names of the tools that it was made with.
  retiredWorkers: ['/service-worker.js', '/sw.js'],
  budgets,
  remotePrefix: 'mf-',
  services,
  staff,
  trial,
  deploy,
  sharedSources: ['../shared-ui', 'contract'],
  sources: { pictures: '../shared-ui/pictures', facts: 'facts.json' },
  gallery: '../shared-ui',
  siteFiles: '../shared-ui/pictures/site',
});

export default site;

const { navigation } = site;

export { budgets, csp, navigation, publicConfig, settings };
