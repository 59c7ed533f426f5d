import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { ReleaseError } from '../errors';
import { environmentTrust } from '../settings';
import type { Trust } from '../trust/trust';
import { DRAFT, writeWhole } from '../whole-files';
import { MAX_FILE_BYTES, type WritableStore } from './store';

const POLL_MS = 150;
/** Node reads files with four threads: with more under way, the one that all others wait for would stand in their line. */
const READS_AT_ONCE = 4;
const LOCK_FILE = '.lock';
/** A writer holds the lock for a few milliseconds; one that died is waited for no longer than this. */
const LOCK = { stale: 15_000, tries: 80, longestWaitMs: 250 };

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

/** @throws ReleaseError in one sentence for what a disk refuses, else what `write` throws */
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

/** @returns how to release the lock. Only a lock that somebody holds is waited for: what the disk refuses, it refuses again. */
async function locked(folder: string): Promise<() => Promise<void>> {
  for (let left = LOCK.tries; ; left -= 1) {
    try {
      return await lock(folder, { stale: LOCK.stale, lockfilePath: join(folder, LOCK_FILE) });
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED' || left === 0) throw error;
      await sleep(LOCK.longestWaitMs * Math.random());
    }
  }
}

/** A folder on this machine. */
export function folderStore(folder: string, trust: Trust = environmentTrust()): WritableStore {
  const at = (path: string) => join(folder, path);
  const unreadable = (path: string, cause: unknown) =>
    new ReleaseError(`${path} cannot be read from ${folder} (${codeOf(cause) ?? 'larger than 64 MB'}).`, { cause });

  /** Undefined when it is not there. */
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
        await mkdir(folder, { recursive: true });
        const unlock = await locked(folder);
        try {
          if ((await find(path))?.revision !== revision) return false;
          await writeWhole(at(path), bytes, { flush: true });
          return true;
        } finally {
          await unlock();
        }
      }),
    create: (path, bytes) =>
      writing(folder, async () => {
        try {
          await writeWhole(at(path), bytes, { move: link });
          return true;
        } catch (error) {
          if (codeOf(error) === 'EEXIST') return false;
          throw error;
        }
      }),
    async names(within) {
      return (await readdir(at(within)).catch(() => [])).filter((name) => !name.endsWith(DRAFT)).sort();
    },
    async *list(within) {
      const entries = await readdir(at(within), { withFileTypes: true, recursive: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (!found) continue;
        yield { path: relative(folder, path).split(sep).join('/'), bytes: found.size, modifiedAt: found.mtime };
      }
    },
    async remove(path) {
      await rm(at(path), { force: true });
      // A folder that held nothing else goes with its last file.
      for (let above = dirname(path); above !== '.'; above = dirname(above)) {
        if (
          !(await rmdir(at(above)).then(
            () => true,
            () => false,
          ))
        )
          return;
      }
    },
  };
}
