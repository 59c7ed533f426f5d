/** A server or a command cannot start. The message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What any thrown thing says, in one line. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0] ?? '';
