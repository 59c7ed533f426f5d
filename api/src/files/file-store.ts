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

/** Folders of a store, one below the other only for `quarantine/{moment}`. */
export const UPLOADS = 'uploads';
export const COVERS = 'covers';
export const QUARANTINE = 'quarantine';

export const OUTBOX = 'outbox';

export interface FileSource {
  /** From the start, each time: a store may need a second attempt. */
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
  /** One that is not there is no problem. */
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** Files directly within a folder; none when there is no such folder. */
  list(folder: string): AsyncIterable<ListedFile>;
  /** Names of the folders directly within a folder. */
  folders(folder: string): Promise<string[]>;
}

const awayFrom =
  (place: string) =>
  (cause: unknown): never => {
    throw new StorageAwayError(`${place} cannot be used (${messageOf(cause)}).`, { cause });
  };

/** A folder, of this machine or mounted by several. */
export function folderFiles(root: string): FileStore {
  const at = (file: string) => path.join(root, file);
  const away = awayFrom(root);
  /** What cannot be read is not what is not there: a back-up would go without it. */
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
      // A copy: a folder may be a link to another disk.
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

/** The store that `UPLOADS_URL` names, else the data folder. @throws StartError when it names none */
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
/** The SDK writes to the console otherwise; what matters is thrown. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * A bucket of S3, or of what speaks its language. Credentials and region are found as the SDK finds them.
 * @param endpoint another service's address; empty for AWS
 * @throws StartError when the place names no bucket
 */
function s3Files(place: string, endpoint: string): FileStore {
  const bucket = s3Bucket(place, endpoint, {
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    // Of a whole file on its way there. One that is read waits for whoever reads it.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Compatible services do not all know the checksums that the SDK adds; TLS and the length see to whole files.
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
      // The SDK cannot begin a stream again, so its own attempts do not help here.
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
