import type { FastifyRequest } from 'fastify';
import { SUBMISSION_HEADER } from '../../wire/enquiries';

/** True for a form that was posted as such, without scripts: no e-mail call has come before it. */
export const isFormPost = (request: FastifyRequest): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers['content-type'] ?? '') &&
  !request.headers[SUBMISSION_HEADER.toLowerCase()];

/** True for a post that a browser made by itself: it asks for a page, and shows the answer as one. */
export const wantsPage = (request: FastifyRequest): boolean =>
  isFormPost(request) && /text\/html/i.test(request.headers.accept ?? '');
