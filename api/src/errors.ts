import { withoutRow } from '@wholepage/database/errors';
import { spokenTime } from './support/site-zone';

export { StartError } from '@wholepage/database/errors';

/** Base of every other error that this package throws on purpose. */
export abstract class ApiError extends Error {
  abstract override readonly name: string;
}

/** A refused request. The message is for the visitor; `status` is the HTTP status. */
export class RefusedError extends ApiError {
  override readonly name = 'RefusedError';
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterSeconds?: number,
    /** Details for programs, beside the message. */
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
 * The refusal of a change that another one preceded. It says by whom and when.
 * @param last the earlier change; undefined where it was not recorded
 * @param then sentence on the present state, and what to do
 * @param current present state, for programs
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
    /** `uncertain`: it may have acted all the same, so ask before a retry. `refused`: it has not. */
    readonly outcome: 'uncertain' | 'refused',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An update would return a payment to a final state's predecessor. A bug: the update is not applied. */
export class IllegalTransitionError extends ApiError {
  override readonly name = 'IllegalTransitionError';
  constructor(paymentId: string, before: string, after: string) {
    super(`Payment ${paymentId} is ${before} and cannot become ${after}.`);
  }
}

/** Unwraps Drizzle's errors, whose text has the query's values, and drops PostgreSQL's row details: neither may be logged. */
export const withoutQuery = (error: unknown): unknown => {
  let inner = error;
  while (inner instanceof Error && inner.message.startsWith('Failed query') && inner.cause) inner = inner.cause;
  return withoutRow(inner);
};

/** Returns the message of an error that was copied to a plain object. A failed query's message may hold values. */
const copiedMessage = (thrown: unknown): string | undefined => {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  const { message } = thrown;
  if (typeof message !== 'string') return undefined;
  return message.startsWith('Failed query') ? 'Failed query' : message;
};

/** Returns the message of anything thrown, in one line. */
export const messageOf = (error: unknown): string => {
  const inner = withoutQuery(error);
  const text = inner instanceof Error ? inner.message || inner.name : (copiedMessage(inner) ?? String(inner));
  return text.split('\n')[0] ?? '';
};
