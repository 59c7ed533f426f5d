import type { Readable } from 'node:stream';

/** Bytes to be kept. */
export interface FileSource {
  /** From the start, each time: a store may need a second attempt. */
  open(): Readable;
  bytes: number;
  mediaType: string;
}

/** A file as a listing tells of it. */
export interface ListedFile {
  /** Without its folder. */
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * What all processes of the API share beside the database: a folder, or a bucket. Paths are relative, such as
 * `uploads/x.jpg`; a file is never changed once it is there.
 */
export interface FileStore {
  /** For people: where a file lies. */
  locate(path: string): string;
  /** The file is there, whole and for good, when this resolves. @throws StorageAwayError when the store does not answer */
  write(path: string, source: FileSource): Promise<void>;
  /** Undefined when it is not there. */
  read(path: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** @returns false when it was not there */
  remove(path: string): Promise<boolean>;
  move(from: string, to: string): Promise<void>;
  /** Files directly within a folder; none when there is no such folder. */
  list(folder: string): AsyncIterable<ListedFile>;
  /** Names of the folders directly within a folder. */
  folders(folder: string): Promise<string[]>;
}
