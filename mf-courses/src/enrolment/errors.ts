/** What stops an enrolment. The message is the alert that the visitor reads. */
export class EnrolmentError extends Error {
  override name = 'EnrolmentError';
}

/** The course host does not take the details as they are; its words say what is wrong. */
export class EnrolmentRefusedError extends EnrolmentError {
  override name = 'EnrolmentRefusedError';
}

/** The API answered, but without an order. */
export class OrderRefusedError extends EnrolmentError {
  override name = 'OrderRefusedError';

  constructor() {
    super('Failed to create order at the payment provider.');
  }
}

/** There was no answer, or none that can be read. */
export class OrderLostError extends EnrolmentError {
  override name = 'OrderLostError';

  constructor(cause: unknown) {
    super('Something went wrong while creating the order.', { cause });
  }
}

/** The provider's script did not load. */
export class CheckoutUnavailableError extends EnrolmentError {
  override name = 'CheckoutUnavailableError';

  constructor(cause?: unknown) {
    super('The payment window could not be loaded. Please check your connection and try again.', { cause });
  }
}
