import type { Scenario, ScenarioAnswer } from '@wholepage/tooling/scenario';
import { FORMS } from 'api-wire/forms';

const MAIL = '/email/send-form';
const SAVES = Object.values(FORMS).map(({ path }) => path);

/** Gives every save request the same answer. */
const saves = (answer: Omit<ScenarioAnswer, 'match'>): ScenarioAnswer[] => SAVES.map((match) => ({ match, ...answer }));
const mailSent: ScenarioAnswer = { match: MAIL, body: 'OK' };
const saved = { body: { success: true, message: 'Saved.' } };

/** Outcomes of an enquiry, from the best to the worst, for the standalone page of each remote with a form. */
export const enquiryScenarios: Scenario[] = [
  { name: 'fine', title: 'All is well', answers: [mailSent, ...saves(saved)] },
  {
    name: 'slow',
    title: 'Slow: five seconds',
    answers: [{ ...mailSent, delayMs: 1000 }, ...saves({ ...saved, delayMs: 4000 })],
  },
  {
    name: 'never',
    title: 'The save never answers',
    answers: [mailSent, ...saves({ ...saved, delayMs: Number.POSITIVE_INFINITY })],
  },
  {
    name: 'refused',
    title: 'Not saved, with a reason',
    answers: [mailSent, ...saves({ body: { success: false, message: 'The list is full.' } })],
  },
  {
    name: 'refused-silently',
    title: 'Not saved, without a reason',
    answers: [mailSent, ...saves({ body: { success: false } })],
  },
  {
    name: 'failing',
    title: 'Server error 500',
    answers: [mailSent, ...saves({ status: 500, body: { success: false, message: 'Internal error' } })],
  },
  {
    name: 'garbage',
    title: 'An answer that is not JSON',
    answers: [mailSent, ...saves({ body: '<br /><b>Warning</b>' })],
  },
  { name: 'offline', title: 'Offline', answers: [{ match: MAIL, offline: true }, ...saves({ offline: true })] },
  {
    name: 'mail-unavailable',
    title: 'E-mail: unavailable (451)',
    answers: [{ match: MAIL, status: 451, body: 'Unavailable For Headless Browser' }, ...saves(saved)],
  },
  {
    name: 'mail-blocked',
    title: 'E-mail: blocked (403)',
    answers: [{ match: MAIL, status: 403, body: 'The user is in the block list' }, ...saves(saved)],
  },
  {
    name: 'mail-throttled',
    title: 'E-mail: throttled (429)',
    answers: [{ match: MAIL, status: 429, body: 'Too many requests' }, ...saves(saved)],
  },
];
