import type * as z from 'zod';
import type { Trust } from '../trust/trust';

/** A file and the mark by which its replacement can be made conditional. */
interface Versioned {
  bytes: Buffer;
  revision: string;
}

/** A file of the store, as a listing tells of it. */
export interface StoredFile {
  /** Relative to the store. */
  path: string;
  bytes: number;
  modifiedAt: Date;
}

/** Where releases lie: `{app}/{version}/…`, `{app}/assets/…` and `registry.json`. Reading is all that a composer needs. */
export interface ReleaseStore {
  /** For messages. */
  readonly place: string;
  /** Whose releases are believed when they are read from here. */
  readonly trust: Trust;
  /** How often the registry may be looked at, in milliseconds. */
  readonly pollMs: number;
  /** How many files it is worth asking for at a time. */
  readonly readsAtOnce: number;
  /** @param path relative, without `..` @throws ReleaseError when it cannot be read */
  read(path: string): Promise<Buffer>;
  /** Changes whenever the file does; undefined when it is not there, or the store cannot tell. */
  revision(path: string): Promise<string | undefined>;
  /** Of a store with copies: lets go of one, so that the store itself is asked next. */
  forget?(path: string): Promise<void>;
}

/** A store that releases can be published to. */
export interface WritableStore extends ReleaseStore {
  /** Undefined when it is not there. @throws ReleaseError when it cannot be read */
  find(path: string): Promise<Versioned | undefined>;
  /**
   * Compare and swap: replaces a file that is still what was read; undefined stands for one that was not there.
   * @returns false, and changes nothing, when somebody else was faster
   */
  replace(path: string, bytes: Buffer, revision: string | undefined): Promise<boolean>;
  /** Writes a file that nobody has written yet. @returns false, and changes nothing, when it is there */
  create(path: string, bytes: Buffer): Promise<boolean>;
  /** Names directly within a folder, sorted; none when there is no such folder. */
  names(folder: string): Promise<string[]>;
  /** All files below a folder. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
}

/** Larger than any file of a release, so that a wrong one cannot fill the memory. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A file's bytes as they come, given up when they are too many: what a service says of their length may be wrong. */
export async function wholeFile(
  parts: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  length: number | undefined,
): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > MAX_FILE_BYTES) throw new Error('larger than 64 MB');
    read.push(part);
  }
  // A connection that broke off must not pass for a shorter file.
  if (length !== undefined && bytes !== length) throw new Error('cut off');
  return Buffer.concat(read);
}

/** What this makes of a file. Where it throws for a copy, the store itself is asked. */
export async function readChecked<T>(store: ReleaseStore, path: string, check: (bytes: Buffer) => T | Promise<T>) {
  const bytes = await store.read(path);
  try {
    return await check(bytes);
  } catch (error) {
    if (!store.forget) throw error;
    await store.forget(path);
    return check(await store.read(path));
  }
}

/** What a file holds as JSON of this form; undefined when it holds something else. */
export function parseAs<T>(schema: z.ZodType<T>, file: Buffer | string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(file.toString())).data;
  } catch {
    return undefined;
  }
}

/** Works on all items in their order, on so many at a time. @returns what each gave, in the same order */
export async function boundedMap<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
