/** What another bundler put out cannot be released. The message says what to change there. */
export class GuestError extends Error {
  override name = 'GuestError';
}
