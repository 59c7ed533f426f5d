import { createHash } from 'node:crypto';
import { link, readdir, readFile, readlink, rename, rm, rmdir, stat, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ReleaseError } from '../errors';
import { environmentTrust } from '../settings';
import type { Trust } from '../trust/trust';
import { DRAFT, writeWhole } from '../whole-files';
import { MAX_FILE_BYTES, type WritableStore } from './store';

const POLL_MS = 150;
/** Node reads files with four threads: more concurrent reads would delay the one that others wait for. */
const READS_AT_ONCE = 4;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

const revisionOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

const WHY: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'its quota is used up',
  EROFS: 'it can only be read',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  ENOTDIR: 'it is not a folder',
  EIO: 'the disk fails',
};

/** Runs a write. @throws ReleaseError with one sentence when the disk refuses it, else what `write` throws */
async function writing<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!(code in WHY)) throw error;
    throw new ReleaseError(`${folder} cannot be written: ${WHY[code]} (${code}). Nothing was changed.`, {
      cause: error,
      refusal: 'store',
    });
  }
}

/** Resolves to false when the work fails with one expected code. */
const isDone = (work: Promise<void>, unless: 'EEXIST' | 'ENOENT'): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === unless) return false;
      throw error;
    },
  );

/** Creates a file atomically, if there is none. */
const added = (file: string, bytes: Buffer, flush: boolean): Promise<boolean> =>
  isDone(writeWhole(file, bytes, { flush, move: link }), 'EEXIST');

export function folderStore(folder: string, trust: Trust = environmentTrust()): WritableStore {
  const at = (path: string) => join(folder, path);
  const unreadable = (path: string, cause: unknown) =>
    new ReleaseError(`${path} cannot be read from ${folder} (${codeOf(cause) ?? 'larger than 64 MB'}).`, {
      cause,
      refusal: 'store',
    });

  /** Turns a missing folder into an empty one. Other errors stay errors, or its files would count as removed. */
  const noneWhereMissing = (path: string) => (error: unknown) => {
    if (isMissing(error)) return [];
    throw unreadable(path, error);
  };

  const bytesOf = async (path: string): Promise<Buffer | undefined> => {
    try {
      if ((await stat(at(path))).size > MAX_FILE_BYTES) throw new Error('larger than 64 MB');
      return await readFile(at(path));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unreadable(path, error);
    }
  };

  const find: WritableStore['find'] = async (path) => {
    const bytes = await bytesOf(path);
    return bytes && { bytes, revision: revisionOf(bytes) };
  };

  return {
    place: folder,
    trust,
    pollMs: POLL_MS,
    readsAtOnce: READS_AT_ONCE,
    find,
    async read(path) {
      const bytes = await bytesOf(path);
      if (!bytes) throw new ReleaseError(`${path} is not in ${folder}.`);
      return bytes;
    },
    async revision(path) {
      const found = await stat(at(path)).catch(() => undefined);
      return found && `${found.ino}-${found.mtimeMs}-${found.size}`;
    },
    replace: (path, bytes, revision) =>
      writing(folder, async () => {
        const isAsRead = async () => (await find(path))?.revision === revision;
        if (!(await isAsRead())) return false;
        if (revision === undefined) return added(at(path), bytes, true);
        // A writer claims the revision that it replaces, and may pause or die at any point: whoever meets its claim completes it.
        const claim = `${at(path)}.${revision}${DRAFT}`;
        let isTaken = false;
        const move = async (draft: string, file: string) => {
          const isOurs = await isDone(symlink(basename(draft), claim), 'EEXIST');
          const claimed = isOurs ? draft : join(dirname(file), await readlink(claim).catch(() => DRAFT));
          if (await isAsRead()) await isDone(rename(claimed, file), 'ENOENT');
          await rm(claim, { force: true });
          isTaken = !(await isDone(unlink(draft), 'ENOENT'));
        };
        await writeWhole(at(path), bytes, { flush: true, move });
        return isTaken;
      }),
    create: (path, bytes) => writing(folder, () => added(at(path), bytes, false)),
    async names(within) {
      const names = await readdir(at(within)).catch(noneWhereMissing(within));
      return names.filter((name) => !name.endsWith(DRAFT)).sort();
    },
    async *list(within) {
      const entries = await readdir(at(within), { withFileTypes: true, recursive: true }).catch(
        noneWhereMissing(within),
      );
      for (const entry of entries.filter((one) => one.isFile())) {
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (found)
          yield { path: relative(folder, path).split(sep).join('/'), bytes: found.size, modifiedAt: found.mtime };
      }
    },
    async remove(path) {
      await rm(at(path), { force: true });
      try {
        for (let above = dirname(path); above !== '.'; above = dirname(above)) await rmdir(at(above));
      } catch {
        // An empty folder is removed with its last file; this one has more.
      }
    },
  };
}
