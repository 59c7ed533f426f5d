import { randomUUID } from 'node:crypto';
import type { WritableStore } from '../store/store';
import { type Digest, digestSchema } from './digest';

const FOLDER = 'digests';
/** Of one composer that no console reads: an hour's. */
const MOST_OWN = 360;
const LARGEST_BYTES = 256 * 1024;
const NAME = /^(\d{13})-[\w-]{1,60}\.json$/;
/** What composers left that are gone, and no console has read. */
const OLDEST_MS = 24 * 3_600_000;

/** When a digest was written, in milliseconds since 1970; undefined of another file. */
const timeOf = (name: string): number | undefined => {
  const [, time] = NAME.exec(name) ?? [];
  return time === undefined ? undefined : Number(time);
};

/** Writes a composer's digests into the private store, and no more of them than an hour's. */
export class DigestWriter {
  private readonly own: string[] = [];

  constructor(
    private readonly store: WritableStore,
    private readonly id: string = randomUUID(),
  ) {}

  /** @returns false when the digest is larger than any may be @throws when the store is unavailable */
  async write(digest: Digest, now = Date.now()): Promise<boolean> {
    const bytes = Buffer.from(JSON.stringify(digest));
    if (bytes.length > LARGEST_BYTES) return false;
    const path = `${FOLDER}/${String(now).padStart(13, '0')}-${this.id}.json`;
    await this.store.create(path, bytes);
    this.own.push(path);
    while (this.own.length > MOST_OWN) await this.store.remove(this.own.shift() ?? '');
    return true;
  }

  /** Removes what other composers left a day ago. */
  async removeOld(now = Date.now()): Promise<void> {
    for (const name of await this.store.names(FOLDER)) {
      const time = timeOf(name);
      if (time !== undefined && now - time > OLDEST_MS) await this.store.remove(`${FOLDER}/${name}`);
    }
  }
}

/** Names of the digests that wait, the oldest first. */
export const digestNames = async (store: WritableStore): Promise<string[]> =>
  (await store.names(FOLDER)).filter((name) => timeOf(name) !== undefined).sort();

/** One digest; undefined when it is gone, or is none. */
export async function readDigest(store: WritableStore, name: string): Promise<Digest | undefined> {
  const found = await store.find(`${FOLDER}/${name}`);
  if (!found || found.bytes.length > LARGEST_BYTES) return undefined;
  try {
    return digestSchema.safeParse(JSON.parse(found.bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

export const removeDigest = (store: WritableStore, name: string): Promise<void> => store.remove(`${FOLDER}/${name}`);
