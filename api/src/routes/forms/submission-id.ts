import type { FastifyRequest } from 'fastify';
import { SUBMISSION_FIELD, SUBMISSION_HEADER } from '../../../wire/enquiries';
import { RefusedError } from '../../errors';

const ID = /^[\w.:-]{8,128}$/;

/**
 * The id of a submission as sent, in the header or else among the fields; undefined when there is none.
 * @param fields of a form that browsers without scripts send, too
 * @throws RefusedError when it is not one that a browser of this site makes
 */
export function submissionIdOf(request: FastifyRequest, fields?: unknown): string | undefined {
  const field = (fields as Record<string, unknown> | null | undefined)?.[SUBMISSION_FIELD];
  const value: unknown = request.headers[SUBMISSION_HEADER.toLowerCase()] || field;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !ID.test(value)) {
    throw new RefusedError(400, 'This form could not be recognised. Please reload the page and send it again.');
  }
  return value;
}
