import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../store/audit';
import type { Person } from '../store/people';
import { beginSession, endSession, findSession, type Method, type Session } from '../store/sessions';
import type { SignInContext } from './context';

/** A path of this service to go on to; anything else leads to its first page. */
export function pathWithin(origin: string, path: unknown): string {
  if (typeof path !== 'string' || path.length > 500 || !/^\/(?![/\\])[^\\]*$/.test(path)) return '/';
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : '/';
}

/** Begins a session with a new token; the one that the browser had before is ended. */
export async function completeSignIn(
  { pool, cookies }: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, method }: { person: Person; method: Method },
): Promise<Session | undefined> {
  const former = cookies.session(request);
  const before = former ? await findSession(pool, former, false) : undefined;
  if (before) await endSession(pool, before.person.id, before.id);
  const device = request.headers['user-agent'] ?? '';
  const token = await beginSession(pool, { person, method, device, address: request.ip });
  cookies.keepSession(reply, token);
  await writeAudit(pool, {
    actor: person.name,
    action: 'sign in',
    subject: person.name,
    detail: { method },
    address: request.ip,
  });
  return findSession(pool, token, false);
}
