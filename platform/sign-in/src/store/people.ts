import { ALIVE } from './session-times';
import type { Queries } from './tables';

/** Somebody who has been let in. */
export interface Person {
  id: string;
  issuer: string;
  name: string;
  email: string | null;
  rights: string[];
}

export interface PersonRow extends Person {
  createdAt: Date;
  endedAt: Date | null;
  seenAt: Date | null;
  sessions: number;
  passkeys: number;
}

/** The issuer of people who came by an invitation. */
export const INVITED = 'invitation';

interface Identity {
  issuer: string;
  subject: string;
  name: string;
  email?: string | undefined;
  rights: readonly string[];
}

/** Of directions of writing and what is not seen: a name is one that people can read. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * The name under which somebody is known here. At many providers people choose their own name. A person who takes the
 * name of another gets their address behind it, so that history and audit stay clear.
 */
async function distinctName(queries: Queries, { issuer, subject, name, email }: Identity): Promise<string> {
  const plain = name.replaceAll(UNSEEN, '').trim().slice(0, 100) || subject;
  const { rowCount } = await queries.query(
    'select 1 from people where lower(name) = lower($1) and (issuer, subject) <> ($2, $3) limit 1',
    [plain, issuer, subject],
  );
  return rowCount ? `${plain} (${(email ?? subject).slice(0, 90)})` : plain;
}

/** Notes who somebody is and what they may. @returns undefined when their access was ended */
export async function savePerson(queries: Queries, identity: Identity): Promise<Person | undefined> {
  const { issuer, subject, email, rights } = identity;
  const name = await distinctName(queries, identity);
  const { rows } = await queries.query<Person & { ended: boolean }>(
    `insert into people (issuer, subject, name, email, rights) values ($1, $2, $3, $4, $5)
     on conflict (issuer, subject) do update set name = excluded.name, email = excluded.email, rights = excluded.rights
     returning id, issuer, name, email, rights, ended_at is not null as ended`,
    [issuer, subject, name, email?.slice(0, 200) ?? null, rights],
  );
  const [row] = rows;
  if (!row || row.ended) return undefined;
  const { ended: _ended, ...person } = row;
  return person;
}

export async function listPeople(queries: Queries): Promise<PersonRow[]> {
  const { rows } = await queries.query<PersonRow>(
    `select p.id, p.issuer, p.name, p.email, p.rights, p.created_at as "createdAt", p.ended_at as "endedAt",
       max(s.seen_at) as "seenAt", count(distinct s.id) filter (where ${ALIVE})::int as sessions, count(distinct k.id)::int as passkeys
     from people p left join sessions s on s.person_id = p.id left join passkeys k on k.person_id = p.id
     group by p.id order by lower(p.name), p.created_at limit 1000`,
  );
  return rows;
}

/** Somebody by their id. */
export async function findPerson(queries: Queries, id: string): Promise<Person | undefined> {
  const { rows } = await queries.query<Person>('select id, issuer, name, email, rights from people where id = $1', [
    id,
  ]);
  return rows[0];
}

/** Ends somebody's access, their sessions and their passkeys; or opens it again. */
export async function setAccess(queries: Queries, id: string, isOpen: boolean): Promise<void> {
  await queries.query('update people set ended_at = case when $2 then null else now() end where id = $1', [id, isOpen]);
  if (isOpen) return;
  await queries.query('delete from sessions where person_id = $1', [id]);
  await queries.query('delete from passkeys where person_id = $1', [id]);
}

export async function setRights(queries: Queries, id: string, rights: readonly string[]): Promise<void> {
  await queries.query('update people set rights = $2 where id = $1', [id, rights]);
}
