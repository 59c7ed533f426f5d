import type { Offer } from '../content/courses';

/** What stops an enrolment. The message is the alert that the visitor reads. */
export class EnrolmentError extends Error {
  override name = 'EnrolmentError';
}

/** The course host does not take the details as they are; its words say what is wrong. */
export class EnrolmentRefusedError extends EnrolmentError {
  override name = 'EnrolmentRefusedError';
}

/** The API answered, but without an order. @param reason in the API's own words, empty where it says none */
export const orderRefused = (reason: string): EnrolmentError =>
  new EnrolmentError(`Failed to create order at the payment provider. ${reason}`.trim());

/** The course costs something else by now, or is full: the API's own sentence says so, for no provider was asked. */
export class OfferChangedError extends EnrolmentError {
  override name = 'OfferChangedError';

  constructor(
    message: string,
    /** What it costs now; undefined when it cannot be paid for. */
    readonly price: Pick<Offer, 'price' | 'plusTax'> | undefined,
  ) {
    super(message);
  }
}

/** The money is here: nobody may be asked to try again. */
export class AlreadyPaidError extends EnrolmentError {
  override name = 'AlreadyPaidError';
}

/** There was no answer, or none that can be read. */
export const orderLost = (cause: unknown): EnrolmentError =>
  new EnrolmentError('Something went wrong while creating the order.', { cause });

/** The provider's script did not load. */
export const checkoutUnavailable = (): EnrolmentError =>
  new EnrolmentError('The payment window could not be loaded. Please check your connection and try again.');

/** How the alert of a failed payment begins; the provider's description follows. The pages differ, as specified. */
export const COURSES_FAILURE = 'Payment failed: ';
export const ONE_ON_ONE_FAILURE = 'Payment failed. Error: ';
