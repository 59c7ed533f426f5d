import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isMissing, s3Bucket } from '@wholepage/releases/store/s3-bucket';
import { messageOf, StartError, StorageAwayError } from '../errors';
import type { Config } from '../settings/config';

/** Folders of a store; only `quarantine/{time}` is nested. */
export const UPLOADS = 'uploads';
export const COVERS = 'covers';
export const QUARANTINE = 'quarantine';

export const OUTBOX = 'outbox';

export interface FileSource {
  /** Opens the file from its start, again for each attempt. */
  open(): Readable;
  bytes: number;
  mediaType: string;
}

export interface ListedFile {
  /** Without its folder. */
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * Files that all processes of the API share: a folder or a bucket. Paths are relative (`uploads/x.jpg`); files never change.
 */
export interface FileStore {
  /** Returns a file's place, for people. */
  locate(path: string): string;
  /** Writes a file durably. @throws StorageAwayError when the store does not answer */
  write(path: string, source: FileSource): Promise<void>;
  /** Opens a file; undefined when there is none. */
  read(path: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** Lists the files directly in a folder; none when there is no such folder. */
  list(folder: string): AsyncIterable<ListedFile>;
  /** Returns the names of folders directly in a folder. */
  folders(folder: string): Promise<string[]>;
}

const awayFrom =
  (place: string) =>
  (cause: unknown): never => {
    throw new StorageAwayError(`${place} cannot be used (${messageOf(cause)}).`, { cause });
  };

/** Returns a store in a folder, local or mounted by several machines. */
export function folderFiles(root: string): FileStore {
  const at = (file: string) => path.join(root, file);
  const away = awayFrom(root);
  /** Turns "not found" into a value. Other errors stay errors, or a back-up would omit the file. */
  const orNone =
    <T>(none: T) =>
    (error: NodeJS.ErrnoException): T =>
      error.code === 'ENOENT' ? none : away(error);
  const entriesOf = (folder: string) => readdir(at(folder), { withFileTypes: true }).catch(orNone([]));

  const write: FileStore['write'] = async (file, source) => {
    const target = at(file);
    const folder = path.dirname(target);
    const draft = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(source.open(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
      await rename(draft, target);
      const handle = await open(folder, 'r');
      await handle.sync().finally(() => handle.close());
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      away(error);
    }
  };

  return {
    locate: at,
    write,
    async read(file) {
      const known = await stat(at(file)).catch(orNone(undefined));
      return known?.isFile() ? { stream: createReadStream(at(file)), bytes: known.size } : undefined;
    },
    remove: (file) => rm(at(file), { force: true }),
    async move(from, to) {
      // Copied, because the folder may be a link to another disk.
      await write(to, await fromDisk(at(from), ''));
      await rm(at(from), { force: true });
    },
    async *list(folder) {
      for (const entry of await entriesOf(folder)) {
        if (!entry.isFile()) continue;
        const known = await stat(path.join(at(folder), entry.name)).catch(orNone(undefined));
        if (known) yield { name: entry.name, bytes: known.size, modifiedAt: known.mtime };
      }
    },
    folders: async (folder) => (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name),
  };
}

/** Opens the store of `UPLOADS_URL`, else the data folder. @throws StartError when it names none */
export const openFiles = ({
  uploadsUrl,
  s3Endpoint,
  dataDir,
}: Pick<Config, 'uploadsUrl' | 's3Endpoint' | 'dataDir'>): FileStore =>
  uploadsUrl.startsWith('s3://') ? s3Files(uploadsUrl, s3Endpoint) : folderFiles(uploadsUrl || dataDir);

export const fromDisk = async (file: string, mediaType: string): Promise<FileSource> => ({
  open: () => createReadStream(file),
  bytes: (await stat(file)).size,
  mediaType,
});

export const fromMemory = (bytes: Buffer, mediaType: string): FileSource => ({
  open: () => Readable.from([bytes]),
  bytes: bytes.length,
  mediaType,
});

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;

const nothing = () => undefined;
/** Keeps the SDK from writing to the console; failures are thrown. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * Returns a store in a bucket of S3 or a compatible service. The SDK finds credentials and region.
 * @param endpoint address of a compatible service; empty for AWS
 * @throws StartError when the place names no bucket
 */
function s3Files(place: string, endpoint: string): FileStore {
  const bucket = s3Bucket(place, endpoint, {
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    // Limits the upload of a whole file. A download waits for its reader.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Not all compatible services know the SDK's checksums; TLS and the length ensure whole files.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  if (!bucket) throw new StartError(`UPLOADS_URL ${place} names no bucket, such as s3://bucket/prefix.`);
  const { root, at, service } = bucket;

  const away = awayFrom(place);
  const pages = (folder: string) => bucket.pages(`${root}${folder}/`, away, '/');

  const remove = async (path: string): Promise<void> => {
    const { sdk, client } = await service();
    await client.send(new sdk.DeleteObjectCommand(at(path))).catch(away);
  };

  return {
    locate: (path) => `s3://${bucket.name}/${root}${path}`,
    async write(path, { open, bytes, mediaType }) {
      const { sdk, client } = await service();
      // The SDK cannot rewind a stream, so that its own retries do not help.
      for (let attempt = 1; ; attempt += 1) {
        const Body = open();
        try {
          await client.send(
            new sdk.PutObjectCommand({ ...at(path), Body, ContentLength: bytes, ContentType: mediaType }),
          );
          return;
        } catch (error) {
          Body.destroy();
          if (attempt === ATTEMPTS) away(error);
          await wait(FIRST_PAUSE_MS * 2 ** attempt);
        }
      }
    },
    async read(path) {
      const { sdk, client } = await service();
      const asked = client.send(new sdk.GetObjectCommand(at(path)));
      const found = await asked.catch((error: unknown) => (isMissing(error) ? undefined : away(error)));
      return found?.Body && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },
    remove,
    async move(from, to) {
      const { sdk, client } = await service();
      const CopySource = encodeURI(`${bucket.name}/${root}${from}`);
      await client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource })).catch(away);
      await remove(from);
    },
    async *list(folder) {
      for await (const { Contents = [] } of pages(folder)) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
          yield { name: Key.slice(root.length + folder.length + 1), bytes: Size, modifiedAt: LastModified };
        }
      }
    },
    async folders(folder) {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pages(folder)) {
        names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(root.length + folder.length + 1, -1)));
      }
      return names;
    },
  };
}
