import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError } from './errors';
import { IDLE_MINUTES } from './lifetimes';
import type { Person } from './people';
import type { SignInContext } from './plugin';
import { csrfToken, PERSON, type Queries, randomToken, tokenHash, writeAudit } from './tables';

/** The shortest time between two updates of `seen_at`. */
const SEEN_EVERY_MS = 60_000;

type Method = 'invitation' | 'passkey' | 'openid';

export interface Session {
  id: string;
  /** The cookie's value. */
  token: string;
  csrf: string;
  person: Person;
  createdAt: Date;
  authenticatedAt: Date;
  /** Time at which the provider is asked again; null without a refresh token. */
  renewAt: Date | null;
}

/** @param isActive false for requests that a page sends by itself: they keep no session alive */
export async function findSession(queries: Queries, token: string, isActive: boolean): Promise<Session | undefined> {
  const { rows } = await queries.query<Omit<Session, 'token' | 'csrf'> & { seenAt: Date }>(
    `select s.id, s.created_at as "createdAt", s.seen_at as "seenAt", s.authenticated_at as "authenticatedAt",
       s.renew_at as "renewAt", ${PERSON} as person
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = $1 and p.ended_at is null and ${ALIVE}`,
    [tokenHash(token)],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (isActive && Date.now() - row.seenAt.getTime() > SEEN_EVERY_MS)
    await queries.query('update sessions set seen_at = now() where id = $1', [row.id]);
  return { ...row, token, csrf: csrfToken(token) };
}

interface OwnSession extends Pick<Session, 'id' | 'createdAt'> {
  device: string;
  address: string;
  seenAt: Date;
}

export async function listSessions(queries: Queries, personId: string): Promise<OwnSession[]> {
  const { rows } = await queries.query<OwnSession>(
    `select s.id, s.device, s.address, s.created_at as "createdAt", s.seen_at as "seenAt"
     from sessions s where s.person_id = $1 and ${ALIVE} order by s.seen_at desc limit 100`,
    [personId],
  );
  return rows;
}

/** Ends a session of this person. @returns false when there was none */
export async function endSession(queries: Queries, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await queries.query('delete from sessions where id = $1 and person_id = $2', [id, personId]);
  return Boolean(rowCount);
}

export const SESSION_MS = 12 * 60 * 60_000;
/** Time after signing in during which nobody is asked again who they are. */
const RECENT_MS = 5 * 60_000;

/** SQL condition on a session `s`: neither too old nor idle for too long, nor seen in a future that a clock set back left. */
export const ALIVE = `s.created_at > now() - interval '${SESSION_MS} milliseconds' and abs(extract(epoch from now() - s.seen_at)) < 60 * ${IDLE_MINUTES}`;

/** Returns the path to go on to, if it is one of this service; else `/`. A list with five filters has some 600 characters. */
export function pathWithin(origin: string, path: unknown): string {
  if (typeof path !== 'string' || path.length > 1000 || !/^\/(?![/\\])[^\\]*$/.test(path)) return '/';
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : '/';
}

/** Begins a session with a new token, and ends the browser's former one. @param saidAt time at which they proved who they are */
export async function completeSignIn(
  { pool, cookies }: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, method, saidAt = new Date() }: { person: Person; method: Method; saidAt?: Date },
): Promise<Session | undefined> {
  const former = cookies.session(request);
  const before = former ? await findSession(pool, former, false) : undefined;
  if (before) await endSession(pool, before.person.id, before.id);
  const token = randomToken();
  await pool.query(`delete from sessions s where not (${ALIVE})`);
  await pool.query(
    `insert into sessions (token_hash, person_id, method, device, address, authenticated_at)
     values ($1, $2, $3, $4, $5, least(now(), $6))`,
    [tokenHash(token), person.id, method, (request.headers['user-agent'] ?? '').slice(0, 200), request.ip, saidAt],
  );
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

/** Returns the session of a request. @throws RefusedError without one, as on public routes */
export function signedIn({ session }: FastifyRequest): Session {
  if (!session) throw new RefusedError(401, 'You are not signed in any more.', 'sign-in');
  return session;
}

/** The person and the IP address of a request, for a line of the audit. */
export const actorOf = (request: FastifyRequest) => ({ actor: signedIn(request).person.name, address: request.ip });

export const isRecent = ({ authenticatedAt: at }: Session): boolean => Math.abs(Date.now() - at.getTime()) <= RECENT_MS;

/** Guards acts that cannot be undone. @throws RefusedError that asks the person who they are, unless they signed in recently */
export function requireRecent(session: Session): void {
  if (!isRecent(session)) throw new RefusedError(403, 'This cannot be undone. Say first who you are.', 'sign-in-again');
}

/** Rate limits: requests a minute from one IP address. */
export const FEW = { rateLimit: { max: 10 } } as const;
export const SOME = { rateLimit: { max: 60 } } as const;
