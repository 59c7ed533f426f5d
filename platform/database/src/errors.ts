/** A server or a command cannot start. The message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What any thrown thing says, in one line. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0] ?? '';

/** An error as a log may hold it. PostgreSQL's detail of a row that it refuses is that row, with what people typed. */
export const withoutRow = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null && 'detail' in error) delete error.detail;
  return error;
};
