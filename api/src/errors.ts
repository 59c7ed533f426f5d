import { withoutRow } from '@wholepage/database/errors';
import { spokenTime } from './support/site-zone';

export { StartError } from '@wholepage/database/errors';

/** Base of every other error that this package throws on purpose. */
export abstract class ApiError extends Error {
  abstract override readonly name: string;
}

/** A request is refused. The message is for the visitor; `status` is the HTTP status. */
export class RefusedError extends ApiError {
  override readonly name = 'RefusedError';
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterSeconds?: number,
    /** What a program may read of it, beside the message. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

export interface Change {
  by: string;
  at: Date;
}

/**
 * Somebody else was first: who comes second reads by whom and when, and both states.
 * @param last the change that came first; undefined where nobody noted it
 * @param then what is there now, and what to do
 * @param current what is there, for programs
 */
export function changedMeanwhile(last: Change | undefined, then: string, current: object = {}): RefusedError {
  const who = last ? `${last.by} changed this on ${spokenTime(last.at)}` : 'Somebody else has changed this meanwhile';
  return new RefusedError(409, `${who}. ${then}`, undefined, { code: 'changed', current });
}

export class StorageAwayError extends ApiError {
  override readonly name = 'StorageAwayError';
}

export class InvalidFormError extends RefusedError {
  constructor(
    /** One sentence per field that needs attention. */
    readonly problems: readonly { field: string; message: string }[],
    status = 422,
  ) {
    super(status, [...new Set(problems.map(({ message }) => message))].join(' '));
  }
}

export class ProviderError extends ApiError {
  override readonly name = 'ProviderError';
  constructor(
    message: string,
    /** `uncertain`: it may have acted all the same, so ask before trying again. `refused`: it has not. */
    readonly outcome: 'uncertain' | 'refused',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A payment was about to go back to a state that it had left for good. A fault of ours: the update is not kept. */
export class IllegalTransitionError extends ApiError {
  override readonly name = 'IllegalTransitionError';
  constructor(paymentId: string, before: string, after: string) {
    super(`Payment ${paymentId} is ${before} and cannot become ${after}.`);
  }
}

/** drizzle wraps errors in one whose text holds the query's values, and PostgreSQL tells of the row; those must not reach the log. */
export const withoutQuery = (error: unknown): unknown => {
  let inner = error;
  while (inner instanceof Error && inner.message.startsWith('Failed query') && inner.cause) inner = inner.cause;
  return withoutRow(inner);
};

/** A copy of an error has its message and nothing else of it. Where a query failed, its values may be in there. */
const copiedMessage = (thrown: unknown): string | undefined => {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  const { message } = thrown;
  if (typeof message !== 'string') return undefined;
  return message.startsWith('Failed query') ? 'Failed query' : message;
};

/** What any thrown thing says, in one line. */
export const messageOf = (error: unknown): string => {
  const inner = withoutQuery(error);
  const text = inner instanceof Error ? inner.message || inner.name : (copiedMessage(inner) ?? String(inner));
  return text.split('\n')[0] ?? '';
};
