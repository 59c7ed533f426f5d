import type { FileStore } from '../files/file-store';
import { folderFiles } from '../files/folder-files';
import { OUTBOX } from '../files/folders';

/** Where the files of an installation lie. */
export interface FilePlaces {
  files: FileStore;
  dataDir: string;
}

/** The store of a folder: mails that were written to files lie in the data folder, whatever keeps the rest. */
export const storeOf = ({ files, dataDir }: FilePlaces, folder: string): FileStore =>
  folder === OUTBOX ? folderFiles(dataDir) : files;
