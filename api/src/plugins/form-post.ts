import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { SUBMISSION_HEADER } from '../../wire/enquiries';
import { RefusedError } from '../errors';

/** True for a form that was posted as such, without scripts: no e-mail call has come before it. */
export const isFormPost = (request: FastifyRequest): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers['content-type'] ?? '') &&
  !request.headers[SUBMISSION_HEADER.toLowerCase()];

/** True for a post that a browser made by itself: it asks for a page, and shows the answer as one. */
export const wantsPage = (request: FastifyRequest): boolean =>
  isFormPost(request) && /text\/html/i.test(request.headers.accept ?? '');

type Options = Parameters<FastifyRequest['parts']>[0];

const NOT_WHOLE = 'This form did not arrive whole. Please send it again.';
const CUT_OFF = /unexpected end of (multipart|form)/i;

/** A file that ends with its form cut off: its parser throws a plain error into the file's stream. */
export const cutOff = (error: unknown): unknown =>
  error instanceof Error && CUT_OFF.test(error.message) ? new RefusedError(400, NOT_WHOLE) : error;

/**
 * The parts of a multipart form, one after the other.
 * @throws RefusedError 400 or 413 when the form itself is broken: its parser throws plain errors for that
 */
export async function* formParts(request: FastifyRequest, options: Options): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(options);
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode === 413 ? 413 : 400;
    throw new RefusedError(status, NOT_WHOLE);
  } finally {
    // A parser that stopped leaves the rest unread, and the next request on this connection would wait behind it.
    request.raw.resume();
  }
}
