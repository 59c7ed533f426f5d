import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_TYPES_SENTENCE } from '../../wire/enquiries';
import { RefusedError, StorageAwayError } from '../errors';
import type { FileStore } from '../files/file-store';
import { UPLOADS } from '../files/file-store';
import { fromDisk } from '../files/open-files';
import { cleanPicture, Inspector, requirePdfEnd } from './inspect';

/** A file that arrived whole. */
export interface StoredFile {
  storedName: string;
  originalName: string;
  mediaType: string;
  bytes: number;
  /** Of the bytes as sent. */
  sha256: string;
}

/** Keeps files under random names where no route serves them. */
export interface UploadStore {
  /** Of this process alone: what is arriving. */
  incoming: string;
  /**
   * @param from the network that it comes from, and whether an empty file is none
   * @returns undefined for an empty file that is none
   * @throws RefusedError when the file is of no accepted kind, or damaged; nothing is left of it
   */
  receive(
    stream: Readable & { truncated?: boolean },
    name: string,
    from: { group: string; isEmptyNone: boolean },
  ): Promise<StoredFile | undefined>;
  discard(storedName: string): Promise<void>;
}

const incomingDirOf = (dataDir: string): string => path.join(dataDir, UPLOADS, 'incoming');

const NOT_NOW = 'We cannot take files at this moment. Please send the form without a file, or try again in a minute.';

/**
 * @param files where they are kept
 * @param dataDir the data folder, in which they arrive and are checked
 */
export async function openUploadStore(files: FileStore, dataDir: string): Promise<UploadStore> {
  const incoming = incomingDirOf(dataDir);
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const receive: UploadStore['receive'] = async (stream, name, { group, isEmptyNone }) => {
    const id = randomUUID();
    const raw = path.join(incoming, `${id}.raw`);
    const clean = path.join(incoming, `${id}.clean`);
    const inspector = new Inspector();
    try {
      await pipeline(stream, inspector, createWriteStream(raw, { flags: 'wx', mode: 0o600 }));
      if (inspector.bytes === 0 && isEmptyNone) return undefined;
      if (stream.truncated) throw new RefusedError(413, 'This file is larger than 10 MB. Please choose a smaller one.');
      const { kind } = inspector;
      if (!kind) throw new RefusedError(422, UPLOAD_TYPES_SENTENCE);
      const storedName = `${id}.${kind.extension}`;
      const { format } = kind;
      if (!format) await requirePdfEnd(raw);
      const bytes = format ? await cleanPicture(raw, clean, format, group) : inspector.bytes;
      await files.write(`${UPLOADS}/${storedName}`, await fromDisk(format ? clean : raw, kind.mediaType));
      const sha256 = inspector.hash.digest('hex');
      return { storedName, originalName: displayName(name), mediaType: kind.mediaType, bytes, sha256 };
    } catch (error) {
      throw error instanceof StorageAwayError ? new RefusedError(503, NOT_NOW, 60) : error;
    } finally {
      await Promise.all([raw, clean].map((file) => rm(file, { force: true })));
    }
  };

  return {
    incoming,
    receive,
    discard: async (storedName) => void (await files.remove(`${UPLOADS}/${path.basename(storedName)}`)),
  };
}

const LONGEST_NAME = 200;

/** As the visitor's system named it, without folders and without what hides or reorders text. Whole characters only. */
const displayName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, '').trim();
  return [...clean].slice(0, LONGEST_NAME).join('') || 'file';
};
