import type { FileStore } from './file-store';

/** Removes files. Those that are not there any more are not a problem. @returns how many there were */
export const removeFiles = async (store: FileStore, paths: readonly string[]): Promise<number> =>
  (await Promise.all(paths.map((path) => store.remove(path)))).filter(Boolean).length;
