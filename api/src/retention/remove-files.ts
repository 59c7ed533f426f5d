import type { FileStore } from '../files/file-store';

/** Those that are not there any more are no trouble. */
export const removeFiles = async (store: FileStore, paths: readonly string[]): Promise<void> => {
  await Promise.all(paths.map((path) => store.remove(path)));
};
