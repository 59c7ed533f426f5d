import { randomToken, tokenHash } from '../secrets';
import type { Queries } from './tables';

/** Long enough for a password and a second factor. */
export const ATTEMPT_MS = 10 * 60_000;

/** Keeps what the end of a sign-in must hold against its beginning. @returns the token for the attempt's cookie */
export async function beginAttempt(queries: Queries, kind: string, data: Record<string, unknown>): Promise<string> {
  const token = randomToken();
  await queries.query('delete from attempts where expires_at < now()');
  await queries.query('insert into attempts (token_hash, kind, data, expires_at) values ($1, $2, $3, $4)', [
    tokenHash(token),
    kind,
    JSON.stringify(data),
    new Date(Date.now() + ATTEMPT_MS),
  ]);
  return token;
}

/** Takes an attempt: a second try with the same token finds nothing. */
export async function takeAttempt(queries: Queries, kind: string, token: string): Promise<unknown> {
  const { rows } = await queries.query<{ data: unknown }>(
    'delete from attempts where token_hash = $1 and kind = $2 and expires_at > now() returning data',
    [tokenHash(token), kind],
  );
  return rows[0]?.data;
}
