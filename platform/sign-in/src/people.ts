import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import { RefusedError } from './errors';
import { LINK_MINUTES } from './lifetimes';
import { passkeysOf, removePasskey } from './passkeys';
import type { SignInContext } from './plugin';
import { holds, parseRight, type RightsModel, typedRights } from './rights';
import { ALIVE, actorOf, endSession, listSessions, signedIn } from './sessions';
import { type AuditEntry, inTransaction, type Queries, randomToken, tokenHash, writeAudit } from './tables';

export interface Person {
  id: string;
  name: string;
  rights: string[];
}

export interface PersonRow extends Person {
  issuer: string;
  email: string | null;
  createdAt: Date;
  endedAt: Date | null;
  seenAt: Date | null;
  sessions: number;
  passkeys: number;
}

export const INVITED = 'invitation';

interface Identity {
  issuer: string;
  subject: string;
  name: string;
  email?: string | undefined;
  rights: readonly string[];
}

/** Control characters, marks of writing direction and the byte order mark: they would make a name unreadable. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Letters of other scripts, and the Latin letters that they look like. */
const [ALIKE, LATIN] = ['аеіјкмноростухѕαεικνορτυχ', 'aeijkmhopoctyxsaeikvoptux'];

/** A name as people read it, for comparison: capitals, blanks and invisible characters make no difference. */
const asRead = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{DI}\s]+/gu, '')
    .replaceAll(/\p{L}/gu, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter);

/**
 * Returns a person's name in this service. Names may repeat, and at many providers people choose their own. A person
 * with the name of another gets their email address or id after it, so that lists, history and audit stay clear.
 */
async function distinctName(queries: Queries, { issuer, subject, name, email }: Identity): Promise<string> {
  const plain = name.replaceAll(UNSEEN, '').trim().slice(0, 100) || subject;
  const { rows } = await queries.query<Pick<Person, 'name'>>(
    'select name from people where (issuer, subject) <> ($1, $2)',
    [issuer, subject],
  );
  if (!rows.some((other) => asRead(other.name) === asRead(plain))) return plain;
  return `${plain} (${(email ?? subject).slice(0, issuer === INVITED ? 8 : 90)})`;
}

