/** A server or a command cannot start. The message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The first line of a thrown value's message. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0] ?? '';

/** Removes an error's `detail` for the log. PostgreSQL puts the row that it refuses there, with what people typed. */
export const withoutRow = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null && 'detail' in error) delete error.detail;
  return error;
};
