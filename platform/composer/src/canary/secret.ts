import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WritableStore } from '@wholepage/releases/store/store';
import { type Log, reason } from '../log';

const FILE = 'evidence/secret';
const BYTES = 32;
const TAG_LENGTH = 22;
const ASK_EVERY_MS = 2_000;

/** What the site's composers share and nobody else knows: by it they know again what one of them has written. */
export interface Secret {
  /** @param parts none of them holds a line's end @throws while the secret is not known */
  tag(...parts: readonly (string | number)[]): string;
  holds(tag: string, ...parts: readonly (string | number)[]): boolean;
}

/** The secret in the private store; of two composers that make it at the same moment the first one's stays. */
async function readSecret(store: WritableStore): Promise<Buffer> {
  const isThere = await store.revision(FILE);
  if (!isThere) await store.create(FILE, Buffer.from(randomBytes(BYTES).toString('base64')));
  const bytes = Buffer.from((await store.read(FILE)).toString('utf8'), 'base64');
  if (bytes.length !== BYTES) throw new Error(`${FILE} in ${store.place} is not a secret: remove it.`);
  return bytes;
}

/** The secret of the private store, asked for again until it is known. */
export class SharedSecret implements Secret {
  private bytes: Buffer | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(
    private readonly store: WritableStore,
    private readonly log: Log,
  ) {}

  /** A composer that made a secret of its own would give a visitor other sides than the others do: until then nobody is drawn. */
  get isKnown(): boolean {
    return this.bytes !== undefined;
  }

  /** Asks once, and goes on asking when that fails. */
  async start(): Promise<void> {
    await this.ask(true);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  tag(...parts: readonly (string | number)[]): string {
    if (!this.bytes) throw new Error('The secret that composers share is not known yet.');
    return createHmac('sha256', this.bytes).update(parts.join('\n')).digest('base64url').slice(0, TAG_LENGTH);
  }

  holds(tag: string, ...parts: readonly (string | number)[]): boolean {
    if (!this.bytes) return false;
    const expected = Buffer.from(this.tag(...parts));
    const given = Buffer.from(tag);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private async ask(isFirst: boolean): Promise<void> {
    try {
      this.bytes = await readSecret(this.store);
      if (!isFirst) this.log('info', 'private store usable, canaries are given');
    } catch (error) {
      if (isFirst) this.log('error', 'private store not usable, canaries are withheld', { reason: reason(error) });
      if (this.isStopped) return;
      this.timer = setTimeout(() => this.ask(false), ASK_EVERY_MS);
      this.timer.unref();
    }
  }
}
