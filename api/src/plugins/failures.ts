import { isAway } from '@wholepage/database/is-away';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormName } from '../../wire/forms';
import { UPLOAD_LIMIT } from '../../wire/forms';
import { retryPage } from '../enquiries/retry-page';
import { InvalidFormError, RefusedError, StorageAwayError, withoutQuery } from '../errors';
import { wantsPage } from './requests';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Form of this route, for the page that returns a failed post to a visitor without scripts. */
    form?: FormName;
    /** How errors are reported: `text` for the e-mail client, else JSON or, to plain browser posts, a page. */
    errors?: 'text';
  }
  interface FastifyRequest {
    /** Fields of a multipart post up to its failure. */
    kept?: Record<string, unknown>;
  }
}

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  problems?: InvalidFormError['problems'],
) => {
  reply.code(failure.status);
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  const { errors, form } = request.routeOptions.config;
  if (errors === 'text') return reply.type('text/plain; charset=utf-8').send(failure.message);
  if (!form || !wantsPage(request))
    return reply
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ success: false, message: failure.message, ...failure.details });
  const body = request.kept ?? (typeof request.body === 'object' && request.body !== null ? request.body : {});
  const action = request.url.split('?')[0]?.split('/').at(-1) ?? '';
  reply.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  return reply
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(retryPage({ form, action, kept: { ...body }, problems: problems ?? [{ message: failure.message }] }));
};

/** Answers addresses that the router cannot parse, for which no hook or plugin runs. */
export const frameworkErrors = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
  const body = { success: false, message: SENTENCES[404] };
  reply.code(400).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
};

/** Answers errors with sentences for the visitor; details of unknown errors are only logged. */
export function failures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const failure = explain(error);
    if (failure.status >= 500) request.log.error({ err: withoutQuery(error) }, 'request failed');
    return answer(request, reply, failure, error instanceof InvalidFormError ? error.problems : undefined);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { status: 404, message: SENTENCES[404] ?? UNKNOWN }),
  );
}

/** Sentence for bugs. */
const UNKNOWN = 'Something went wrong on our side. Please try again in a minute, or write to us by email.';
const BUSY = 'We cannot save anything at this moment. Please try again in a minute.';

/** Sentences for the framework's refusals, by status. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: 'This could not be read. Please reload the page and send it again.',
  404: 'There is nothing at this address.',
  405: 'This address does not take that kind of request.',
  408: 'This took too long to arrive. Please send it again.',
  409: 'Somebody else has just saved this, or taken its name. Please load it again.',
  413: `This is too large to be sent. Please shorten it, or choose a file of up to ${UPLOAD_LIMIT}.`,
  415: 'This kind of content cannot be read. Please use the form on our site.',
};

type Failure = Pick<RefusedError, 'status' | 'message'> & Partial<Pick<RefusedError, 'retryAfterSeconds' | 'details'>>;

/** Returns the status for an error that PostgreSQL raises because of the input: a duplicate, or a value that it cannot store. */
const statusOfQuery = (error: Error): number | undefined => {
  const { code } = (error.cause ?? error) as { code?: unknown };
  if (code === '23505') return 409;
  return typeof code === 'string' && /^22[0-9P]/.test(code) ? 400 : undefined;
};

/** Returns status and sentence of an error, without details of unknown errors. */
const explain = (error: FastifyError | Error): Failure => {
  if (error instanceof RefusedError) return error;
  if (error instanceof StorageAwayError || isAway(error)) return { status: 503, message: BUSY, retryAfterSeconds: 5 };
  const status = (error as FastifyError).statusCode ?? statusOfQuery(error) ?? 500;
  if (status >= 400 && status < 500) return { status, message: SENTENCES[status] ?? SENTENCES[400] ?? UNKNOWN };
  return { status: 500, message: UNKNOWN };
};
