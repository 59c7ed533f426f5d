import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { Person } from './people';
import type { Queries } from './tables';

export interface Passkey {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: AuthenticatorTransport[];
}

export async function addPasskey(queries: Queries, personId: string, name: string, key: Passkey): Promise<void> {
  await queries.query(
    'insert into passkeys (id, person_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)',
    [key.id, personId, key.publicKey, key.counter, key.transports, name],
  );
}

/** A passkey and whose it is; none of somebody whose access was ended. */
export async function findPasskey(queries: Queries, id: string): Promise<{ key: Passkey; person: Person } | undefined> {
  const { rows } = await queries.query<Passkey & { person: Person }>(
    `select k.id, k.public_key as "publicKey", k.counter::float8 as counter, k.transports,
       json_build_object('id', p.id, 'issuer', p.issuer, 'name', p.name, 'email', p.email, 'rights', p.rights) as person
     from passkeys k join people p on p.id = k.person_id where k.id = $1 and p.ended_at is null`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { person, ...key } = row;
  return { key, person };
}

export async function passkeysOf(queries: Queries, personId: string) {
  const { rows } = await queries.query<{ id: string; name: string; createdAt: Date; usedAt: Date | null }>(
    `select id, name, created_at as "createdAt", used_at as "usedAt" from passkeys where person_id = $1
     order by created_at limit 100`,
    [personId],
  );
  return rows;
}

/** The counter only rises: a key that was copied is found out. */
export async function notePasskeyUse(queries: Queries, id: string, counter: number): Promise<void> {
  await queries.query('update passkeys set counter = $2, used_at = now() where id = $1', [id, counter]);
}

export async function removePasskey(queries: Queries, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await queries.query('delete from passkeys where id = $1 and person_id = $2', [id, personId]);
  return Boolean(rowCount);
}
