import { isAway } from '@wholepage/database/is-away';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { RefusedError } from '../errors';
import type { SignInContext } from './context';
import { failurePage, wantsPage } from './failure-page';
import type { SignInOptions } from './options';

const AWAY = 'The database cannot be reached now. What you typed is still here; try again in a minute.';
const UNKNOWN = 'Something went wrong here. It is in the log; try again.';

interface Answer {
  status: number;
  message: string;
  code?: RefusedError['code'];
}

function answerTo(error: FastifyError | Error, explain: SignInOptions['explain']): Answer {
  if (error instanceof RefusedError) return { status: error.status, message: error.message, code: error.code };
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return { status: 400, message: `"${issue?.path.join('.')}" is not usable: ${issue?.message}.` };
  }
  const known = explain?.(error);
  if (known) return known;
  if (isAway(error)) return { status: 503, message: AWAY };
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  return status < 500 ? { status, message: error.message } : { status: 500, message: UNKNOWN };
}

/** Errors leave as one sentence, for who went to an address in a page; details go to the log. */
export function tellFailures(app: FastifyInstance, context: SignInContext): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, { status, message, code }: Answer) => {
    if (!wantsPage(request)) return reply.code(status).send({ message, ...(code && { code }) });
    return reply.code(status).type('text/html; charset=utf-8').send(failurePage(context, message));
  };
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const said = answerTo(error, context.explain);
    if (said.status >= 500 || error.cause) request.log.warn({ err: error }, 'refused or failed');
    return answer(request, reply, said);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { status: 404, message: 'There is nothing at this address.' }),
  );
}
