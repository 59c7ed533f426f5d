import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inArray } from 'drizzle-orm';
import { UPLOAD_LIMIT, UPLOAD_TYPES_SENTENCE } from '../../wire/forms';
import type { Db } from '../db/database';
import { files as fileRows } from '../db/tables/schema';
import { RefusedError } from '../errors';
import {
  type FileStore,
  folderFiles,
  fromDisk,
  fromMemory,
  type ListedFile,
  QUARANTINE,
  UPLOADS,
} from '../files/file-store';
import { cleanPicture, Inspector, requirePdfEnd } from './inspect';

export interface StoredFile {
  storedName: string;
  originalName: string;
  mediaType: string;
  bytes: number;
  /** Hash of the bytes as sent. */
  sha256: string;
}

export type UploadStore = Awaited<ReturnType<typeof openUploadStore>>;

export const TOO_LARGE = `This file is larger than ${UPLOAD_LIMIT}. Please choose a smaller one.`;

/**
 * Opens the store of uploads, under random names that no route serves.
 * @param dataDir data folder, in which they arrive and are checked
 */
export async function openUploadStore(files: FileStore, dataDir: string) {
  const incoming = path.join(dataDir, UPLOADS, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  /**
   * Receives a file.
   * @param from network of the sender, and whether an empty file counts as none
   * @returns undefined for an empty file that counts as none
   * @throws RefusedError when the file is damaged or of another kind, or the error of disk or bucket; nothing is left of it then
   */
  const receive = async (
    stream: Readable & { truncated?: boolean },
    name: string,
    { group, isEmptyNone }: { group: string; isEmptyNone: boolean },
  ): Promise<StoredFile | undefined> => {
    const id = randomUUID();
    const raw = path.join(incoming, `${id}.raw`);
    const clean = path.join(incoming, `${id}.clean`);
    const inspector = new Inspector();
    await using ended = new AsyncDisposableStack();
    for (const file of [raw, clean]) ended.defer(() => rm(file, { force: true }));
    const inspect = (file: AsyncIterable<Buffer>) => inspector.inspect(file);
    await pipeline(stream, inspect, createWriteStream(raw, { flags: 'wx', mode: 0o600 }));
    if (inspector.bytes === 0 && isEmptyNone) return undefined;
    if (stream.truncated) throw new RefusedError(413, TOO_LARGE);
    const { kind } = inspector;
    if (!kind) throw new RefusedError(422, UPLOAD_TYPES_SENTENCE);
    const storedName = `${id}.${kind.extension}`;
    const { format } = kind;
    if (kind.mediaType === 'application/pdf') await requirePdfEnd(raw);
    const bytes = format ? await cleanPicture(raw, clean, format, group) : inspector.bytes;
    await files.write(`${UPLOADS}/${storedName}`, await fromDisk(format ? clean : raw, kind.mediaType));
    const sha256 = inspector.hash.digest('hex');
    return { storedName, originalName: displayName(name, kind.extension), mediaType: kind.mediaType, bytes, sha256 };
  };

  return {
    /** This process's folder for arriving files. */
    incoming,
    receive,
    discard: (storedName: string): Promise<void> => files.remove(`${UPLOADS}/${path.basename(storedName)}`),
  };
}

const LONGEST_NAME = 200;

/**
 * Returns the visitor's file name without folders, and without characters that hide or reorder text. Its extension
 * matches its kind, so that no program opens it as something else.
 */
const displayName = (name: string, extension: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, '').trim();
  const short = [...clean].slice(0, LONGEST_NAME).join('') || 'file';
  const ends = short.toLowerCase().replace(/\.jpeg$/, '.jpg');
  return ends.endsWith(`.${extension}`) ? short : `${short}.${extension}`;
};

/** Age of an abandoned upload: longer than any upload takes. */
const UPLOAD_MAY_TAKE_MS = 60 * 60_000;
const BATCH = 500;

/**
 * Moves abandoned uploads, and files that the database does not know, to quarantine, with a report. Nothing is erased:
 * a wrong or restored database must not cost visitors' files.
 * @param incoming this process's folder for arriving uploads
 * @param alone true when no other process uses the folder, so that all unfinished files are abandoned
 * @returns a sentence when something was moved
 */
export async function sweepUploads(
  db: Db,
  files: FileStore,
  incoming: string,
  alone: boolean,
): Promise<string | undefined> {
  const before = Date.now() - (alone ? 0 : UPLOAD_MAY_TAKE_MS);
  const unfinished = await olderIn(folderFiles(incoming), '', before);
  const unknown = await unknownIn(db, files, before);
  if (unfinished.length + unknown.length === 0) return undefined;
  const folder = `${QUARANTINE}/${new Date().toISOString().replaceAll(':', '-')}`;
  for (const { name } of unfinished) {
    const local = path.join(incoming, name);
    await files.write(`${folder}/${name}`, await fromDisk(local, 'application/octet-stream'));
    await rm(local);
  }
  for (const { name } of unknown) await files.move(`${UPLOADS}/${name}`, `${folder}/${name}`);
  const moved = [
    ...unfinished.map((file) => noteOf(file, 'unfinished upload')),
    ...unknown.map((file) => noteOf(file, 'not known to the database')),
  ];
  const report = Buffer.from(`${JSON.stringify(moved, null, 2)}\n`);
  await files.write(`${folder}/report.json`, fromMemory(report, 'application/json'));
  return `${moved.length} files that the database does not know were moved to ${files.locate(folder)}; see report.json there.`;
}

/** Returns a quarantined file for the report. */
const noteOf = ({ name, bytes, modifiedAt }: ListedFile, why: string) => ({
  name,
  bytes,
  written: modifiedAt.toISOString(),
  why,
});

const olderIn = async (store: FileStore, folder: string, before: number): Promise<ListedFile[]> => {
  const found: ListedFile[] = [];
  for await (const file of store.list(folder)) if (file.modifiedAt.getTime() <= before) found.push(file);
  return found;
};

const unknownIn = async (db: Db, files: FileStore, before: number): Promise<ListedFile[]> => {
  const whole = await olderIn(files, UPLOADS, before);
  const known = new Set<string>();
  for (let index = 0; index < whole.length; index += BATCH) {
    const names = whole.slice(index, index + BATCH).map(({ name }) => name);
    const rows = await db
      .select({ name: fileRows.storedName })
      .from(fileRows)
      .where(inArray(fileRows.storedName, names));
    for (const { name } of rows) known.add(name);
  }
  return whole.filter(({ name }) => !known.has(name));
};
