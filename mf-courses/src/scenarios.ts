import type { ScenarioAnswer } from '@wholepage/tooling/scenario';
import { ofUnits } from 'api-wire/money';
import { courses, type Offer } from './content/courses';
import type { CourseScenario } from './testing/course-scenario';

/** Each fragment of this remote, with example props. */
export const standaloneFragments = [{ name: 'course-prices', props: {} }];

/** Every page of this remote, the list first. `/courses/0` is an unknown course. */
export const standalonePages = [
  '/courses',
  ...courses.map(({ id }) => `/courses/${id}`),
  '/courses/0',
  '/one-on-one-transformation',
  '/success?payment_id=pay_standalone',
  '/success',
];

const order = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer => ({ match: '/create_order.php', ...answer });
const confirmation = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer => ({
  match: '/confirm_payment.php',
  ...answer,
});
const catalogue = (statuses: { [Variant in Offer['variant']]?: Offer['status'] } = {}): ScenarioAnswer => ({
  match: '/catalogue',
  body: {
    success: true,
    data: courses.map(({ offer: { variant, price, plusTax } }) => {
      const status = statuses[variant] ?? 'open';
      return { variant, ...price, plus_tax: plusTax, status };
    }),
  },
});
const prices = catalogue();
const known: ScenarioAnswer = { match: '/payment_state', body: { success: true, state: 'confirmed' } };
const enrolled: ScenarioAnswer = { match: '/enrolments', body: { success: true, id: 'enrolment_standalone' } };
const ordered = order({ body: { id: 'order_standalone' } });
const confirmed = confirmation({ body: { success: true, message: 'Your payment is confirmed.' } });

/** Outcomes of an enrolment, from the best to the worst. */
export const scenarios: CourseScenario[] = [
  {
    name: 'fine',
    title: 'Payment succeeds',
    answers: [prices, known, enrolled, ordered, confirmed],
    payment: 'succeeds',
  },
  { name: 'declined', title: 'Payment is declined', answers: [prices, known, enrolled, ordered], payment: 'declined' },
  {
    name: 'dismissed',
    title: 'Payment is dismissed',
    answers: [prices, known, enrolled, ordered],
    payment: 'dismissed',
  },
  {
    name: 'slow',
    title: 'Slow: order and confirmation take four seconds',
    answers: [prices, known, enrolled, { ...ordered, delayMs: 4000 }, { ...confirmed, delayMs: 4000 }],
    payment: 'succeeds',
  },
  {
    name: 'unconfirmed',
    title: 'Paid, but the confirmation never answers',
    answers: [prices, known, enrolled, ordered, confirmation({ delayMs: Number.POSITIVE_INFINITY })],
    payment: 'succeeds',
  },
  {
    name: 'empty',
    title: 'An order without an id',
    answers: [prices, known, order({ body: { entity: 'order' } })],
    payment: 'succeeds',
  },
  {
    name: 'failing',
    title: 'Server error 502',
    answers: [
      prices,
      known,
      order({ status: 502, body: { success: false, message: 'The payment provider does not answer.' } }),
    ],
    payment: 'succeeds',
  },
  {
    name: 'garbage',
    title: 'An answer that is not JSON',
    answers: [prices, known, order({ body: '<br /><b>Warning</b>' })],
    payment: 'succeeds',
  },
  { name: 'offline', title: 'Offline', answers: [prices, known, order({ offline: true })], payment: 'succeeds' },
  {
    name: 'price-changed',
    title: 'The price has changed since the page was opened',
    answers: [
      prices,
      known,
      enrolled,
      order({
        status: 422,
        body: {
          success: false,
          message: 'The price of the course has changed: it is ₹45,000 + GST now. Nothing has been charged.',
          code: 'price_changed',
          ...ofUnits(45_000),
          plus_tax: true,
        },
      }),
    ],
    payment: 'succeeds',
  },
  {
    name: 'full',
    title: 'The offline course is full, the only offline one is closed',
    answers: [catalogue({ offline: 'full', 'only-offline': 'closed' }), known],
    payment: 'succeeds',
  },
  {
    name: 'no-prices',
    title: 'The prices cannot be read',
    answers: [{ match: '/catalogue', status: 503, body: {} }],
    payment: 'succeeds',
  },
  {
    name: 'script-missing',
    title: "The provider's script does not load",
    answers: [prices, known, enrolled, ordered],
    payment: 'script-missing',
  },
];
