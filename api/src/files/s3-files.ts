import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError, StorageAwayError } from '../errors';
import type { FileStore } from './file-store';

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/?$/;
/** A store that answers later than this is as good as down. */
const ANSWER_MS = 5_000;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;

/** Loaded when it is needed: most installations keep files in a folder, and the SDK is large. */
const loadSdk = () => import('@aws-sdk/client-s3');

const nothing = () => undefined;
/** The SDK writes to the console otherwise; what matters is thrown. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const isMissing = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/**
 * A bucket of S3, or of what speaks its language. Credentials and region are found as the SDK finds them.
 * @param endpoint another service's address; empty for AWS
 * @throws StartError when the place names no bucket
 */
export function s3Files(place: string, endpoint: string): FileStore {
  const [, Bucket, prefix] = PLACE.exec(place) ?? [];
  if (!Bucket) throw new StartError(`UPLOADS_URL ${place} names no bucket, such as s3://bucket/prefix.`);
  const root = prefix ? `${prefix}/` : '';
  const at = (path: string) => ({ Bucket, Key: root + path });

  const connect = async () => {
    const sdk = await loadSdk();
    const client = new sdk.S3Client({
      maxAttempts: ATTEMPTS,
      logger: SILENT,
      requestHandler: { requestTimeout: ANSWER_MS, connectionTimeout: ANSWER_MS },
      // Compatible services do not all know the checksums that the SDK adds; TLS and the length see to whole files.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
    });
    return { sdk, client };
  };
  let connected: ReturnType<typeof connect> | undefined;
  const service = () => {
    connected ??= connect();
    return connected;
  };

  const orUndefined = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new StorageAwayError(`${place} does not answer.`, { cause: error });
    }
  };
  const reached = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new StorageAwayError(`${place} does not answer.`, { cause: error });
    });

  async function* pages(folder: string) {
    const { sdk, client } = await service();
    let ContinuationToken: string | undefined;
    do {
      const asked = {
        Bucket,
        Prefix: `${root}${folder}/`,
        Delimiter: '/',
        ...(ContinuationToken && { ContinuationToken }),
      };
      const page = await reached(client.send(new sdk.ListObjectsV2Command(asked)));
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  const exists = async (path: string): Promise<boolean> => {
    const { sdk, client } = await service();
    return (await orUndefined(client.send(new sdk.HeadObjectCommand(at(path))))) !== undefined;
  };
  const remove = async (path: string): Promise<void> => {
    const { sdk, client } = await service();
    await reached(client.send(new sdk.DeleteObjectCommand(at(path))));
  };

  return {
    locate: (path) => `s3://${Bucket}/${root}${path}`,
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
      const CopySource = encodeURI(`${Bucket}/${root}${from}`);
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
