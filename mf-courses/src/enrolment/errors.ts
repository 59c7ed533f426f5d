import type { Offer } from '../content/courses';

/** An error that stops an enrolment. Its message is the visitor's alert. */
export class EnrolmentError extends Error {
  override name = 'EnrolmentError';
}

/** The course host refused the details. The message is the host's reason. */
export class EnrolmentRefusedError extends EnrolmentError {
  override name = 'EnrolmentRefusedError';
}

/** The API responded without an order. @param reason the API's message; empty where there is none */
export const orderRefused = (reason: string): EnrolmentError =>
  new EnrolmentError(`Failed to create order at the payment provider. ${reason}`.trim());

/** The price has changed, or the course cannot be bought. The message is the API's sentence, as no provider was involved. */
export class OfferChangedError extends EnrolmentError {
  override name = 'OfferChangedError';

  constructor(
    message: string,
    /** The present price; undefined when the course cannot be bought. */
    readonly price: Pick<Offer, 'price' | 'plusTax'> | undefined,
  ) {
    super(message);
  }
}

/** The payment has arrived already: the visitor must not be asked to try again. */
export class AlreadyPaidError extends EnrolmentError {
  override name = 'AlreadyPaidError';
}

/** The response is missing or cannot be read. */
export const orderLost = (cause: unknown): EnrolmentError =>
  new EnrolmentError('Something went wrong while creating the order.', { cause });

/** The provider's script did not load. */
export const checkoutUnavailable = (): EnrolmentError =>
  new EnrolmentError('The payment window could not be loaded. Please check your connection and try again.');

/** Beginnings of the alert after a failed payment, before the provider's description. The pages differ, as specified. */
export const COURSES_FAILURE = 'Payment failed: ';
export const ONE_ON_ONE_FAILURE = 'Payment failed. Error: ';
