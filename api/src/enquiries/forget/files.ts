import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../files/file-store';
import { OUTBOX, QUARANTINE, UPLOADS } from '../../files/folders';

const removeFile = async (file: string): Promise<boolean> => {
  try {
    await rm(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};

/** Where the files may lie: among the uploads, or moved away while another database was in use. */
const placesOf = async (files: FileStore, names: readonly string[]): Promise<string[]> => {
  const moved = (await files.folders(QUARANTINE)).map((name) => `${QUARANTINE}/${name}`);
  return [UPLOADS, ...moved].flatMap((folder) => names.map((name) => `${folder}/${name}`));
};

/** Erases uploads wherever they lie. @returns how many there were */
export async function eraseUploads(store: FileStore, names: readonly string[]): Promise<number> {
  const places = await placesOf(store, names);
  return (await Promise.all(places.map((file) => store.remove(file)))).filter(Boolean).length;
}

/** Erases mails that were written to files, half-written ones too. @returns how many files there were */
export async function eraseOutbox(dataDir: string, mailIds: readonly string[]): Promise<number> {
  const files = mailIds.flatMap((id) => ['.eml', '.eml.part'].map((end) => path.join(dataDir, OUTBOX, id + end)));
  return (await Promise.all(files.map(removeFile))).filter(Boolean).length;
}
