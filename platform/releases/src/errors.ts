/** Reason of a refusal, for programs; the message tells people. */
export type Refusal =
  /** The app, release, canary or lock does not exist. */
  | 'not-found'
  /** It is not signed by a trusted key. */
  | 'not-signed'
  /** The signer has no right to take this step. */
  | 'not-allowed'
  /** It claims paths or cookies that are not pinned to its app. */
  | 'not-pinned'
  /** The app or the site is locked. */
  | 'locked'
  /** It conflicts with other live releases: contract, routes. */
  | 'unfit'
  /** Another step was committed meanwhile, or this one is done already. */
  | 'superseded'
  /** The store cannot be read or written. */
  | 'store'
  /** The input is invalid. */
  | 'invalid';

/** A fault of a release or the registry. The message says what to do next. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
  readonly refusal: Refusal;

  constructor(message: string, { refusal = 'invalid', ...options }: ErrorOptions & { refusal?: Refusal } = {}) {
    super(message, options);
    this.refusal = refusal;
  }
}

/** What any thrown thing says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Of a certificate, a name or a port that is wrong, `fetch` itself says no more than that it failed. */
export function whyFailed(error: unknown): string {
  const { cause } = error as { cause?: { message: string; code?: string } };
  return cause?.message || cause?.code || messageOf(error);
}
