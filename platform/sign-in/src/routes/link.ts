import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { completeSignIn, pathWithin } from '../server/complete';
import type { SignInContext } from '../server/context';
import { acceptInvitation } from '../store/invitations';
import { FEW, SOME } from './limits';
import { signInPage } from './page';

const querySchema = z.object({
  token: z.string().max(100).optional(),
  next: z.string().max(500).optional(),
  problem: z.string().max(20).optional(),
});
const formSchema = z.object({ token: z.string().max(100), next: z.string().max(500).optional() });

/** The page of signing in, and invitations by link. */
export function linkRoutes(app: FastifyInstance, context: SignInContext): void {
  const { settings, pool, rights: model, manages } = context;

  app.get('/sign-in', { config: { access: 'public', ...SOME } }, async (request, reply) => {
    const { token, next, problem } = querySchema.catch({}).parse(request.query);
    return reply
      .type('text/html; charset=utf-8')
      .send(signInPage(context, { token, next: pathWithin(settings.origin, next), problem }));
  });

  // A link is used by a post, not by its address: what looks at links beforehand, as mail servers do, uses up none.
  app.post('/sign-in', { config: { access: 'public', ...FEW } }, async (request, reply) => {
    const { token, next } = formSchema.parse(request.body);
    const person = settings.openId ? undefined : await acceptInvitation(pool, { model, manages }, token);
    if (!person) return reply.redirect('/sign-in?problem=link', 303);
    await completeSignIn(context, request, reply, { person, method: 'invitation' });
    return reply.redirect(pathWithin(settings.origin, next), 303);
  });
}
