import type { FileStore } from '../../files/file-store';
import { folderFiles, OUTBOX, QUARANTINE, removeFiles, UPLOADS } from '../../files/file-store';

/** Where the files may lie: among the uploads, or moved away while another database was in use. */
const placesOf = async (files: FileStore, names: readonly string[]): Promise<string[]> => {
  const moved = (await files.folders(QUARANTINE)).map((name) => `${QUARANTINE}/${name}`);
  return [UPLOADS, ...moved].flatMap((folder) => names.map((name) => `${folder}/${name}`));
};

/** Erases uploads wherever they lie. @returns how many there were */
export const eraseUploads = async (store: FileStore, names: readonly string[]): Promise<number> =>
  removeFiles(store, await placesOf(store, names));

/** Erases mails that were written to files, half-written ones too. @returns how many files there were */
export const eraseOutbox = (dataDir: string, mailIds: readonly string[]): Promise<number> =>
  removeFiles(
    folderFiles(dataDir),
    mailIds.flatMap((id) => ['.eml', '.eml.part'].map((end) => `${OUTBOX}/${id}${end}`)),
  );
