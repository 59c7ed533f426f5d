import type { FileStore } from '../files/file-store';
import { QUARANTINE } from '../files/file-store';

/** The moment that names the folder. */
const quarantinedAt = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

/** Erases files that were moved away so many days ago. @returns the number of moves */
export const eraseQuarantine = async (store: FileStore, days: number): Promise<number> => {
  let erased = 0;
  for (const name of await store.folders(QUARANTINE)) {
    if (!(Date.now() - quarantinedAt(name) > days * 24 * 60 * 60_000)) continue;
    const folder = `${QUARANTINE}/${name}`;
    for await (const file of store.list(folder)) await store.remove(`${folder}/${file.name}`);
    erased += 1;
  }
  return erased;
};
