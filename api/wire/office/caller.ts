import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { RIGHT_NAMES } from './words';

/*
 * Who calls the API from the office: what they may do, the token that says so, and the secret that signs it.
 */

/** Who calls. The office's server holds the session and says it in each call. */
const callerSchema = z.object({
  /** The person's id at the office. */
  id: z.string().min(1).max(200),
  /** Shown beside notes and in the audit. */
  name: z.string().min(1).max(200),
  rights: z.array(z.enum(RIGHT_NAMES)).max(RIGHT_NAMES.length),
  /** The person proved a moment ago who they are, as the office's sign-in has it; what cannot be undone asks for it. */
  confirmed: z.boolean().optional(),
});

export type Caller = z.output<typeof callerSchema>;

/** Of each call to `/office/…`. */
export const CALLER_HEADER = 'office-caller';

/** A token serves one call; clocks of two machines may differ a little. */
const LIFE_MS = 60_000;
const CLOCKS_DIFFER_MS = 30_000;

const claimsSchema = z.strictObject({ caller: callerSchema, expires: z.number().int() });

const signatureOf = (use: string, payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${use}:${payload}`).digest();

/** A text for one use that only who has the secret can make. It hides nothing. */
export function sealed(use: string, claims: object, secret: string): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${signatureOf(use, payload, secret).toString('base64url')}`;
}

/** What a text of {@link sealed} holds; undefined when it was not made for this use with this secret. */
export function unsealed(use: string, text: string, secret: string): unknown {
  const [payload = '', signature = '', ...more] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(use, payload, secret);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

const USE = 'office-caller';

/** The value of the header {@link CALLER_HEADER}: who calls, for a minute, signed with `OFFICE_API_SECRET`. */
export const signCaller = (caller: Caller, secret: string, now = Date.now()): string =>
  sealed(USE, { caller, expires: now + LIFE_MS }, secret);

/** Who calls; undefined when the token is not one of this secret, or over. */
export function readCaller(token: string, secret: string, now = Date.now()): Caller | undefined {
  const claims = claimsSchema.safeParse(unsealed(USE, token, secret));
  if (!claims.success) return undefined;
  const { caller, expires } = claims.data;
  return expires > now && expires <= now + LIFE_MS + CLOCKS_DIFFER_MS ? caller : undefined;
}

/** In the data folder that the API and the office of one machine share. */
const FILE = 'office-api-secret';
export const LEAST_SECRET_LENGTH = 32;

interface Settings {
  /** `OFFICE_API_SECRET`; empty: that of the data folder, outside production. */
  given: string;
  production: boolean;
  dataDir: string;
}

/**
 * The secret that the office's server and the API share. Outside production whoever starts first makes it.
 * @returns undefined in production when none is set: then there is no office
 */
export async function officeSecret({ given, production, dataDir }: Settings): Promise<string | undefined> {
  if (given || production) return given || undefined;
  const file = path.join(dataDir, FILE);
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!(await read())) {
    // Whole or not at all: an empty secret, which a full disk left, would be everybody's.
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
