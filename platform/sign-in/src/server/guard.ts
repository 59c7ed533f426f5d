import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError } from '../errors';
import { renewSession } from '../openid/renew';
import { holds } from '../rights';
import { isSame } from '../secrets';
import { endSession, findSession, type Session } from '../store/sessions';
import type { SignInContext } from './context';
import { requireRecent } from './signed-in';

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
const isNavigation = (request: FastifyRequest): boolean =>
  isReading(request) && Boolean(request.headers.accept?.includes('text/html'));

/** What a page asks for by itself says so: it keeps no session alive. */
const isActive = (request: FastifyRequest): boolean => request.headers['x-background'] === undefined;

/** The session of a request; one that its provider does not vouch for any more is ended. */
export async function sessionOf(context: SignInContext, request: FastifyRequest): Promise<Session | undefined> {
  const { pool, settings, provider, cookies } = context;
  const token = cookies.session(request);
  const session = token ? await findSession(pool, token, isActive(request)) : undefined;
  if (!session?.renewAt || session.renewAt > new Date()) return session;
  if (provider && settings.openId && (await renewSession(pool, provider, settings.openId, session)))
    return findSession(pool, session.token, false);
  await endSession(pool, session.person.id, session.id);
  return undefined;
}

function checkAddress(origin: string, request: FastifyRequest): void {
  if (request.host !== new URL(origin).host) throw new RefusedError(421, `This service is reached at ${origin} only.`);
  // Browsers send it with every request that can change something; a page elsewhere cannot forge it.
  if (!isReading(request) && request.headers.origin !== origin)
    throw new RefusedError(403, 'This request does not come from a page of this service.');
}

function checkRights(context: SignInContext, session: Session, request: FastifyRequest): void {
  const { access } = request.routeOptions.config;
  if (!isReading(request)) {
    const given = request.headers['x-csrf-token'];
    if (typeof given !== 'string' || !isSame(given, session.csrf))
      throw new RefusedError(403, 'This page is out of date. Load it again.');
  }
  if (typeof access !== 'object') return;
  if (!holds(context.rights, session.person.rights, access.right))
    throw new RefusedError(403, `You need the right "${access.right}" for this.`);
  if (access.recent) requireRecent(session);
}

/** Lets nobody through but at the service's own address, with a session, with the route's right. */
export function guardRoutes(app: FastifyInstance, context: SignInContext): void {
  const { origin } = context.settings;
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { access } = request.routeOptions.config;
    if (access === 'health') return;
    checkAddress(origin, request);
    if (access === 'public' || request.is404) return;
    request.session = await sessionOf(context, request);
    if (request.session) return checkRights(context, request.session, request);
    if (isNavigation(request)) return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
    throw new RefusedError(401, 'You are not signed in any more.', 'sign-in');
  });
}
