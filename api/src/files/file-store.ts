import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Folders of a store, one below the other only for `quarantine/{moment}`. */
export const UPLOADS = 'uploads';
export const COVERS = 'covers';
export const QUARANTINE = 'quarantine';

/** Folder of mails that were written to files. */
export const OUTBOX = 'outbox';

/** Bytes to be kept. */
export interface FileSource {
  /** From the start, each time: a store may need a second attempt. */
  open(): Readable;
  bytes: number;
  mediaType: string;
}

/** A file as a listing tells of it. */
export interface ListedFile {
  /** Without its folder. */
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * What all processes of the API share beside the database: a folder, or a bucket. Paths are relative, such as
 * `uploads/x.jpg`; a file is never changed once it is there.
 */
export interface FileStore {
  /** For people: where a file lies. */
  locate(path: string): string;
  /** The file is there, whole and for good, when this resolves. @throws StorageAwayError when the store does not answer */
  write(path: string, source: FileSource): Promise<void>;
  /** Undefined when it is not there. */
  read(path: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** @returns false when it was not there */
  remove(path: string): Promise<boolean>;
  move(from: string, to: string): Promise<void>;
  /** Files directly within a folder; none when there is no such folder. */
  list(folder: string): AsyncIterable<ListedFile>;
  /** Names of the folders directly within a folder. */
  folders(folder: string): Promise<string[]>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

let drafts = 0;

/** A folder, of this machine or mounted by several. */
export function folderFiles(root: string): FileStore {
  const at = (file: string) => path.join(root, file);

  return {
    locate: at,
    async write(file, source) {
      const target = at(file);
      const folder = path.dirname(target);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      drafts += 1;
      const draft = path.join(folder, `.${path.basename(file)}.${process.pid}-${drafts}`);
      try {
        await pipeline(source.open(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(draft, target);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(file) {
      const known = await stat(at(file)).catch(() => undefined);
      return known?.isFile() ? { stream: createReadStream(at(file)), bytes: known.size } : undefined;
    },
    async remove(file) {
      try {
        await rm(at(file));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async move(from, to) {
      await mkdir(path.dirname(at(to)), { recursive: true, mode: 0o700 });
      await rename(at(from), at(to));
    },
    async *list(folder) {
      for (const entry of await readdir(at(folder), { withFileTypes: true }).catch(() => [])) {
        if (!entry.isFile()) continue;
        const known = await stat(path.join(at(folder), entry.name)).catch(() => undefined);
        if (known) yield { name: entry.name, bytes: known.size, modifiedAt: known.mtime };
      }
    },
    async folders(folder) {
      const entries = await readdir(at(folder), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
  };
}

/** Removes files. Those that are not there any more are not a problem. @returns how many there were */
export const removeFiles = async (store: FileStore, paths: readonly string[]): Promise<number> =>
  (await Promise.all(paths.map((path) => store.remove(path)))).filter(Boolean).length;
