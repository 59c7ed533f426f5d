import type pg from 'pg';
import { RefusedError } from '../errors';
import { parseRight } from '../rights';
import { writeAudit } from './audit';
import { withdrawInvitations } from './invitations';
import { changePeople, type Managers } from './managers';
import { removePasskey } from './passkeys';
import { findPerson, setAccess, setRights } from './people';
import { endSession } from './sessions';
import type { Queries } from './tables';

/** Who changes something about somebody. */
export interface Manager extends Managers {
  actor: string;
  address?: string | undefined;
}

const audit = (
  queries: Queries,
  { actor, address = '' }: Manager,
  line: { action: string; subject: string; detail?: Record<string, unknown> },
) => writeAudit(queries, { actor, address, ...line });

const known = async (queries: Queries, id: string) => {
  const person = await findPerson(queries, id);
  if (!person) throw new RefusedError(404, 'There is no such person.');
  return person;
};

/** Ends somebody's access with their sessions and passkeys, or opens it again. Links on their way sign nobody in. */
export const changeAccess = (pool: pg.Pool, manager: Manager, id: string, isOpen: boolean): Promise<void> =>
  changePeople(pool, manager, async (queries) => {
    const { name } = await known(queries, id);
    await setAccess(queries, id, isOpen);
    await withdrawInvitations(queries, name);
    await audit(queries, manager, { action: isOpen ? 'open access' : 'end access', subject: name });
  });

/**
 * Gives somebody these rights in place of those they hold. Their sessions go on with them from the next request.
 * @returns the rights
 */
export const changeRights = (pool: pg.Pool, manager: Manager, id: string, rights: readonly string[]) =>
  changePeople(pool, manager, async (queries) => {
    const after = [...new Set(rights.flatMap((right) => parseRight(manager.model, right)))];
    if (after.length === 0)
      throw new RefusedError(
        400,
        `Which right? Choose among ${Object.keys(manager.model).join(', ')}, or end the access.`,
      );
    const { name, rights: before } = await known(queries, id);
    await setRights(queries, id, after);
    // A link that was made before holds the former rights.
    await withdrawInvitations(queries, name);
    await audit(queries, manager, { action: 'change rights', subject: name, detail: { before, after } });
    return after;
  });

/** Ends one session of somebody. @param own the session of the caller, which is signed out of instead */
export async function endSessionOf(
  pool: pg.Pool,
  manager: Manager,
  { person: id, session, own }: { person: string; session: string; own?: string },
): Promise<void> {
  if (session === own) throw new RefusedError(409, 'This is the session that you are in. Sign out instead.');
  const { name } = await known(pool, id);
  if (!(await endSession(pool, id, session))) throw new RefusedError(404, `${name} has no such session.`);
  await audit(pool, manager, { action: 'end session', subject: name });
}

/** Removes one passkey of somebody, such as that of a lost phone. */
export async function removePasskeyOf(
  pool: pg.Pool,
  manager: Manager,
  { person: id, passkey }: { person: string; passkey: string },
): Promise<void> {
  const { name } = await known(pool, id);
  if (!(await removePasskey(pool, id, passkey))) throw new RefusedError(404, `${name} has no such passkey.`);
  await audit(pool, manager, { action: 'remove passkey', subject: name });
}
