import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RefusedError } from '../errors';
import { beginOpenId, CALLBACK_PATH, completeOpenId } from '../openid/flow';
import type { Provider } from '../openid/provider';
import { sealTokens } from '../openid/renew';
import { rightsOfGroups } from '../rights';
import { completeSignIn, pathWithin } from '../server/complete';
import type { SignInContext } from '../server/context';
import { sessionOf } from '../server/guard';
import { savePerson } from '../store/people';
import { FEW } from './limits';

const querySchema = z.object({ next: z.string().max(500).optional(), again: z.literal('1').optional() });

/** Signing in with an identity provider. */
export function openIdRoutes(app: FastifyInstance, context: SignInContext, provider: Provider): void {
  const { pool, settings, cookies } = context;
  const { openId, origin } = settings;
  if (!openId) return;

  app.get('/sign-in/openid', { config: { access: 'public', ...FEW } }, async (request, reply) => {
    const query = querySchema.parse(request.query);
    const session = query.again ? await sessionOf(context, request) : undefined;
    const next = pathWithin(origin, query.next);
    const { location, attempt } = await beginOpenId(pool, provider, openId, {
      origin,
      next,
      again: session?.person.id,
    });
    cookies.keepAttempt(reply, attempt);
    return reply.redirect(location, 303);
  });

  app.get(CALLBACK_PATH, { config: { access: 'public', ...FEW } }, async (request, reply) => {
    const url = new URL(request.url, origin);
    const completed = await completeOpenId(pool, provider, { url, attempt: cookies.attempt(request) }).catch(
      (error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
        request.log.warn({ err: error }, 'a sign-in was refused');
        return undefined;
      },
    );
    if (!completed) return reply.redirect('/sign-in?problem=provider', 303);
    const { identity, tokens, next, again } = completed;
    const rights = rightsOfGroups(openId.rights, identity.groups);
    const person = rights.length > 0 ? await savePerson(pool, { ...identity, rights }) : undefined;
    if (!person || (again && again !== person.id)) return reply.redirect('/sign-in?problem=rights', 303);
    const session = await completeSignIn(context, request, reply, { person, method: 'openid' });
    if (session) await sealTokens(pool, session, identity.subject, tokens);
    return reply.redirect(next, 303);
  });
}
