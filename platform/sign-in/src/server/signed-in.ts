import type { FastifyRequest } from 'fastify';
import { RefusedError } from '../errors';
import type { Session } from '../store/sessions';

/** The session of a request that passed the guard. */
export function signedIn({ session }: FastifyRequest): Session {
  if (!session) throw new RefusedError(401, 'You are not signed in any more.', 'sign-in');
  return session;
}
