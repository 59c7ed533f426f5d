import type { Scenario, ScenarioAnswer } from '@wholepage/tooling/scenario';
import { DETAIL_SLUGS, SECTOR_SLUGS } from './content/slugs';

const EMAIL = 'email/send-form';
const SAVE = 'save_form.php';

const sent: ScenarioAnswer = { match: EMAIL, body: 'OK' };
const both = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer[] => [
  { match: EMAIL, ...answer },
  { match: SAVE, ...answer },
];

/** Each fragment of this remote, with props to show it with. */
export const standaloneFragments = [{ name: 'line-card', props: { path: '/product/curtains' } }];

/** Every page of this remote, and the two kinds of slug that have none. */
export const standalonePages = [
  '/product',
  ...[...SECTOR_SLUGS, ...DETAIL_SLUGS].map((slug) => `/product/${slug}`),
  '/product/pillows-cushions',
  '/product/nowhere',
];

/** What can become of an enquiry. */
export const scenarios: Scenario[] = [
  { name: 'fine', title: 'Sent and saved', answers: [sent, { match: SAVE, body: { success: true } }] },
  {
    name: 'slow',
    title: 'Sent and saved, four seconds each',
    answers: [
      { ...sent, delayMs: 4000 },
      { match: SAVE, body: { success: true }, delayMs: 4000 },
    ],
  },
  {
    name: 'refused',
    title: 'Sent, but not saved',
    answers: [sent, { match: SAVE, body: { success: false, message: 'the sample database is full' } }],
  },
  { name: 'failing', title: 'Sent, then an error 500', answers: [sent, { match: SAVE, status: 500, body: 'Error' }] },
  { name: 'garbage', title: 'Sent, then no JSON', answers: [sent, { match: SAVE, body: '<!doctype html>' }] },
  {
    name: 'mail-throttled',
    title: 'The e-mail service throttles',
    answers: [
      { match: EMAIL, status: 429, body: 'Too many requests' },
      { match: SAVE, body: { success: true } },
    ],
  },
  { name: 'offline', title: 'That there is no network', answers: both({ offline: true }) },
  { name: 'hanging', title: 'Nothing, for ever', answers: both({ body: 'OK', delayMs: Number.POSITIVE_INFINITY }) },
];
