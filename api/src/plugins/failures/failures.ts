import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { FormName } from '../../db/tables/schema';
import { retryPage } from '../../enquiries/retry/page';
import { InvalidFormError, withoutQuery } from '../../errors';
import { wantsPage } from '../form-post';
import { explain, type Failure, SENTENCES, UNKNOWN } from './failure';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form that this route takes, for the page that gives a failed post back to a visitor without scripts. */
    form?: FormName;
    /** How errors are reported: `text` for the e-mail client, else JSON or, to plain browser posts, a page. */
    errors?: 'text';
  }
  interface FastifyRequest {
    /** What a multipart post held until it failed. */
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
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
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

/** For addresses that the router itself cannot read; no hook and no plugin has seen such a request. */
export const frameworkErrors = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
  const body = { success: false, message: SENTENCES[404] };
  reply.code(400).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
};

/** Says what went wrong in words for the visitor. Details of unknown errors go to the log only. */
export const failures = fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const failure = explain(error);
      if (failure.status >= 500) request.log.error({ err: withoutQuery(error) }, 'request failed');
      return answer(request, reply, failure, error instanceof InvalidFormError ? error.problems : undefined);
    });
    app.setNotFoundHandler((request, reply) =>
      answer(request, reply, { status: 404, message: SENTENCES[404] ?? UNKNOWN }),
    );
  },
  { name: 'failures' },
);
