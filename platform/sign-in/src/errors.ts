/** A request is refused. The message is for the person; `status` is the HTTP status. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(
    readonly status: number,
    message: string,
    /** Tells the client program what would help. */
    readonly code?: 'sign-in' | 'sign-in-again' | 'other-session',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
