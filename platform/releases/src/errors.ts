/** Why a release or a step was refused, for programs: the message says the same to people. */
export type Refusal =
  /** There is no such app, release, canary or lock. */
  | 'not-found'
  /** No key that is believed signed it. */
  | 'not-signed'
  /** The signer has no right to take this step. */
  | 'not-allowed'
  /** It claims paths or cookies that are not pinned to its app. */
  | 'not-pinned'
  /** The app or the site is locked. */
  | 'locked'
  /** It does not fit what else is live: contract, routes. */
  | 'unfit'
  /** Somebody else took a step meanwhile, or it is done already. */
  | 'superseded'
  /** The store cannot be read or written. */
  | 'store'
  /** What was given is not usable. */
  | 'invalid';

/** Something about a release or the registry is not as it must be. The message says what to do next. */
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
