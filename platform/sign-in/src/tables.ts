import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import type { SignInContext } from './plugin';

/** The table of this package's applied migrations, for {@link openServiceDatabase}. */
export const SIGN_IN_MIGRATIONS_TABLE = 'sign_in_migrations';

export const APPEND_ONLY = ['audit'] as const;

/** The database of a service, or a transaction on it. */
export type Queries = Pick<pg.Pool, 'query'>;

/** SQL for a person as JSON, from the table of people as `p`. */
export const PERSON = "json_build_object('id', p.id, 'name', p.name, 'rights', p.rights)";

/** Runs changes in one transaction: all of them or none. */
export async function inTransaction<T>(pool: pg.Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** 256 random bits for an address or a cookie. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The hash of a token, which the database stores: a reader of the table cannot use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The CSRF token of one session, which cannot be derived without its cookie. */
export const csrfToken = (session: string): string => createHmac('sha256', session).update('csrf').digest('base64url');

export const isSame = (one: string, other: string): boolean => timingSafeEqual(tokenHash(one), tokenHash(other));

const keyOf = (session: string): Buffer => Buffer.from(hkdfSync('sha256', session, '', 'provider tokens', 32));

/** Encrypts with a key that derives from the session's token, so only its holder can decrypt. */
export function seal(session: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(session), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts. @throws when the bytes were sealed for another session, or changed */
export function unseal(session: string, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keyOf(session), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** Lifetime of a sign-in attempt: long enough for a password and a second factor. */
export const ATTEMPT_MS = 10 * 60_000;

/** Stores the data that the end of a sign-in is checked against. @returns the token for the attempt's cookie */
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

/** JSON for a PostgreSQL column: without U+0000, and without lone surrogates, which a cut within a character leaves. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '\ufffd') : inner,
  );

export interface AuditEntry {
  actor: string;
  /** A verb, such as `promote` or `sign-in`. */
  action: string;
  subject: string;
  detail?: Record<string, unknown>;
  address?: string;
}

/** Adds a line to the audit; the database refuses to change or remove one. */
export async function writeAudit(queries: Queries, { actor, action, subject, detail = {}, address = '' }: AuditEntry) {
  await queries.query('insert into audit (actor, action, subject, detail, address) values ($1, $2, $3, $4, $5)', [
    actor.slice(0, 200),
    action,
    subject.slice(0, 200),
    jsonOf(detail),
    address,
  ]);
}

const querySchema = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });

export function auditRoutes(app: FastifyInstance, { pool, manages }: SignInContext): void {
  app.get('/sign-in/audit', { config: { access: { right: manages } } }, async (request) => {
    const { limit } = querySchema.parse(request.query);
    // `audit.id` is the number; `id` alone would be the selected text.
    const { rows } = await pool.query<Required<AuditEntry> & { id: string; at: Date }>(
      'select id::text, at, actor, action, subject, detail, address from audit order by audit.id desc limit $1',
      [limit],
    );
    return { entries: rows };
  });
}
