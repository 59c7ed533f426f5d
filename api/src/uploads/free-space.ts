import { statfs } from 'node:fs/promises';
import { RefusedError } from '../errors';

/** Bytes that are free for us on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Files stop well before the disk is full, so that the database can still write: a form without a file is kept.
 * @throws RefusedError 507 with a sentence for the visitor
 */
export async function requireSpace(folder: string, reserveBytes: number): Promise<void> {
  if ((await freeBytes(folder)) > reserveBytes) return;
  throw new RefusedError(
    507,
    'We cannot take files at this moment. Please send the form without a file, or write to us by e-mail.',
    600,
  );
}
