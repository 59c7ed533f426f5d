import { createHmac, randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id in the provider's form: a prefix and 14 letters or digits. */
export function makeId(prefix: 'order' | 'pay' | 'card' | 'evt' | 'rfnd' | 'disp'): string {
  return `${prefix}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** A bank's approval code: six digits or letters. */
export const authCode = (): string => randomBytes(3).toString('hex');

/** Hexadecimal HMAC-SHA256, the provider's only signature. */
export const sign = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** Seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);
