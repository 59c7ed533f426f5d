import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isMissing, s3Bucket } from '@wholepage/releases/store/s3-bucket';
import { StartError, StorageAwayError } from '../errors';
import type { Config } from '../settings/config';
import { type FileSource, type FileStore, folderFiles } from './file-store';

/** The store that `UPLOADS_URL` names, else the data folder. @throws StartError when it names none */
export const openFiles = ({
  uploadsUrl,
  s3Endpoint,
  dataDir,
}: Pick<Config, 'uploadsUrl' | 's3Endpoint' | 'dataDir'>): FileStore =>
  uploadsUrl.startsWith('s3://') ? s3Files(uploadsUrl, s3Endpoint) : folderFiles(uploadsUrl || dataDir);

/** A file of this machine. */
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
    // Compatible services do not all know the checksums that the SDK adds; TLS and the length see to whole files.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  if (!bucket) throw new StartError(`UPLOADS_URL ${place} names no bucket, such as s3://bucket/prefix.`);
  const { root, at, service } = bucket;

  const away = (cause: unknown) => new StorageAwayError(`${place} does not answer.`, { cause });
  const orUndefined = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw away(error);
    }
  };
  const reached = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw away(error);
    });

  const pages = (folder: string) => bucket.pages(`${root}${folder}/`, away, '/');

  const exists = async (path: string): Promise<boolean> => {
    const { sdk, client } = await service();
    return (await orUndefined(client.send(new sdk.HeadObjectCommand(at(path))))) !== undefined;
  };
  const remove = async (path: string): Promise<void> => {
    const { sdk, client } = await service();
    await reached(client.send(new sdk.DeleteObjectCommand(at(path))));
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
          if (attempt === ATTEMPTS) throw new StorageAwayError(`${place} takes no files.`, { cause: error });
          await wait(FIRST_PAUSE_MS * 2 ** attempt);
        }
      }
    },
    async read(path) {
      const { sdk, client } = await service();
      const found = await orUndefined(client.send(new sdk.GetObjectCommand(at(path))));
      return found?.Body && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },
    async remove(path) {
      if (!(await exists(path))) return false;
      await remove(path);
      return true;
    },
    async move(from, to) {
      const { sdk, client } = await service();
      const CopySource = encodeURI(`${bucket.name}/${root}${from}`);
      await reached(client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource })));
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
