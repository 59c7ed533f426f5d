import type { FastifyInstance } from 'fastify';
import { RefusedError } from '../errors';
import { endOpenId } from '../openid/flow';
import { readTokens } from '../openid/renew';
import type { SignInContext } from '../server/context';
import { signedIn } from '../server/signed-in';
import { writeAudit } from '../store/audit';
import { passkeysOf } from '../store/passkeys';
import { RECENT_MS, SESSION_MS } from '../store/session-times';
import { endSession, listSessions } from '../store/sessions';

/** Who is signed in, where else, and signing out. */
export function sessionRoutes(app: FastifyInstance, context: SignInContext): void {
  const { pool, provider, settings, cookies } = context;
  const member = { config: { access: 'member' } } as const;

  app.get('/sign-in/me', member, async (request) => {
    const { id, csrf, method, person, createdAt, authenticatedAt } = signedIn(request);
    const { id: personId, name, email, rights } = person;
    return {
      session: id,
      csrf,
      method,
      person: { id: personId, name, email, rights },
      endsAt: new Date(createdAt.getTime() + SESSION_MS),
      recentUntil: new Date(authenticatedAt.getTime() + RECENT_MS),
      asksAgainBy: provider ? 'openid' : 'passkey',
    };
  });

  app.get('/sign-in/mine', member, async (request) => {
    const { person } = signedIn(request);
    return { sessions: await listSessions(pool, person.id), passkeys: await passkeysOf(pool, person.id) };
  });

  app.post<{ Params: { id: string } }>('/sign-in/sessions/:id/end', member, async (request) => {
    const { person } = signedIn(request);
    const isId = /^[0-9a-f-]{36}$/.test(request.params.id);
    if (!isId || !(await endSession(pool, person.id, request.params.id)))
      throw new RefusedError(404, 'You have no such session.');
    await writeAudit(pool, { actor: person.name, action: 'end session', subject: person.name, address: request.ip });
    return {};
  });

  app.post('/sign-in/out', member, async (request, reply) => {
    const session = signedIn(request);
    const { person } = session;
    const tokens = provider ? await readTokens(pool, session) : undefined;
    await endSession(pool, person.id, session.id);
    cookies.dropSession(reply);
    await writeAudit(pool, { actor: person.name, action: 'sign out', subject: person.name, address: request.ip });
    const elsewhere = provider && (await endOpenId(provider, settings.origin, tokens?.idToken));
    return { location: elsewhere ?? '/sign-in?problem=out' };
  });
}
