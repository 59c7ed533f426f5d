import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/*
 * Files of this machine: written whole, in folders that only their owner reads.
 */

/**
 * Makes a folder that only this account may read. The folders above it are made as any others: the data folder is shared
 * with the database's account.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Ends the name of a file that is being written. */
export const DRAFT = '.draft';

/**
 * Written beside its place and then moved: a reader sees the old file or the new one, never half of one.
 * @param move default: takes the place of what is there
 * @param mode who may read it; default: as any file of this account
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

/** Share of a folder's disk that is free. A disk takes so many files, however small; one that counts none takes any number. */
export async function freeRatioOf(folder: string): Promise<number> {
  const { bavail, blocks, ffree, files } = await statfs(folder);
  return Math.min(bavail / blocks, files > 0 ? ffree / files : 1);
}
