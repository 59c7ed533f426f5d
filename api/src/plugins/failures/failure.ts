import { isAway } from '@wholepage/database/is-away';
import type { FastifyError } from 'fastify';
import { RefusedError } from '../../errors';

/** For faults of ours. */
export const UNKNOWN = 'Something went wrong on our side. Please try again in a minute, or write to us by e-mail.';
const BUSY = 'We cannot save anything at this moment. Please try again in a minute.';

/** What the framework refuses by status, in words for the visitor. */
export const SENTENCES: Readonly<Record<number, string>> = {
  400: 'This could not be read. Please reload the page and send it again.',
  404: 'There is nothing at this address.',
  405: 'This address does not take that kind of request.',
  408: 'This took too long to arrive. Please send it again.',
  413: 'This is too large to be sent. Please shorten it, or choose a file of up to 10 MB.',
  415: 'This kind of content cannot be read. Please use the form on our site.',
};

/** What the visitor reads. */
export interface Failure {
  status: number;
  message: string;
  retryAfter?: number | undefined;
  /** What a program may read beside the message. */
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** Says what went wrong in words for the visitor, without details of unknown errors. */
export const explain = (error: FastifyError | Error): Failure => {
  if (error instanceof RefusedError)
    return {
      status: error.status,
      message: error.message,
      retryAfter: error.retryAfterSeconds,
      details: error.details,
    };
  if (isAway(error)) return { status: 503, message: BUSY, retryAfter: 5 };
  const status = (error as FastifyError).statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, message: SENTENCES[status] ?? SENTENCES[400] ?? UNKNOWN };
  return { status: 500, message: UNKNOWN };
};
