import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { UPLOAD_LIMIT_BYTES } from '../../../wire/enquiries';
import { RefusedError } from '../../errors';
import { BODY_LIMIT_BYTES } from '../../settings/limits';

/** Of a form with its file, in bytes. */
export const LARGEST_BODY = UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES;
/** A body that is somewhat too large is read to its end, because a browser shows an answer only after it has sent all. */
const LARGEST_DRAIN = 4 * LARGEST_BODY;
const TOO_LARGE = 'This file is larger than 10 MB. Please choose a smaller one.';

/** A body that does not tell its size counts as the largest. */
export const bodyBytes = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? LARGEST_BODY);

/** @throws RefusedError 413 for a body that tells a larger size */
export const refuseLarge = async (request: FastifyRequest): Promise<void> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length <= LARGEST_BODY) return;
  if (length <= LARGEST_DRAIN) {
    request.raw.resume();
    await finished(request.raw, { writable: false });
  }
  throw new RefusedError(413, TOO_LARGE);
};
