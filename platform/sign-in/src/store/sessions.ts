import { csrfToken, randomToken, tokenHash } from '../secrets';
import type { Person } from './people';
import { ALIVE } from './session-times';
import type { Queries } from './tables';

/** Activity is noted this often at most. */
const SEEN_EVERY_MS = 60_000;

export type Method = 'invitation' | 'passkey' | 'openid';

export interface Session {
  id: string;
  /** The cookie's value. */
  token: string;
  csrf: string;
  method: Method;
  person: Person;
  createdAt: Date;
  authenticatedAt: Date;
  /** When the provider is asked again; undefined where there is none. */
  renewAt: Date | undefined;
}

interface Row {
  id: string;
  method: Method;
  created_at: Date;
  seen_at: Date;
  authenticated_at: Date;
  renew_at: Date | null;
  person: Person;
}

/** @returns the session's token, for its cookie; each sign-in gets a new one */
export async function beginSession(
  queries: Queries,
  { person, method, device, address }: { person: Person; method: Method; device: string; address: string },
): Promise<string> {
  const token = randomToken();
  await queries.query(`delete from sessions s where not (${ALIVE})`);
  await queries.query(
    'insert into sessions (token_hash, person_id, method, device, address) values ($1, $2, $3, $4, $5)',
    [tokenHash(token), person.id, method, device.slice(0, 200), address],
  );
  return token;
}

/** @param isActive whether the person did something; what a page asks for by itself keeps no session alive */
export async function findSession(queries: Queries, token: string, isActive: boolean): Promise<Session | undefined> {
  const { rows } = await queries.query<Row>(
    `select s.id, s.method, s.created_at, s.seen_at, s.authenticated_at, s.renew_at,
       json_build_object('id', p.id, 'issuer', p.issuer, 'name', p.name, 'email', p.email, 'rights', p.rights) as person
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = $1 and p.ended_at is null and ${ALIVE}`,
    [tokenHash(token)],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (isActive && Date.now() - row.seen_at.getTime() > SEEN_EVERY_MS)
    await queries.query('update sessions set seen_at = now() where id = $1', [row.id]);
  const { id, method, person, created_at: createdAt, authenticated_at: authenticatedAt, renew_at } = row;
  return {
    id,
    token,
    csrf: csrfToken(token),
    method,
    person,
    createdAt,
    authenticatedAt,
    renewAt: renew_at ?? undefined,
  };
}

/** Keeps the provider's tokens, sealed for the session. */
export async function keepTokens(queries: Queries, id: string, tokens: Buffer, renewAt: Date | null): Promise<void> {
  await queries.query('update sessions set tokens = $2, renew_at = $3 where id = $1', [id, tokens, renewAt]);
}

export interface OwnSession {
  id: string;
  method: Method;
  device: string;
  address: string;
  createdAt: Date;
  seenAt: Date;
}

export async function listSessions(queries: Queries, personId: string): Promise<OwnSession[]> {
  const { rows } = await queries.query<OwnSession>(
    `select s.id, s.method, s.device, s.address, s.created_at as "createdAt", s.seen_at as "seenAt"
     from sessions s where s.person_id = $1 and ${ALIVE} order by s.seen_at desc limit 100`,
    [personId],
  );
  return rows;
}

/** Ends a session of this person. @returns whether there was one */
export async function endSession(queries: Queries, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await queries.query('delete from sessions where id = $1 and person_id = $2', [id, personId]);
  return Boolean(rowCount);
}
