import type pg from 'pg';
import { RefusedError } from '../errors';
import { parseRight, type RightsModel } from '../rights';
import { randomToken, tokenHash } from '../secrets';
import { writeAudit } from './audit';
import { changePeople, type Managers } from './managers';
import { INVITED, type Person, savePerson } from './people';
import type { Queries } from './tables';

export const INVITATION_MS = 15 * 60_000;

const NAME = /^[^\p{Cc}\p{Cf}]{1,100}$/u;

interface Invitation {
  name: string;
  /** Such as `admin` or `releaser:articles,shop`. */
  rights: readonly string[];
  by: string;
  model: RightsModel;
  origin: string;
}

/**
 * Makes a link that signs one person in once, within 15 minutes.
 * @throws RefusedError in one sentence when the name or a right is none
 */
export async function invite(queries: Queries, { name, rights, by, model, origin }: Invitation): Promise<string> {
  if (!NAME.test(name.trim())) throw new RefusedError(400, 'A name of 1 to 100 characters is missing: who is invited?');
  const granted = [...new Set(rights.flatMap((right) => parseRight(model, right)))];
  if (granted.length === 0) throw new RefusedError(400, `Which right? Choose among ${Object.keys(model).join(', ')}.`);
  const ended = await queries.query(
    'select 1 from people where issuer = $1 and subject = $2 and ended_at is not null',
    [INVITED, name.trim()],
  );
  if (ended.rowCount) throw new RefusedError(409, `The access of ${name.trim()} was ended: open it again first.`);
  const token = randomToken();
  await queries.query(
    'insert into invitations (token_hash, name, rights, invited_by, expires_at) values ($1, $2, $3, $4, $5)',
    [tokenHash(token), name.trim(), granted, by, new Date(Date.now() + INVITATION_MS)],
  );
  await writeAudit(queries, { actor: by, action: 'invite', subject: name.trim(), detail: { rights: granted } });
  return `${origin}/sign-in?token=${token}`;
}

/** Links of somebody that were not used yet sign nobody in any more. */
export async function withdrawInvitations(queries: Queries, name: string): Promise<void> {
  await queries.query('update invitations set expires_at = now() where name = $1 and used_at is null', [name]);
}

/**
 * Takes an invitation; each works once. @returns undefined when it is used, too old, unknown, or access was ended
 * @throws RefusedError when it would take the right to manage people from the last who holds it
 */
export const acceptInvitation = (pool: pg.Pool, managers: Managers, token: string): Promise<Person | undefined> =>
  changePeople(pool, managers, async (queries) => {
    const { rows } = await queries.query<{ name: string; rights: string[] }>(
      `update invitations set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()
       returning name, rights`,
      [tokenHash(token)],
    );
    const [row] = rows;
    return row && savePerson(queries, { issuer: INVITED, subject: row.name, name: row.name, rights: row.rights });
  });
