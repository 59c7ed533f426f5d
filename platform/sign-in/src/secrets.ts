import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** 256 random bits for an address or a cookie. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token: whoever reads the table cannot use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Belongs to one session, and cannot be read without its cookie. */
export const csrfToken = (session: string): string => createHmac('sha256', session).update('csrf').digest('base64url');

export const isSame = (one: string, other: string): boolean => timingSafeEqual(tokenHash(one), tokenHash(other));

const keyOf = (session: string): Buffer => Buffer.from(hkdfSync('sha256', session, '', 'provider tokens', 32));

/** Encrypts with a key that only the holder of the session's token has. */
export function seal(session: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(session), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws when it was sealed for another session, or changed */
export function unseal(session: string, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keyOf(session), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
