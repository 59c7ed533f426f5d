/** Something about a release or the registry is not as it must be. The message says what to do next. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}
