import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_MS } from '../store/attempts';
import { SESSION_MS } from '../store/session-times';

/** The names of a service's cookies. `__Host-` is bound to HTTPS and to this host; plain HTTP on loopback cannot have it. */
export interface CookieJar {
  session(request: FastifyRequest): string | undefined;
  keepSession(reply: FastifyReply, token: string): void;
  dropSession(reply: FastifyReply): void;
  attempt(request: FastifyRequest): string | undefined;
  keepAttempt(reply: FastifyReply, token: string): void;
}

export function cookieJar(service: string, origin: string): CookieJar {
  const secure = origin.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const session = `${prefix}${service}-session`;
  const attempt = `${prefix}${service}-attempt`;
  const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  return {
    session: (request) => request.cookies[session],
    keepSession: (reply, token) => void reply.setCookie(session, token, { ...options, maxAge: SESSION_MS / 1000 }),
    dropSession: (reply) => void reply.clearCookie(session, options),
    attempt: (request) => request.cookies[attempt],
    keepAttempt: (reply, token) => void reply.setCookie(attempt, token, { ...options, maxAge: ATTEMPT_MS / 1000 }),
  };
}
