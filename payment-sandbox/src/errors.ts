import type { WireError } from './wire';

/** A call that is refused in the provider's words. Leaves the server as `{ error: … }`. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  readonly body: WireError;

  /**
   * @param description for the merchant, one sentence
   * @param more what differs from a plain bad request
   */
  constructor(description: string, more: Partial<WireError> & { status?: number } = {}) {
    super(description);
    const { status = 400, ...rest } = more;
    this.status = status;
    this.body = {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...rest,
    };
  }
}

/** The provider says the same thing of an id that never was and of one that is another merchant's. */
export const unknownId = (): RefusedError => new RefusedError('The id provided does not exist');
