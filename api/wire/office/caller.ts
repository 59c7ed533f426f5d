import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { RIGHT_NAMES } from './words';

/* The office's callers: their rights, the token that states them, and the secret that signs it. */

/** The caller, as the office's server, which holds the session, states in each call. */
const callerSchema = z.object({
  /** The person's id at the office. */
  id: z.string().min(1).max(200),
  /** Shown beside notes and in the audit. */
  name: z.string().min(1).max(200),
  rights: z.array(z.enum(RIGHT_NAMES)).max(RIGHT_NAMES.length),
  /** Whether the person re-authenticated a moment ago, which irreversible actions require. */
  confirmed: z.boolean().optional(),
});

export type Caller = z.output<typeof callerSchema>;

/** Header of each call to `/office/…`. */
export const CALLER_HEADER = 'office-caller';

/** Lifetime of a token, and tolerance for two machines' clocks. */
const LIFE_MS = 60_000;
const CLOCKS_DIFFER_MS = 30_000;

const claimsSchema = z.strictObject({ caller: callerSchema, expires: z.number().int() });

const signatureOf = (use: string, payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${use}:${payload}`).digest();

/** Signs claims for one use. The text is not encrypted. */
export function sealed(use: string, claims: object, secret: string): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${signatureOf(use, payload, secret).toString('base64url')}`;
}

/** Returns the claims of a {@link sealed} text; undefined when it is not signed for this use with this secret. */
export function unsealed(use: string, text: string, secret: string): unknown {
  const [payload = '', signature = '', ...more] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(use, payload, secret);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

const USE = 'office-caller';

/** Returns the value of {@link CALLER_HEADER}: the caller, valid for a minute, signed with `OFFICE_API_SECRET`. */
export const signCaller = (caller: Caller, secret: string, now = Date.now()): string =>
  sealed(USE, { caller, expires: now + LIFE_MS }, secret);

/** Returns a token's caller; undefined when it is not signed with this secret, or expired. */
export function readCaller(token: string, secret: string, now = Date.now()): Caller | undefined {
  const claims = claimsSchema.safeParse(unsealed(USE, token, secret));
  if (!claims.success) return undefined;
  const { caller, expires } = claims.data;
  return expires > now && expires <= now + LIFE_MS + CLOCKS_DIFFER_MS ? caller : undefined;
}

/** File in the data folder that API and office of one machine share. */
const FILE = 'office-api-secret';
export const LEAST_SECRET_LENGTH = 32;

interface Settings {
  /** `OFFICE_API_SECRET`; empty: the data folder's, outside production. */
  given: string;
  production: boolean;
  dataDir: string;
}

/**
 * Returns the secret shared by the office's server and the API. Outside production the first one to start creates it.
 * @returns undefined in production when none is set: there is no office then
 */
export async function officeSecret({ given, production, dataDir }: Settings): Promise<string | undefined> {
  if (given || production) return given || undefined;
  const file = path.join(dataDir, FILE);
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!(await read())) {
    // Written whole or not at all: a full disk must not leave an empty secret.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
  const secret = await read();
  if (!secret) throw new Error(`${file} holds no secret: remove it, and start again.`);
  return secret;
}
