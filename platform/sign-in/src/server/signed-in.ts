import type { FastifyRequest } from 'fastify';
import { RefusedError } from '../errors';
import { RECENT_MS } from '../store/session-times';
import type { Session } from '../store/sessions';

/** The session of a request that passed the guard. */
export function signedIn({ session }: FastifyRequest): Session {
  if (!session) throw new RefusedError(401, 'You are not signed in any more.', 'sign-in');
  return session;
}

/** For what cannot be undone: the person said recently who they are. @throws RefusedError that asks for it */
export function requireRecent({ authenticatedAt }: Session): void {
  if (Date.now() - authenticatedAt.getTime() > RECENT_MS)
    throw new RefusedError(403, 'This cannot be undone. Say first who you are.', 'sign-in-again');
}
