import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WritableStore } from '@wholepage/releases/store/store';

const FILE = 'evidence/secret';
const BYTES = 32;
const TAG_LENGTH = 22;

/** What the site's composers share and nobody else knows: by it they know again what one of them has written. */
export class Secret {
  constructor(private readonly bytes: Buffer) {}

  /** @param parts none of them holds a line's end */
  tag(...parts: readonly (string | number)[]): string {
    return createHmac('sha256', this.bytes).update(parts.join('\n')).digest('base64url').slice(0, TAG_LENGTH);
  }

  holds(tag: string, ...parts: readonly (string | number)[]): boolean {
    const expected = Buffer.from(this.tag(...parts));
    const given = Buffer.from(tag);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** A secret of this process alone: other composers do not know its cookies again. */
export const ownSecret = (): Secret => new Secret(randomBytes(BYTES));

/** The secret in the private store; of two composers that make it at the same moment the first one's stays. */
export async function sharedSecret(store: WritableStore): Promise<Secret> {
  const isThere = await store.revision(FILE);
  if (!isThere) await store.create(FILE, Buffer.from(randomBytes(BYTES).toString('base64')));
  const bytes = Buffer.from((await store.read(FILE)).toString('utf8'), 'base64');
  if (bytes.length !== BYTES) throw new Error(`${FILE} in ${store.place} is not a secret: remove it.`);
  return new Secret(bytes);
}
