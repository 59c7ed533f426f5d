import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type Caller, callerSchema } from './caller';

/** A token serves one call; clocks of two machines may differ a little. */
const LIFE_MS = 60_000;
const CLOCKS_DIFFER_MS = 30_000;

const claimsSchema = z.strictObject({ caller: callerSchema, expires: z.number().int() });

const signatureOf = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`office-caller:${payload}`).digest();

/** The value of the header {@link CALLER_HEADER}: who calls, for a minute, signed with `OFFICE_API_SECRET`. */
export function signCaller(caller: Caller, secret: string, now = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ caller, expires: now + LIFE_MS })).toString('base64url');
  return `${payload}.${signatureOf(payload, secret).toString('base64url')}`;
}

const claimsIn = (payload: string): unknown => {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Who calls; undefined when the token is not one of this secret, or over. */
export function readCaller(token: string, secret: string, now = Date.now()): Caller | undefined {
  const [payload = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(payload, secret);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const claims = claimsSchema.safeParse(claimsIn(payload));
  if (!claims.success) return undefined;
  const { caller, expires } = claims.data;
  return expires > now && expires <= now + LIFE_MS + CLOCKS_DIFFER_MS ? caller : undefined;
}
