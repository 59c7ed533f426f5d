import type { Scenario, ScenarioAnswer } from 'tooling/scenario';

/** Every page of this remote, the list first. */
export const standalonePages = [
  '/courses',
  '/courses/1',
  '/courses/2',
  '/courses/3',
  '/courses/4',
  '/one-on-one-transformation',
  '/success?payment_id=pay_standalone',
  '/success',
];

const order = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer => ({ match: '/create_order.php', ...answer });
const confirmation = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer => ({
  match: '/confirm_payment.php',
  ...answer,
});
const enrolled: ScenarioAnswer = { match: '/enrolments', body: { success: true, id: 'enrolment_standalone' } };
const ordered = order({ body: { id: 'order_standalone' } });
const confirmed = confirmation({ body: { success: true, message: 'Your payment is confirmed.' } });

/** What may happen to an enrolment, from the best to the worst. */
export const scenarios: Scenario[] = [
  { name: 'fine', title: 'Payment succeeds', answers: [enrolled, ordered, confirmed], payment: 'succeeds' },
  { name: 'declined', title: 'Payment is declined', answers: [enrolled, ordered], payment: 'declined' },
  { name: 'dismissed', title: 'Payment is dismissed', answers: [enrolled, ordered], payment: 'dismissed' },
  {
    name: 'slow',
    title: 'Slow: order and confirmation take four seconds',
    answers: [enrolled, { ...ordered, delayMs: 4000 }, { ...confirmed, delayMs: 4000 }],
    payment: 'succeeds',
  },
  {
    name: 'unconfirmed',
    title: 'Paid, but the confirmation never answers',
    answers: [enrolled, ordered, confirmation({ delayMs: Number.POSITIVE_INFINITY })],
    payment: 'succeeds',
  },
  {
    name: 'empty',
    title: 'An order without an id',
    answers: [order({ body: { entity: 'order' } })],
    payment: 'succeeds',
  },
  {
    name: 'failing',
    title: 'Server error 502',
    answers: [order({ status: 502, body: { success: false, message: 'The payment provider does not answer.' } })],
    payment: 'succeeds',
  },
  {
    name: 'garbage',
    title: 'An answer that is not JSON',
    answers: [order({ body: '<br /><b>Warning</b>' })],
    payment: 'succeeds',
  },
  { name: 'offline', title: 'Offline', answers: [order({ offline: true })], payment: 'succeeds' },
  {
    name: 'script-missing',
    title: "The provider's script does not load",
    answers: [enrolled, ordered],
    payment: 'script-missing',
  },
];
