import type * as z from 'zod';
import type { Trust } from '../trust/trust';

/** A file with the revision for conditional replacement. */
interface Versioned {
  bytes: Buffer;
  revision: string;
}

/** A file in a listing of the store. */
export interface StoredFile {
  /** Relative to the store. */
  path: string;
  bytes: number;
  modifiedAt: Date;
}

/** A store of releases: `{app}/{version}/…`, `{app}/assets/…` and `registry.json`. Composers only read. */
export interface ReleaseStore {
  /** Its place, for messages. */
  readonly place: string;
  /** Trust for releases read from here. */
  readonly trust: Trust;
  /** Poll interval of the registry, in milliseconds. */
  readonly pollMs: number;
  /** Useful number of concurrent reads. */
  readonly readsAtOnce: number;
  /** @param path relative, without `..` @throws ReleaseError when it cannot be read */
  read(path: string): Promise<Buffer>;
  /** Returns a value that changes with the file; undefined when it is missing, or the store cannot tell. */
  revision(path: string): Promise<string | undefined>;
  /** Of a store with copies: drops one, so that the next read is from the store. */
  forget?(path: string): Promise<void>;
}

/** A store that releases can be published to. */
export interface WritableStore extends ReleaseStore {
  /** Reads a file; undefined when it is missing. @throws ReleaseError when it cannot be read */
  find(path: string): Promise<Versioned | undefined>;
  /**
   * Compare and swap: replaces a file of this revision; undefined: creates it.
   * @returns false, without a change, when somebody else was faster
   */
  replace(path: string, bytes: Buffer, revision: string | undefined): Promise<boolean>;
  /** Creates a file. @returns false, without a change, when it exists */
  create(path: string, bytes: Buffer): Promise<boolean>;
  /** Returns the names directly in a folder, sorted; empty when there is no such folder. */
  names(folder: string): Promise<string[]>;
  /** Lists all files below a folder. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
}

/** Largest file of a release, so that a wrong one cannot fill the memory. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Collects a file's bytes up to a limit, because a service may state a wrong length. */
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
  // A broken connection must not pass for a shorter file.
  if (length !== undefined && bytes !== length) throw new Error('cut off');
  return Buffer.concat(read);
}

/** Reads and checks a file. If a local copy fails the check, the store is read. */
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

/** Parses JSON by a schema; undefined when it does not match. */
export function parseAs<T>(schema: z.ZodType<T>, file: Buffer | string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(file.toString())).data;
  } catch {
    return undefined;
  }
}

/** Maps items with limited concurrency. @returns results in the items' order */
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