/** Saves a person with their name and rights. @returns undefined when their access was ended */
export async function savePerson(queries: Queries, identity: Identity): Promise<Person | undefined> {
  const { issuer, subject, email, rights } = identity;
  const name = await distinctName(queries, identity);
  const { rows } = await queries.query<Person & { ended: boolean }>(
    `insert into people (issuer, subject, name, email, rights) values ($1, $2, $3, $4, $5)
     on conflict (issuer, subject) do update set name = excluded.name, email = excluded.email, rights = excluded.rights
     returning id, name, rights, ended_at is not null as ended`,
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

async function findPerson(queries: Queries, id: string): Promise<(Person & { endedAt: Date | null }) | undefined> {
  const { rows } = await queries.query<Person & { endedAt: Date | null }>(
    'select id, name, rights, ended_at as "endedAt" from people where id = $1',
    [id],
  );
  return rows[0];
}

export interface Manager extends Managers {
  actor: string;
  address?: string;
}

type Actor = Pick<Manager, 'actor' | 'address'>;

const known = async (queries: Queries, id: string) => {
  const person = await findPerson(queries, id);
  if (!person) throw new RefusedError(404, 'There is no such person.');
  return person;
};

/** Ends or opens a person's access. Both end what a sign-in under way may leave: sessions, passkeys, unused links. */
export const changeAccess = (pool: pg.Pool, manager: Manager, id: string, isOpen: boolean): Promise<void> =>
  changePeople(pool, manager, async (queries) => {
    const { name } = await known(queries, id);
    // Sessions before their person, the order in which a renewal locks them: the other order is a deadlock.
    for (const ways of ['sessions', 'passkeys']) await queries.query(`delete from ${ways} where person_id = $1`, [id]);
    await queries.query(`update people set ended_at = ${isOpen ? 'null' : 'now()'} where id = $1`, [id]);
    await withdrawLinks(queries, id);
    await writeAudit(queries, { ...manager, action: isOpen ? 'open access' : 'end access', subject: name });
  });

/**
 * Replaces a person's rights. Their sessions go on with the new rights from the next request.
 * @param seen the rights that the manager last saw, so that the second of two managers is refused
 * @returns the rights
 */
export const changeRights = (
  pool: pg.Pool,
  manager: Manager,
  id: string,
  rights: readonly string[],
  seen?: readonly string[],
) =>
  changePeople(pool, manager, async (queries) => {
    const after = grantedOf(manager.model, rights, ', or end the access');
    const { name, rights: before } = await known(queries, id);
    // A manager whose response was lost repeats a change that is made already: it is accepted.
    if (seen && ![seen, after].some((one) => one.toSorted().join() === before.toSorted().join()))
      throw new RefusedError(
        409,
        `Somebody else changed this meanwhile: ${name} holds ${before.join(', ') || 'no right'} now. Load the page again.`,
      );
    await queries.query('update people set rights = $2 where id = $1', [id, after]);
    await withdrawLinks(queries, id);
    await writeAudit(queries, { ...manager, action: 'change rights', subject: name, detail: { before, after } });
    return after;
  });

/** @throws RefusedError when the list is empty, or names a right that the service does not have */
function grantedOf(model: RightsModel, rights: readonly string[], otherwise = ''): string[] {
  const granted = [...new Set(rights.flatMap((right) => parseRight(model, right)))];
  if (granted.length > 0) return granted;
  throw new RefusedError(400, `Which right? Choose among ${typedRights(model).join(', ')}${otherwise}.`);
}

/** Ends one session of a person. @param own the caller's session, which must be signed out of instead */
export async function endSessionOf(
  pool: pg.Pool,
  actor: Actor,
  { person: id, session, own }: { person: string; session: string; own?: string },
): Promise<void> {
  if (session === own) throw new RefusedError(409, 'This is the session that you are in. Sign out instead.');
  const { name } = await known(pool, id);
  if (!(await endSession(pool, id, session))) throw new RefusedError(404, `${name} has no such session.`);
  await writeAudit(pool, { ...actor, action: 'end session', subject: name });
}

/** Removes one passkey of a person, such as that of a lost phone. */
export async function removePasskeyOf(
  pool: pg.Pool,
  actor: Actor,
  { person: id, passkey }: { person: string; passkey: string },
): Promise<void> {
  const { name } = await known(pool, id);
  if (!(await removePasskey(pool, id, passkey))) throw new RefusedError(404, `${name} has no such passkey.`);
  await writeAudit(pool, { ...actor, action: 'remove passkey', subject: name });
}

interface Managers {
  model: RightsModel;
  /** The right to manage people, such as `admin`. */
  manages: string;
}

async function managersOf(queries: Queries, { model, manages }: Managers): Promise<number> {
  const { rows } = await queries.query<{ rights: string[] }>('select rights from people where ended_at is null');
  return rows.filter(({ rights }) => holds(model, rights, manages)).length;
}

/**
 * Runs a change of a person's rights or access. Changes run one after another: of two managers who take each other's
 * right at the same moment, one remains.
 * @throws RefusedError when no manager of people would be left
 */
async function changePeople<T>(
  pool: pg.Pool,
  managers: Managers,
  change: (queries: Queries) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (queries) => {
    await queries.query("select pg_advisory_xact_lock(hashtext('sign-in:people'))");
    const before = await managersOf(queries, managers);
    const result = await change(queries);
    if (before > 0 && (await managersOf(queries, managers)) === 0)
      throw new RefusedError(
        409,
        `Nobody would hold the right "${managers.manages}" any more. Give it to somebody else first.`,
      );
    return result;
  });
}

/** The person who makes a link, and the origin of the service that it leads to. */
interface Inviter extends Pick<AuditEntry, 'actor' | 'address'> {
  origin: string;
}

interface Invitation extends Inviter {
  name: string;
  /** Such as `admin` or `releaser:articles,shop`. */
  rights: readonly string[];
  model: RightsModel;
}

/**
 * Makes a link that lets one new person in once, within {@link LINK_MINUTES}. {@link linkFor} makes one for a known person.
 * @throws RefusedError in one sentence when the name or a right is invalid
 */
export async function invite(queries: Queries, { name, rights, model, ...inviter }: Invitation): Promise<string> {
  const plain = name.trim();
  if (plain === '' || plain.length > 100 || plain.search(UNSEEN) !== -1)
    throw new RefusedError(400, 'A name of 1 to 100 characters is missing: who is invited?');
  const granted = grantedOf(model, rights);
  await writeAudit(queries, { ...inviter, action: 'invite', subject: plain, detail: { rights: granted } });
  return keepLink(queries, { ...inviter, name: plain, rights: granted });
}

/**
 * Makes a link that signs a known person in once, within {@link LINK_MINUTES}, with the rights that they hold.
 * @throws RefusedError when there is no such person, or their access was ended
 */
export async function linkFor(
  queries: Queries,
  { person: id, ...inviter }: Inviter & { person: string },
): Promise<string> {
  const { name, rights, endedAt } = await known(queries, id);
  if (endedAt) throw new RefusedError(409, `The access of ${name} was ended: open it again first.`);
  await writeAudit(queries, { ...inviter, action: 'make link', subject: name });
  return keepLink(queries, { ...inviter, name, rights, person: id });
}

async function keepLink(
  queries: Queries,
  { name, rights, actor, origin, person }: Omit<Invitation, 'model'> & { person?: string },
): Promise<string> {
  const token = randomToken();
  await queries.query(
    'insert into invitations (token_hash, name, rights, invited_by, expires_at, person_id) values ($1, $2, $3, $4, $5, $6)',
    [tokenHash(token), name, rights, actor, new Date(Date.now() + LINK_MINUTES * 60_000), person ?? null],
  );
  return `${origin}/sign-in?token=${token}`;
}

/** Expires the unused links for a person, and those that they made for others. */
async function withdrawLinks(queries: Queries, id: string): Promise<void> {
  await queries.query(
    `update invitations set expires_at = now() where used_at is null
     and (person_id = $1 or invited_by = (select name from people where id = $1))`,
    [id],
  );
}

/**
 * Takes a link; each works once. A new person's identity is the invitation's own id, because names may repeat.
 * @returns undefined when the link is used, too old or unknown, or access was ended
 */
export const acceptLink = (pool: pg.Pool, token: string): Promise<Person | undefined> =>
  inTransaction(pool, async (queries) => {
    const { rows } = await queries.query<{ subject: string; name: string; rights: string[]; person: string | null }>(
      `update invitations set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()
       returning encode(token_hash, 'hex') as subject, name, rights, person_id as person`,
      [tokenHash(token)],
    );
    const [row] = rows;
    if (!row) return undefined;
    if (row.person === null) return savePerson(queries, { issuer: INVITED, ...row });
    const person = await findPerson(queries, row.person);
    return person?.endedAt ? undefined : person;
  });

const inviteSchema = z.object({ name: z.string().trim().min(1).max(100), right: z.string().max(500) });
const rightsSchema = z.object({
  rights: z.array(z.string().max(500)).max(50),
  seen: z.array(z.string().max(500)).max(50).optional(),
});
const idSchema = z.object({ id: z.uuid() });
const sessionSchema = idSchema.extend({ session: z.uuid() });
const passkeySchema = idSchema.extend({ passkey: z.string().max(500) });

export function peopleRoutes(app: FastifyInstance, context: SignInContext): void {
  const { pool, settings, rights: model, manages } = context;
  const member = { config: { access: 'member' } } as const;
  const manager = { config: { access: { right: manages } } } as const;
  const recentManager = { config: { access: { right: manages, recent: true } } } as const;

  app.get('/sign-in/people', manager, async () => ({ people: await listPeople(pool) }));

  app.post('/sign-in/people/invite', recentManager, async (request) => {
    if (settings.openId) throw new RefusedError(409, 'People come by the identity provider here: give them a group.');
    const { name, right } = inviteSchema.parse(request.body);
    const { origin } = settings;
    return { link: await invite(pool, { ...actorOf(request), name, rights: [right], model, origin }) };
  });

  app.post('/sign-in/people/:id/link', recentManager, async (request) => {
    if (settings.openId) throw new RefusedError(409, 'People come by the identity provider here: they need no link.');
    const { id } = idSchema.parse(request.params);
    return { link: await linkFor(pool, { ...actorOf(request), person: id, origin: settings.origin }) };
  });

  const managerOf = (request: FastifyRequest): Manager => ({ ...actorOf(request), model, manages });

  for (const verb of ['end', 'open'] as const)
    app.post(`/sign-in/people/:id/${verb}`, recentManager, async (request) => {
      const { id } = idSchema.parse(request.params);
      if (id === signedIn(request).person.id)
        throw new RefusedError(409, 'This is you. Ask somebody else to end your access.');
      await changeAccess(pool, managerOf(request), id, verb === 'open');
      return {};
    });

  app.post('/sign-in/people/:id/rights', recentManager, async (request) => {
    if (settings.openId) throw new RefusedError(409, 'Rights come from the identity provider here: change the groups.');
    const { id } = idSchema.parse(request.params);
    const { rights, seen } = rightsSchema.parse(request.body);
    return { rights: await changeRights(pool, managerOf(request), id, rights, seen) };
  });

  app.get('/sign-in/people/:id/sessions', manager, async (request) => {
    const { id } = idSchema.parse(request.params);
    return { sessions: await listSessions(pool, id), passkeys: await passkeysOf(pool, id) };
  });

  app.post('/sign-in/people/:id/sessions/:session/end', recentManager, async (request) => {
    const { id, session } = sessionSchema.parse(request.params);
    await endSessionOf(pool, managerOf(request), { person: id, session, own: signedIn(request).id });
    return {};
  });

  app.post('/sign-in/people/:id/passkeys/:passkey/remove', recentManager, async (request) => {
    const { id, passkey } = passkeySchema.parse(request.params);
    await removePasskeyOf(pool, managerOf(request), { person: id, passkey });
    return {};
  });

  app.post('/sign-in/sessions/:id/end', member, async (request) => {
    const { id: session } = idSchema.parse(request.params);
    await endSessionOf(pool, actorOf(request), { person: signedIn(request).person.id, session });
    return {};
  });

  app.post<{ Params: { id: string } }>('/sign-in/passkeys/:id/remove', member, async (request) => {
    const passkey = request.params.id;
    await removePasskeyOf(pool, actorOf(request), { person: signedIn(request).person.id, passkey });
    return {};
  });
}
