import { SUBMISSION_HEADER } from 'api-wire/forms';
import { ENROLMENT_NOTICE } from 'site/notice';
import type { Offer } from '../content/courses';
import { idOf, messageOf, post } from './calls';
import type { Details } from './details';
import { EnrolmentRefusedError } from './failures/errors';

/** Longest that a payment waits for this. Milliseconds. */
const TIMEOUT = 5000;

/** Where and under which name an enrolment is kept. */
interface Place {
  /** Prefix of the course calls. */
  host: string;
  attempt: string;
}

/**
 * Tells the course host who wants to take which course, so that the payment to come has a name.
 * @returns the enrolment's id; undefined where the host keeps none or cannot be reached: enrolling goes on without
 * @throws EnrolmentRefusedError when the host says what is wrong with the details
 */
export async function enrol({ host, attempt }: Place, details: Details, offer: Offer): Promise<string | undefined> {
  const body = { ...details, course: offer.variant, format: offer.format, notice: ENROLMENT_NOTICE.version };
  try {
    const response = await post(`${host}/enrolments`, body, TIMEOUT, { [SUBMISSION_HEADER]: attempt });
    const answer: unknown = await response.json();
    if (response.ok) return idOf(answer);
    const message = messageOf(answer);
    if (response.status === 422 && message) throw new EnrolmentRefusedError(message);
  } catch (error) {
    if (error instanceof EnrolmentRefusedError) throw error;
  }
  return undefined;
}
