import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/* Local files: written atomically, in private folders. */

/**
 * Makes a folder that only this account may read. Folders above get the usual mode: the database's account reads there.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Suffix of a file that is being written. */
export const DRAFT = '.draft';

/**
 * Writes a file atomically: beside its place, then moved, so that readers see the old file or the new one.
 * @param move default: replaces an existing file
 * @param mode default: the account's usual mode
 */
export async function writeWhole(
  path: string,
  content: string | Buffer,
  {
    flush = false,
    move = rename,
    mode,
  }: { flush?: boolean; move?: (draft: string, path: string) => Promise<void>; mode?: number } = {},
): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`;
  await mkdir(dirname(path), { recursive: true });
  await using ended = new AsyncDisposableStack();
  ended.defer(() => rm(draft, { force: true }));
  await writeFile(draft, content, { flush, mode });
  await move(draft, path);
}

/** Returns the free share of a folder's disk, by bytes or inodes, whichever is less; some file systems count no inodes. */
export async function freeRatioOf(folder: string): Promise<number> {
  const { bavail, blocks, ffree, files } = await statfs(folder);
  return Math.min(bavail / blocks, files > 0 ? ffree / files : 1);
}
